#include "signals/signal_dump.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "signals/safe_text.h"

namespace crash_collector {

namespace {

constexpr uint64_t kNsPerSecond = 1'000'000'000;
constexpr uint64_t kNsPerMillisecond = 1'000'000;
constexpr size_t kPageBytes = 4096;  // of x64

uint64_t NsOf(const timespec& time) {
  return static_cast<uint64_t>(time.tv_sec) * kNsPerSecond + static_cast<uint64_t>(time.tv_nsec);
}

uint64_t MonotonicNs() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return NsOf(now);
}

// The second number of proc_pid_statm(5), in bytes; 0 if it cannot be read.
uint64_t ResidentBytes() {
  char text[128];
  const int fd = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (fd < 0) return 0;
  const ssize_t size = read(fd, text, sizeof(text));
  close(fd);
  ssize_t at = 0;
  while (at < size && text[at] != ' ') at++;
  uint64_t pages = 0;
  for (at++; at < size && text[at] >= '0' && text[at] <= '9'; at++)
    pages = pages * 10 + static_cast<uint64_t>(text[at] - '0');
  return pages * kPageBytes;
}

// True if the kernel has set si_addr: it reports a fault of an instruction, and knows its address. For a general
// protection fault, as at an address that is no address, it does not (SI_KERNEL).
bool HasAddress(const siginfo_t& info, int number) {
  return info.si_code > 0 && info.si_code != SI_KERNEL &&
         (number == SIGSEGV || number == SIGBUS || number == SIGFPE || number == SIGILL);
}

// True for the signals that a process has sent: by kill(), tgkill() or sigqueue().
bool HasSender(const siginfo_t& info) {
  return info.si_code == SI_USER || info.si_code == SI_TKILL || info.si_code == SI_QUEUE;
}

}  // namespace

const char* SignalName(int number) {
  switch (number) {
    case SIGSEGV: return "SIGSEGV";
    case SIGBUS: return "SIGBUS";
    case SIGFPE: return "SIGFPE";
    case SIGILL: return "SIGILL";
    case SIGTRAP: return "SIGTRAP";
    case SIGABRT: return "SIGABRT";
    default: return "signal";
  }
}

const char* SignalDump::Write(const SignalEvent& event, const SignalDumpParts& parts) {
  timespec begin{};
  clock_gettime(CLOCK_MONOTONIC, &begin);
  clock_gettime(CLOCK_REALTIME, &time_);
  if (!file_.Open(parts.directory.c_str(), parts.name_start.c_str(), time_, event.pid, event.thread_id)) return nullptr;
  AddTemplate(parts.header, event, parts);
  WriteText(&text_);
  map_.Read();
  walk_.Walk(event.context, &map_);
  AddSignal(event, parts);
  WriteText(&text_);
  WriteText(&call_frames_text_);
  AddTemplate(parts.process, event, parts);
  WriteText(&text_);
  AddEnd(begin);
  WriteText(&text_);
  return file_.Finish();
}

void SignalDump::WriteText(SafeText* text) {
  if (!text->is_cut() && text->size() > 0) {
    file_.Add(text->data(), text->size());
    for (size_t i = 0; i < text->size(); i++) records_ += text->data()[i] == '\n' ? 1 : 0;
  }
  text->Clear();
}

void SignalDump::AddTemplate(const std::string& record, const SignalEvent& event, const SignalDumpParts& parts) {
  char time[25];
  for (size_t i = 0; i < record.size(); i++) {
    switch (record[i]) {
      case SignalDumpParts::kTime:
        WriteTime(time_, time);
        text_.Raw(time);
        break;
      case SignalDumpParts::kThreadId: text_.Unsigned(event.thread_id); break;
      case SignalDumpParts::kUptimeMs: text_.Unsigned((MonotonicNs() - parts.started_ns) / kNsPerMillisecond); break;
      case SignalDumpParts::kResidentBytes: text_.Unsigned(ResidentBytes()); break;
      default: text_.Char(record[i]);
    }
  }
  text_.Char('\n');
}

void SignalDump::AddSignal(const SignalEvent& event, const SignalDumpParts& parts) {
  const siginfo_t& info = *event.info;
  text_.Raw("{\"kind\":\"signal\",\"name\":\"");
  text_.Raw(SignalName(event.number));
  text_.Raw("\",\"number\":");
  text_.Integer(event.number);
  text_.Raw(",\"code\":");
  text_.Integer(info.si_code);
  if (HasAddress(info, event.number)) {
    text_.Raw(",\"address\":");
    text_.Address(reinterpret_cast<uintptr_t>(info.si_addr));
  }
  if (HasSender(info)) {
    text_.Raw(",\"senderPid\":");
    text_.Unsigned(static_cast<uint64_t>(info.si_pid));
  }
  text_.Raw(",\"thread\":");
  AddThread(event);
  text_.Raw(",\"stackPointer\":");
  text_.Address(walk_.stack_pointer());
  AddFrames(parts);
  AddModules();
  text_.Raw("}\n");
}

void SignalDump::AddThread(const SignalEvent& event) {
  char name[17] = {0};
  prctl(PR_GET_NAME, name);
  text_.Raw("{\"id\":");
  text_.Unsigned(static_cast<uint64_t>(event.thread));
  text_.Raw(",\"name\":\"");
  text_.Escaped(name);
  text_.Raw("\",\"type\":\"");
  text_.Raw(!event.is_javascript ? "other" : event.thread_id == 0 ? "main" : "worker");
  text_.Raw("\"}");
}

void SignalDump::AddFrames(const SignalDumpParts& parts) {
  text_.Raw(",\"frames\":[");
  for (size_t i = 0; i < walk_.first_count(); i++) {
    if (i > 0) text_.Char(',');
    AddFrame(walk_.first(i), i == 0, parts);
  }
  for (size_t i = 0; i < walk_.last_count(); i++) {
    text_.Char(',');
    AddFrame(walk_.last(i), false, parts);
  }
  text_.Char(']');
  if (walk_.left_out() == 0) return;
  text_.Raw(",\"leftOut\":{\"after\":");
  text_.Unsigned(walk_.first_count() - 1);
  text_.Raw(",\"count\":");
  text_.Unsigned(walk_.left_out());
  text_.Char('}');
}

void SignalDump::AddFrame(const WalkedFrame& frame, bool is_exact, const SignalDumpParts& parts) {
  text_.Raw("{\"address\":");
  text_.Address(frame.pc);
  const Mapping* mapping = map_.Find(frame.pc - (is_exact ? 0 : 1));
  if (mapping != nullptr && mapping->file != nullptr) {
    map_.ReadHeaders(mapping->file);
    size_t module = 0;
    while (module < module_count_ && modules_[module] != mapping->file) module++;
    if (module == module_count_ && module < kMostModules) modules_[module_count_++] = mapping->file;
    if (module < module_count_) {
      text_.Raw(",\"module\":");
      text_.Unsigned(module);
      text_.Raw(",\"offset\":");
      text_.Address(mapping->file->AddressOf(frame.pc - mapping->start + mapping->offset));
    }
  }
  if (frame.frame_pointer != 0 &&
      v8_internals::ReadFrameFunction(parts.layout, frame.frame_pointer, scratch_, sizeof(scratch_), &function_)) {
    const size_t before = call_frames_text_.size();
    AddCallFrame();
    if (!call_frames_text_.is_cut()) {
      text_.Raw(",\"callFrame\":");
      text_.Unsigned(call_frames_++);
    } else {
      call_frames_text_.Truncate(before);
    }
  }
  text_.Char('}');
}

void SignalDump::AddCallFrame() {
  SafeText& text = call_frames_text_;
  text.Raw("{\"kind\":\"callFrame\",\"index\":");
  text.Unsigned(call_frames_);
  text.Raw(",\"functionName\":\"");
  text.Escaped(function_.name, function_.name_size);
  text.Raw("\",\"url\":\"");
  text.Escaped(function_.url, function_.url_size);
  text.Raw("\",\"scriptId\":\"\",\"lineNumber\":");
  text.Unsigned(function_.has_position ? function_.line : 0);
  text.Raw(",\"columnNumber\":");
  text.Unsigned(function_.has_position ? function_.column : 0);
  const bool internal = function_.url_size >= 5 && function_.url[0] == 'n' && function_.url[1] == 'o' &&
                        function_.url[2] == 'd' && function_.url[3] == 'e' && function_.url[4] == ':';
  text.Raw(internal ? ",\"internal\":true" : ",\"internal\":false");
  text.Raw(",\"this\":{\"type\":\"object\",\"notCapturedReason\":\"unavailable\"},\"scopeChain\":[]}\n");
}

void SignalDump::AddModules() {
  text_.Raw(",\"modules\":[");
  for (size_t i = 0; i < module_count_; i++) {
    const MappedFile& file = *modules_[i];
    text_.Raw(i == 0 ? "{\"file\":\"" : ",{\"file\":\"");
    text_.Escaped(file.path, file.path_size);
    text_.Raw("\",\"base\":");
    text_.Address(file.base);
    if (file.build_id[0] != '\0') {
      text_.Raw(",\"buildId\":\"");
      text_.Raw(file.build_id);
      text_.Char('"');
    }
    text_.Char('}');
  }
  text_.Char(']');
}

void SignalDump::AddEnd(const timespec& begin) {
  text_.Raw("{\"kind\":\"end\",\"records\":");
  text_.Unsigned(records_);
  text_.Raw(",\"notCaptured\":[");
  if (call_frames_ == 0) {
    text_.Raw(
        "{\"what\":\"callFrames\",\"reason\":\"unmatched\",\"detail\":\"no JavaScript was on the thread's "
        "stack\"}");
  } else {
    text_.Raw(
        "{\"what\":\"variables\",\"reason\":\"unavailable\",\"detail\":\"V8 cannot be asked for variables at a fatal "
        "signal\"},{\"what\":\"positions\",\"reason\":\"unavailable\",\"detail\":\"the lines of JavaScript are those "
        "where the functions begin\"}");
  }
  text_.Raw("],\"captureErrors\":[],\"durations\":{\"captureMs\":0,\"writeMs\":");
  const uint64_t microseconds = (MonotonicNs() - NsOf(begin)) / 1000;
  text_.Unsigned(microseconds / 1000);
  text_.Char('.');
  text_.Unsigned(microseconds % 1000, 3);
  text_.Raw("}}\n");
}

}  // namespace crash_collector
