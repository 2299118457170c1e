"""Runs one command and reports what it cost: wall time from spawn to reaping, and its own CPU time and peak memory.

wait4 is the only source of a single child's usage; Node.js offers only its own. The clock is that of
process.hrtime, so that a program can say when something happened. Usage: launch.py <report file> <command...>
Standard streams are the caller's. SIGTERM is handed on, so that a caller can end the command and still have the report.
"""
import json
import os
import signal
import sys
import time


def main():
    report, command = sys.argv[1], sys.argv[2:]
    begin = time.clock_gettime_ns(time.CLOCK_MONOTONIC)
    pid = os.posix_spawn(command[0], command, os.environ)
    signal.signal(signal.SIGTERM, lambda *_: os.kill(pid, signal.SIGTERM))
    _, status, usage = os.wait4(pid, 0)
    end = time.clock_gettime_ns(time.CLOCK_MONOTONIC)
    wall = end - begin
    with open(report, "w") as out:
        json.dump({
            "wallMs": wall / 1e6,
            "endMs": end / 1e6,
            "cpuUserMs": usage.ru_utime * 1e3,
            "cpuSystemMs": usage.ru_stime * 1e3,
            "maxRssKb": usage.ru_maxrss if sys.platform != "darwin" else usage.ru_maxrss // 1024,
            "exitCode": os.waitstatus_to_exitcode(status),
        }, out)


main()
