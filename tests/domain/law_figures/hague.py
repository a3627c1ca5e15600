"""The figures of the Town of Hague's law file."""

FIGURES = """
permit.file_days 60 days law §602B [502B], Art. 5
permit.expiry_years 2 years law §602B [502B], Art. 5
permit.industrial_max_years 5 years model §904D (title only)
permit.industrial_renew_days - days blank §904E (title only)
industrial.existing_apply_days 30 days model §903B (title only)
industrial.existing_hold_days 90 days model §903B (title only)
bond.amount 5000 USD law §408(1)
insurance.personal_injury.each 500000 USD law §408(2)(b)
insurance.personal_injury.aggregate 500000 USD law §408(2)(b)
insurance.property_damage 500000 USD law §408(2)(c)
insurance.auto_bi.person 300000 USD law §408(2)(d)(i)
insurance.auto_bi.each 500000 USD law §408(2)(d)(i)
insurance.auto_pd.each 500000 USD law §408(2)(d)(ii)
insurance.excess 2000000 USD law §408(2)(e)
insurance.cancellation_business_days 5 business_days law §408(2)(f)
fee.connection - USD blank §§201, 502
fee.inspection - USD blank §402A
fee.hauled_waste - USD blank §1108 (title only)
fee.impact - USD blank §1112 (title only)
construction.notice_days 30 days law §402A
acceptance.as_built_copies 4 count law §407
acceptance.guarantee_years 1 years law §407
connect.distance_ft 100 ft law §307
connect.days 90 days law §307
lateral.encasement_min_in 3 in law §503A(1)
lateral.begins_ft 5 ft law §201 (Building Drain)
lateral.cover_min_ft 4 ft model §509 (title only)
lateral.bearing_wall_min_ft 3 ft model §507 (title only)
lateral.trench_over_pipe_max_in 14 in model §509 (title only)
inspection.notice_hours 24 hours model §513 (titles only)
trench.street_open_min 0.5 ratio law §403C(4)
trench.open_max_ft 30 ft law §403C(9)
trench.below_grade_in 6 in law §403C(10)
trench.unsuitable_max_ft 2.5 ft law §403C(10)
trench.rock_depth_min_in 12 in law §403C(11)
trench.rock_length_ft 5 ft law §403C(11)
trench.sheeting_above_crown_min_ft 1 ft law §403C(15)
trench.sheeting_below_grade_min_ft 1 ft law §403C(15)
trench.bedding_min_in 6 in law §403C(16)
trench.bedding_stone_max_in 0.5 in law §403C(16)
trench.cover_stone_min_in 6 in law §403C(22)
trench.lift_ft 1 ft law §403C(24)
trench.compaction_percent 95 percent law §403C(24)
pipe.safety_factor 1.5 ratio law §403B
pipe.load_factor 1.7 ratio law §403B
pipe.soil_lb_per_cu_ft 120 lb/cu_ft law §403B
pipe.wheel_lb 16000 lb law §403B
manhole.spacing_max_ft 400 ft law §404(2)
manhole.base_stone_min_in 6 in law §404(3)
manhole.base_concrete_psi 4000 psi law §404(4)
manhole.base_thickness_in 8 in law §404(4)
manhole.base_beyond_wall_min_in 6 in law §404(4)
manhole.diameter_min_ft 4 ft law §404(5)
manhole.wall_4ft_in 5 in law §404(5)
manhole.wall_5ft_in 6 in law §404(5)
manhole.wall_6ft_in 7 in law §404(5)
manhole.wall_6_5ft_in 7.5 in law §404(5)
manhole.wall_7ft_in 8 in law §404(5)
manhole.wall_8ft_in 9 in law §404(5)
manhole.flat_top_min_in 8 in law §404(5)
manhole.step_spacing_in 12 in law §404(8)
manhole.hole_from_joint_min_in 6 in law §404(9)
manhole.frame_above_flood_ft 0.5 ft law §404(11)
manhole.cover_diameter_min_in 30 in law §404(12)
manhole.cover_weight_max_lb 150 lb law §404(12)
manhole.drop_min_ft 0.1 ft law §404(13)
manhole.bend_degrees 45 degrees law §404(13)
manhole.bench_slope_in_per_ft 1 in/ft law §404(15)
manhole.rings_min_in 6 in law §404(17)
manhole.rings_max_in 12 in law §404(17)
manhole.rings_max 3 count law §404(17)
cleanout.low_pressure_min_ft 400 ft law §403D(1)
cleanout.low_pressure_max_ft 500 ft law §403D(1)
forcemain.restraint_degrees 7.5 degrees law §406A(4)
forcemain.air_relief_ft 400 ft law §406A(6)
forcemain.detention_max_minutes 20 minutes law §406A(8)
forcemain.upper_arm_min_ft 4 ft law §406A(9)
forcemain.arm_diameter_ratio 2 ratio law §406A(9)
trench.match_depth_ratio 0.8 ratio law §403C(21)
manhole.base_stone_max_size_in 0.5 in law §404(3)
manhole.base_concrete_days 28 days law §404(4)
manhole.step_bar_in 0.5 in model §404(8)
manhole.anchor_bolts_min 6 count law §404(18)
manhole.anchor_bolt_in 0.5 in law §404(18)
forcemain.ductile_class_min 52 count law §406A(1)(a)
forcemain.pvc_sdr_max 21 ratio law §406A(1)(b)
forcemain.hdpe_sdr_max 11 ratio law §406A(1)(c)
forcemain.elbow_degrees 90 degrees law §406A(9)
leaktest.infiltration.gal_per_inch_mile_day 25 gal/in/mi/day law §405A
leaktest.infiltration.gal_per_manhole_day 1.1 gal/day law §405B
leaktest.infiltration.manhole_diameter_in 48 in law §405B
leaktest.infiltration.manhole_length_ft 5 ft law §405B
leaktest.section_max_ft 1000 ft law §405B
leaktest.duration_min_hours 2 hours law §405C
leaktest.exfiltration.head_min_ft 5 ft law §405A
leaktest.exfiltration.downstream_head_max_ft 10 ft law §405A
leaktest.exfiltration.freeboard_min_in 6 in law §405A
leaktest.exfiltration.soak_hours 24 hours law §405A
leaktest.deflection.mandrel_percent 95 percent law §405E
leaktest.deflection.max_percent 5 percent law §405E
leaktest.air.charge_psi 4 psi law §405F
leaktest.air.start_psi 3.5 psi law §405F
leaktest.air.end_psi 2.5 psi law §405F
leaktest.air.max_psi 10 psi law §405F
leaktest.air.table_drop_psi 1.0 psi law §405F
leaktest.vacuum.manhole.diameter_ft 4 ft law §405G
leaktest.vacuum.manhole.start_in_hg 10 in_Hg law §405G
leaktest.vacuum.manhole.end_in_hg 9 in_Hg law §405G
leaktest.vacuum.manhole.seconds_to_10ft 120 seconds law §405G
leaktest.vacuum.manhole.seconds_to_15ft 150 seconds law §405G
leaktest.vacuum.manhole.seconds_to_25ft 180 seconds law §405G
leaktest.vacuum.manhole.add_seconds_5ft 30 seconds law §405G
leaktest.vacuum.manhole.add_seconds_6ft 60 seconds law §405G
leaktest.vacuum.sewer.start_in_hg 7 in_Hg law §405G
leaktest.vacuum.sewer.end_in_hg 6 in_Hg law §405G
leaktest.vacuum.sewer.table_drop_psi 0.5 psi law §405G
leaktest.forcemain.pressure_percent 150 percent law §406B
leaktest.forcemain.gal_per_inch_mile_day 25 gal/in/mi/day law §406B
leaktest.forcemain.duration_min_hours 2 hours law §406B
leaktest.forcemain.section_max_ft 1000 ft law §406B
leaktest.gauge_calibration_months 12 months model §405F, G
nov.response_days 10 days model §1002 (title only)
nov.response_trigger notice_mailed text model §1002 (title only)
petition.days 15 days model §1010 (title only)
hearing.notice_days 10 days model §1009 (title only)
penalty.administrative_max - USD/day blank §1005 (title only)
penalty.civil_max - USD/day blank §1113 [1013], Art. 10 (title only)
penalty.criminal_max - USD blank §1115 [1015], Art. 10 (title only)
penalty.criminal_prison_max_years - years blank §1115 [1015], Art. 10 (title only)
penalty.falsification_fine_max - USD blank Art. 10 (titles only)
penalty.falsification_prison_max_months - months blank Art. 10 (titles only)
billing.due_days - days blank §1106 (title only)
billing.penalty_percent - percent blank §1118 [1018], Art. 10 (title only)
billing.interest_percent_per_month - percent/month blank §1118 [1018], Art. 10 (title only)
relevy.delinquent_days - days blank §1118 [1018], Art. 10 (title only)
relevy.certify_by - month_day blank §1118 [1018], Art. 10 (title only)
volume.unit_gallons 1000 gal law §201 (Volume Charge)
volume.unit_cubic_feet 100 count law §201 (Volume Charge)
rates.review_years 1 years law §201 (Volume Charge)
billing.delinquent_days - days blank §1118 [1018], Art. 10 (title only)
normal.bod.mg_l 250 mg/l law §201 (Sewage, Normal)
normal.bod.lb_per_mgal 2090 lb/Mgal law §201 (Sewage, Normal)
normal.suspended_solids.mg_l 300 mg/l law §201 (Sewage, Normal)
normal.suspended_solids.lb_per_mgal 2500 lb/Mgal law §201 (Sewage, Normal)
normal.phosphorus.mg_l 15 mg/l law §201 (Sewage, Normal)
normal.phosphorus.lb_per_mgal 125 lb/Mgal law §201 (Sewage, Normal)
normal.ammonia.mg_l 30 mg/l law §201 (Sewage, Normal)
normal.ammonia.lb_per_mgal 250 lb/Mgal law §201 (Sewage, Normal)
normal.tkn.mg_l 50 mg/l law §201 (Sewage, Normal)
normal.tkn.lb_per_mgal 417 lb/Mgal law §201 (Sewage, Normal)
normal.chlorine_demand.mg_l 25 mg/l law §201 (Sewage, Normal)
normal.chlorine_demand.lb_per_mgal 209 lb/Mgal law §201 (Sewage, Normal)
normal.cod.mg_l 350 mg/l law §201 (Sewage, Normal)
normal.cod.lb_per_mgal 2920 lb/Mgal law §201 (Sewage, Normal)
normal.oil_grease.mg_l 100 mg/l law §201 (Sewage, Normal)
normal.oil_grease.lb_per_mgal 830 lb/Mgal law §201 (Sewage, Normal)
surcharge.share.flow - percent blank §1102 (title only)
surcharge.share.bod - percent blank §1102 (title only)
surcharge.share.suspended_solids - percent blank §1102 (title only)
surcharge.share.phosphorus - percent blank §1102 (title only)
surcharge.share.ammonia - percent blank §1102 (title only)
surcharge.share.tkn - percent blank §1102 (title only)
surcharge.negative_term zero text model §1102 (title only)
cooling_water.cod_or_ss_mg_l 5 mg/l law §201 (Cooling Water)
garbage.particle_max_in 0.5 in law §201 (Properly Shredded Garbage)
slug.minutes 15 minutes law §201 (Slug)
slug.times_average 5 ratio law §201 (Slug)
slug.average_hours 24 hours law §201 (Slug)
discharge.ph_min - pH blank §802 (title only)
discharge.ph_max - pH blank §802 (title only)
discharge.temperature_max_f - deg_F blank §802 (title only)
lel.one_reading_percent - percent blank §802 (title only)
lel.two_readings_percent - percent blank §802 (title only)
accident.report_days - days blank §911 (title only)
reports.months - months_of_year blank §905 (title only)
compliance.report_days - days blank §905 (title only)
monitoring.build_days - days blank §907 (title only)
hauled.license_years 1 years model §701 (title only)
fee.hauler_license - USD blank §701 (title only)
inflow.storm_sewer_within_ft 100 ft model §602, Art. 6 (title only)
inflow.charge_times_normal_max 5 ratio model §605 (title only)
inflow.disconnect_days - days blank §602, Art. 6 (title only)
inflow.sale_inspect_days 30 days model §603 (title only)
inflow.sale_repair_days 30 days model §603 (title only)
snc.window_months 6 months law §201 (Significant Non-Compliance)
snc.chronic_percent 66 percent law §201 (Significant Non-Compliance)
snc.trc_percent 33 percent law §201 (Significant Non-Compliance)
snc.trc_conventional 1.4 ratio law §201 (Significant Non-Compliance)
snc.trc_other 1.2 ratio law §201 (Significant Non-Compliance)
snc.milestone_late_days 90 days model §201 (Significant Non-Compliance; list lost)
snc.report_late_days 45 days model §201 (Significant Non-Compliance; list lost)
siu.flow_gal_per_day 25000 gal/day model §201 (User, Significant Industrial; list lost)
siu.plant_share_percent 5 percent model §201 (User, Significant Industrial; list lost)
"""
