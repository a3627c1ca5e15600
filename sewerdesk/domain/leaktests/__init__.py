"""Leakage and acceptance tests: what was measured, the rule of the municipality, and a verdict with its reasons.

One module a family: ``water`` (infiltration, exfiltration), ``air`` and ``joints`` (a building sewer), ``timed`` (air
and vacuum on a main), ``manhole``, ``forcemain``, ``alignment`` (lamping, deflection). ``judge`` takes any of them.
Every limit is a ``Figure`` of the municipality's law with its citation; numbers are exact until they are shown.
"""

from sewerdesk.domain.leaktests.air import AirLossTest
from sewerdesk.domain.leaktests.alignment import DeflectionTest, LampingTest
from sewerdesk.domain.leaktests.chain import (
    RetestChain,
    TestRecord,
    WorkStep,
    order_findings,
    retest_chains,
    steps_of,
)
from sewerdesk.domain.leaktests.draft import (
    NO_GAUGES,
    LeakTestDraft,
    asked_conditions,
    needed_fields,
)
from sewerdesk.domain.leaktests.forcemain import ForceMainTest
from sewerdesk.domain.leaktests.joints import PressureJointsTest
from sewerdesk.domain.leaktests.judge import check_measurements, judge
from sewerdesk.domain.leaktests.manhole import ManholeVacuumTest
from sewerdesk.domain.leaktests.model import (
    FieldTest,
    GaugeKind,
    GaugeUsed,
    LeakTestKind,
    LeakTestResult,
    LeakVerdict,
    MeasuredIn,
    Noted,
    PipeRun,
    Quantity,
    Steps,
    elapsed,
)
from sewerdesk.domain.leaktests.rule import LeakRule, no_test_sentence, offered_tests, rule_of
from sewerdesk.domain.leaktests.timed import LowPressureAirTest, VacuumSewerTest
from sewerdesk.domain.leaktests.water import ExfiltrationTest, InfiltrationTest, WaterTest

__all__ = [
    "NO_GAUGES",
    "AirLossTest",
    "DeflectionTest",
    "ExfiltrationTest",
    "FieldTest",
    "ForceMainTest",
    "GaugeKind",
    "GaugeUsed",
    "InfiltrationTest",
    "LampingTest",
    "LeakRule",
    "LeakTestDraft",
    "LeakTestKind",
    "LeakTestResult",
    "LeakVerdict",
    "LowPressureAirTest",
    "ManholeVacuumTest",
    "MeasuredIn",
    "Noted",
    "PipeRun",
    "PressureJointsTest",
    "Quantity",
    "RetestChain",
    "Steps",
    "TestRecord",
    "VacuumSewerTest",
    "WaterTest",
    "WorkStep",
    "asked_conditions",
    "check_measurements",
    "elapsed",
    "judge",
    "needed_fields",
    "no_test_sentence",
    "offered_tests",
    "order_findings",
    "retest_chains",
    "rule_of",
    "steps_of",
]
