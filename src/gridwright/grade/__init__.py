"""How hard a puzzle is for a person, from the steps that explain it; never from the time a search takes."""

from gridwright.grade.grading import LABELS, Grade, grade, label_of

__all__ = ["LABELS", "Grade", "grade", "label_of"]
