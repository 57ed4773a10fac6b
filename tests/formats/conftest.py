"""Trial genres are known in all tests of formats: the forms must carry what comes later, too."""

from collections.abc import Iterator

import pytest

from tests.genres.trials import registered


@pytest.fixture(autouse=True, scope="session")
def _trial_genres() -> Iterator[None]:
    with registered():
        yield
