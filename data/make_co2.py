#!/usr/bin/env python3
"""Makes co2.csv beside this script: weekly CO2 in the air at Mauna Loa, Hawaii, 1958 to 2001.

Needs statsmodels (`pip install --no-deps statsmodels`), which ships the table; it is in the public
domain. Source: C. D. Keeling and T. P. Whorf, 2004, Atmospheric CO2 concentrations derived from
flask air samples at sites in the SIO network. In Trends: A Compendium of Data on Global Change.
Carbon Dioxide Information Analysis Center, Oak Ridge National Laboratory.
"""
import csv
import datetime
import importlib.util
import pathlib

package = pathlib.Path(importlib.util.find_spec("statsmodels").origin).parent


def decimal_year(text):
    day = datetime.datetime.strptime(text, "%Y%m%d")
    start, end = datetime.datetime(day.year, 1, 1), datetime.datetime(day.year + 1, 1, 1)
    return day.year + (day - start) / (end - start)


with open(package / "datasets/co2/co2.csv", newline="") as table:
    weeks = [(decimal_year(week["date"]), week["co2"]) for week in csv.DictReader(table) if week["co2"]]

with open(pathlib.Path(__file__).with_name("co2.csv"), "w", newline="") as out:
    out.write("# Weekly CO2 in the air at Mauna Loa, Hawaii; public domain, see make_co2.py\n")
    out.write("# time (years), CO2 (ppm)\n")
    out.writelines(f"{time:.4f},{co2}\n" for time, co2 in weeks)
