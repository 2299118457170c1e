"""Asks Spark, in this process and without a cluster, over Parquet files. Reads { directory, tables, questions, rounds }
as JSON from stdin, and prints a list of { name, ms, rows }. Needs Java."""

import datetime
import json
import math
import sys
import time

from pyspark.sql import SparkSession

task = json.load(sys.stdin)
spark = (
    SparkSession.builder.master("local[2]")
    .config("spark.driver.memory", "3g")
    .config("spark.driver.host", "127.0.0.1")
    .config("spark.ui.enabled", "false")
    .config("spark.sql.session.timeZone", "UTC")
    .config("spark.sql.shuffle.partitions", "4")
    .config("spark.local.dir", task["directory"] + "/.temporary")
    .getOrCreate()
)
spark.sparkContext.setLogLevel("ERROR")
for table in task["tables"]:
    spark.read.parquet(task["directory"] + "/" + table).createOrReplaceTempView(table)


def plain(cell):
    if isinstance(cell, datetime.datetime):
        return cell.strftime("%Y-%m-%d %H:%M:%S.%f")
    if isinstance(cell, datetime.date):
        return cell.isoformat()
    if isinstance(cell, float) and not math.isfinite(cell):
        return None
    return cell


answers = []
for question in task["questions"]:
    times = []
    for _ in range(task["rounds"]):
        start = time.perf_counter()
        rows = spark.sql(question["sql"]).collect()
        times.append(round((time.perf_counter() - start) * 1000, 1))
    answers.append({"name": question["name"], "ms": times, "rows": [[plain(cell) for cell in row] for row in rows]})
print(json.dumps(answers))
