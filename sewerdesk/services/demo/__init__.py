"""An office day, and the quarter after it, without a screen: the services of the window on a fresh sample office."""

from sewerdesk.services.demo.day import DemoDay, run_day
from sewerdesk.services.demo.quarter import run_quarter
from sewerdesk.services.demo.story import Told

__all__ = ["DemoDay", "Told", "run_day", "run_quarter"]
