#include "heap/out_of_memory_dump.h"

#include <uv.h>

#include <cerrno>
#include <cstdio>
#include <ctime>

#include "base/clock.h"
#include "base/refused_directory.h"
#include "heap/gzip_file.h"
#include "report/stderr_line.h"
#include "text/json_out.h"

namespace crash_collector {

namespace {

// Mode of directories that the collector makes.
constexpr int kDirectoryMode = 0700;

// A number that dumps of JavaScript do not reach, so that the names never meet.
constexpr int kSequence = 1'000'000;

void MakeDirectories(const std::string& path) {
  for (size_t end = path.find('/', 1);; end = path.find('/', end + 1)) {
    uv_fs_t request;
    const std::string directory = path.substr(0, end);
    const bool made = uv_fs_mkdir(nullptr, &request, directory.c_str(), kDirectoryMode, nullptr) == 0;
    uv_fs_req_cleanup(&request);
    if (made) {
      // The umask may have taken away what the owner needs.
      uv_fs_chmod(nullptr, &request, directory.c_str(), kDirectoryMode, nullptr);
      uv_fs_req_cleanup(&request);
    }
    if (end == std::string::npos) return;
  }
}

// Returns 0, or the system's error.
int Rename(const std::string& from, const std::string& to) {
  uv_fs_t request;
  const int answer = uv_fs_rename(nullptr, &request, from.c_str(), to.c_str(), nullptr);
  uv_fs_req_cleanup(&request);
  return -answer;
}

void Remove(const std::string& file) {
  uv_fs_t request;
  uv_fs_unlink(nullptr, &request, file.c_str(), nullptr);
  uv_fs_req_cleanup(&request);
}

void Member(JsonOut* out, const char* name, size_t value) {
  out->Raw(",\"");
  out->Raw(name);
  out->Raw("\":");
  out->Unsigned(value);
}

void WriteCollections(const CollectionLog& collections, JsonOut* out) {
  const uint64_t now_ns = uv_hrtime();
  out->Raw(",\"afterCollections\":[");
  bool is_first = true;
  for (const CollectionLog::Entry& entry : collections.entries()) {
    out->Raw(is_first ? "{\"ageMs\":" : ",{\"ageMs\":");
    out->Unsigned((now_ns - entry.time_ns) / kNsPerMs);
    Member(out, "usedBytes", entry.used_bytes);
    Member(out, "externalBytes", entry.external_bytes);
    out->Raw("}");
    is_first = false;
  }
  out->Raw("]");
}

void WriteHeap(v8::Isolate* isolate, const CollectionLog& collections, JsonOut* out) {
  v8::HeapStatistics heap;
  isolate->GetHeapStatistics(&heap);
  out->Raw("{\"kind\":\"process\",\"heap\":{\"limitBytes\":");
  out->Unsigned(heap.heap_size_limit());
  Member(out, "totalBytes", heap.total_heap_size());
  Member(out, "usedBytes", heap.used_heap_size());
  Member(out, "externalBytes", heap.external_memory());
  Member(out, "mallocedBytes", heap.malloced_memory());
  out->Raw(",\"spaces\":[");
  bool is_first = true;
  for (size_t i = 0; i < isolate->NumberOfHeapSpaces(); i++) {
    v8::HeapSpaceStatistics space;
    if (!isolate->GetHeapSpaceStatistics(&space, i) || space.space_size() == 0) continue;
    out->Raw(is_first ? "{\"name\":\"" : ",{\"name\":\"");
    out->Utf8(space.space_name());
    out->Raw("\"");
    Member(out, "totalBytes", space.space_size());
    Member(out, "usedBytes", space.space_used_size());
    out->Raw("}");
    is_first = false;
  }
  out->Raw("]");
  WriteCollections(collections, out);
  out->Raw("}}\n");
}

}  // namespace

void WriteOutOfMemoryDump(v8::Isolate* isolate, const PreparedDump& prepared, const CollectionLog& collections,
                          size_t limit_bytes, size_t used_bytes) {
  uv_timeval64_t now;
  if (prepared.directory.empty() || uv_gettimeofday(&now) != 0) return;
  const std::time_t seconds = static_cast<std::time_t>(now.tv_sec);
  std::tm utc = {};
#if defined(_WIN32)
  if (gmtime_s(&utc, &seconds) != 0) return;
#else
  if (gmtime_r(&seconds, &utc) == nullptr) return;
#endif
  char time[32];
  std::strftime(time, sizeof(time), "%Y-%m-%dT%H:%M:%SZ", &utc);
  char name[80];
  const size_t length = std::strftime(name, sizeof(name), "%Y%m%d.%H%M%S.", &utc);
  std::snprintf(name + length, sizeof(name) - length, "%d.%u.%d.ccdump", static_cast<int>(uv_os_getpid()),
                prepared.thread_id, kSequence);

  JsonOut out;
  out.Raw(prepared.header);
  out.Raw(",\"time\":\"");
  out.Raw(time);
  out.Raw("\",\"heapLimit\":{\"limitBytes\":");
  out.Unsigned(limit_bytes);
  Member(&out, "usedBytes", used_bytes);
  out.Raw("}}\n");
  WriteHeap(isolate, collections, &out);
  out.Raw(
      "{\"kind\":\"end\",\"records\":2,\"notCaptured\":[{\"what\":\"callFrames\",\"reason\":\"unavailable\","
      "\"detail\":\"V8 ended the process within one allocation, so the running code could not be interrupted\"},"
      "{\"what\":\"heapSummary\",\"reason\":\"unavailable\"}],\"captureErrors\":[],"
      "\"durations\":{\"captureMs\":0,\"writeMs\":0}}\n");

  const std::string path = prepared.directory + "/" + prepared.name_start + name;
  int error = WhyRefused(prepared.directory.c_str());
  if (error == 0) {
    MakeDirectories(prepared.directory);
    const std::string partial = path + ".partial";
    GzipFile file(partial);
    file.Write(out.text().data(), out.size());
    error = file.Close() ? Rename(partial, path) : file.error();
    if (error != 0 && error != EEXIST) Remove(partial);  // EEXIST: the file is that of another process
  }
  if (prepared.quiet) return;
  WriteStderrLine(error == 0 ? "crash-collector: dump written to " + path
                             : "crash-collector: no dump: the system's error " + std::to_string(error));
}

}  // namespace crash_collector
