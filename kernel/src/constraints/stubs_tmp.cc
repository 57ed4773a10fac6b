#include "../constraints.h"
namespace gridwright {
#define S(n) __attribute__((weak)) std::unique_ptr<Propagator> n(const Board&, const Post&, Terms) { return nullptr; }
S(make_hall) S(make_matching)
}
