"""Checks what `show --format otlp` and `show --format sentry` print by code of OpenTelemetry and of Sentry: the
protocol's own messages (package opentelemetry-proto), which know each field and its type, and Relay (package
sentry-relay), which all events of Sentry pass. Takes dumps as arguments. For each it prints what was understood.

    pip install opentelemetry-proto sentry-relay
    python3 scripts/long-tests/check-receivers.py dumps/*.ccdump
"""

import base64
import json
import os
import re
import subprocess
import sys

from google.protobuf import json_format
from opentelemetry.proto.collector.logs.v1.logs_service_pb2 import ExportLogsServiceRequest
from sentry_relay.processing import StoreNormalizer

CLI = os.path.join(os.path.dirname(__file__), "..", "..", "bin", "crash-collector.js")


def shown(dump, form):
    run = subprocess.run(["node", CLI, "show", dump, "--format", form], capture_output=True, check=True)
    return run.stdout


def based(name, digits):
    return b'"' + name + b'":"' + base64.b64encode(bytes.fromhex(digits.decode())) + b'"'


def otlp(text):
    """Fails at a field or a type that the protocol does not know."""
    # In OTLP's JSON these two are hexadecimal; in that of other protocols, bytes are base64.
    for name in (b"traceId", b"spanId"):
        text = re.sub(b'"' + name + b'":\\s*"([0-9a-f]+)"', lambda found: based(name, found[1]), text)
    request = json_format.Parse(text, ExportLogsServiceRequest(), ignore_unknown_fields=False)
    again = ExportLogsServiceRequest.FromString(request.SerializeToString())
    assert again == request
    record = again.resource_logs[0].scope_logs[0].log_records[0]
    return {
        "resource": sorted(each.key for each in again.resource_logs[0].resource.attributes),
        "time": record.time_unix_nano,
        "severity": record.severity_number,
        "trace": record.trace_id.hex(),
        "attributes": sorted(each.key for each in record.attributes),
    }


def sentry(text):
    event = StoreNormalizer(project_id=1, protocol_version="7", is_renormalize=False).normalize_event(raw_event=text)
    assert not event.get("errors"), event["errors"]
    values = event["exception"]["values"] if event.get("exception") else []
    return {
        "id": event["event_id"],
        "level": event["level"],
        "exceptions": [each.get("type") for each in values],
        "frames": [len((each.get("stacktrace") or {}).get("frames") or []) for each in values],
        "tags": sorted(name for name, _ in event.get("tags") or []),
        "removed": sorted((event.get("_meta") or {}).keys()),
    }


for dump in sys.argv[1:]:
    understood = {"otlp": otlp(shown(dump, "otlp")), "sentry": sentry(shown(dump, "sentry"))}
    print(json.dumps({"dump": os.path.basename(dump), **understood}))
