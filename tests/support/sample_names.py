"""Common names, made-up roads and firms, and the owners that are hard on a program."""

GIVEN_NAMES = [
    "Alan", "Alice", "Andrea", "Anna", "Arthur", "Barbara", "Brian", "Carla", "Carol", "Charles", "Claire",
    "Daniel", "David", "Deborah", "Diane", "Donald", "Edward", "Elena", "Emily", "Eric", "Frances", "Frank",
    "George", "Grace", "Harold", "Helen", "Henry", "Irene", "Jacob", "James", "Janet", "Jean", "John",
    "Joseph", "Judith", "Julia", "Karen", "Kevin", "Laura", "Linda", "Louis", "Margaret", "Maria", "Mark",
    "Martin", "Mary", "Michael", "Nancy", "Nina", "Oscar", "Patricia", "Paul", "Peter", "Rachel", "Ralph",
    "Richard", "Robert", "Rosa", "Ruth", "Samuel", "Sandra", "Sarah", "Stephen", "Susan", "Teresa",
    "Thomas", "Victor", "Virginia", "Walter", "William",
]  # fmt: skip

FAMILY_NAMES = [
    "Adams", "Allen", "Anderson", "Bailey", "Baker", "Bennett", "Brooks", "Brown", "Campbell", "Carter",
    "Clark", "Collins", "Cook", "Cooper", "Cox", "Davis", "Edwards", "Evans", "Fisher", "Foster", "Garcia",
    "Gray", "Green", "Hall", "Harris", "Hill", "Howard", "Hughes", "Jackson", "Jenkins", "Johnson", "Jones",
    "Kelly", "King", "Lee", "Lewis", "Lopez", "Martin", "Miller", "Mitchell", "Moore", "Morgan", "Morris",
    "Murphy", "Myers", "Nelson", "Ortiz", "Parker", "Perry", "Peterson", "Phillips", "Powell", "Price",
    "Reed", "Rivera", "Roberts", "Robinson", "Rogers", "Ross", "Russell", "Sanders", "Scott", "Smith",
    "Stewart", "Taylor", "Thomas", "Thompson", "Turner", "Walker", "Ward", "Watson", "White", "Williams",
    "Wilson", "Wood", "Wright", "Young",
]  # fmt: skip

ROADS = [
    "Heron Landing Road",
    "Pickerel Point Lane",
    "Old Sawmill Road",
    "Birch Cove Lane",
    "Loon Call Way",
    "Graymoss Hill Road",
    "Steamboat Slip Lane",
    "Tamarack Terrace",
    "Icehouse Lane",
    "Quarry Spring Road",
    "Whitecap Drive",
    "Bluestone Landing",
]

AWAY = [
    ("Sample Street", "Albany", "NY", "12207"),
    ("Example Avenue", "Saratoga Springs", "NY", "12866"),
    ("Specimen Road", "Ticonderoga", "NY", "12883"),
    ("Sample Avenue", "Hoboken", "NJ", "07030"),
    ("Example Street", "Hartford", "CT", "06103"),
    ("Specimen Lane", "Cambridge", "MA", "02139"),
    ("Sample Lane", "Burlington", "VT", "05401"),
    ("Example Road", "Manchester", "NH", "03101"),
    ("Specimen Drive", "Providence", "RI", "02903"),
]

FIRMS = [
    "Heron Landing Motel, Inc.",
    "Pickerel Point Marina LLC",
    "Steamboat Slip Restaurant Corp.",
    "Tamarack Cottages LLC",
    "Icehouse General Store, Inc.",
    "Whitecap Boat Storage LLC",
    "Bluestone Inn & Cabins, Inc.",
    "Loon Call Campground LLC",
    "Graymoss Laundry & Linen Co.",
    "Quarry Spring Bottling, Inc.",
]

LONG_NAME = "Lakeside Hamlet Conservancy & Historic Preservation Society"

HARD_OWNERS = {
    0: ("O'Brien & Sons <Plumbing>", ""),
    1: ("Rosa Peña", "Luis Peña"),
    2: ("Jan Łukasiewicz", ""),
    4: ("=1+1 LLC", ""),
    5: (LONG_NAME + ".", "C/O The Treasurer"),
    6: ("Zoë D'Angelo-Nuñez", "% Bank of Example, Escrow Dept. 0042"),
    8: ("+Plus Holdings", "@Home Rentals"),
    9: ("-Dash- Properties", ""),
    12: ("Town of Hague", ""),
}
"""Owners by place on the roll, each a case that has broken some program."""
