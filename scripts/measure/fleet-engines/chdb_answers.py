"""Asks ClickHouse, embedded in the package chdb, over Parquet files. Reads { directory, tables, questions, rounds } as
JSON from stdin, and prints a list of { name, ms, rows }."""

import json
import sys
import time

from chdb import session

task = json.load(sys.stdin)
clickhouse = session.Session()
clickhouse.query("create database fleet engine = Atomic")
clickhouse.query("use fleet")
for table in task["tables"]:
    files = task["directory"] + "/" + table + "/**/*.parquet"
    literal = files.replace("\\", "\\\\").replace("'", "\\'")
    clickhouse.query(
        f"create view {table} as select * from file('{literal}', Parquet) settings use_hive_partitioning = 1"
    )

answers = []
for question in task["questions"]:
    times = []
    for _ in range(task["rounds"]):
        start = time.perf_counter()
        text = str(clickhouse.query(question["sql"], "JSONCompact"))
        times.append(round((time.perf_counter() - start) * 1000, 1))
    answers.append({"name": question["name"], "ms": times, "rows": json.loads(text)["data"]})
print(json.dumps(answers))
