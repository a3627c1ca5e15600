"""The command line: one module a topic, each verb a thin row over the services that the window uses as well."""

from sewerdesk.cli.program import VERBS, check_qt, main, qt_misfit
from sewerdesk.cli.verb import Verb

__all__ = ["VERBS", "Verb", "check_qt", "main", "qt_misfit"]
