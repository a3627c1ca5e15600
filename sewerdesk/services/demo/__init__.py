"""One whole office day without a screen: the same services as the window's, on a fresh sample office."""

from sewerdesk.services.demo.day import DemoDay, run_day
from sewerdesk.services.demo.story import Told

__all__ = ["DemoDay", "Told", "run_day"]
