"""Use cases: one public function is one transaction is one verb that a clerk would say."""
