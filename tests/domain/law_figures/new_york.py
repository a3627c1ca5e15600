"""The figures that State law gives to every municipality."""

FIGURES = """
callbeforeyoudig.max_business_days 10 business_days model 16 NYCRR Part 753
callbeforeyoudig.min_business_days 2 business_days model 16 NYCRR Part 753
rates.hearing_notice_days 5 days model Gen. Mun. Law §452
retention.environmental_project_years - years blank LGS-1, item 430
retention.environmental_permit_years - years blank LGS-1, item 431
retention.component_records_years - years blank LGS-1, item 432
retention.capital_construction_years - years blank LGS-1, item 806
retention.meeting_recording_months 4 months model Schedule MI-1, minutes
retention.bank_records_years 6 years model Schedule CO-2, fiscal
retention.assessment_roll_years 10 years model Schedule ED-1, taxation
retention.billing_years 6 years model LGS-1
retention.receipts_years 6 years model LGS-1
retention.contracts_years 6 years model LGS-1
retention.bonds_years 6 years model LGS-1
retention.insurance_years 6 years model LGS-1
retention.industrial_monitoring_years 3 years model 40 CFR 403.12(o)
"""
