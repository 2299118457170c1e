#include "snapshot/same_objects.h"

#include <algorithm>

namespace crash_collector {

namespace {

// A quotation mark in a text of JSON is escaped, so these stand only where they are members.
constexpr std::string_view kObjectId = R"("objectId":")";
constexpr std::string_view kScopeId = R"("scopeId":")";
constexpr std::string_view kVariables = R"(,"variables":)";
constexpr std::string_view kObjectLine = R"({"kind":"object","objectId":")";
constexpr std::string_view kDetailsLine = R"({"kind":"objectDetails","objectId":")";

bool BeginsWith(std::string_view text, std::string_view start) { return text.substr(0, start.size()) == start; }

std::string_view UpToQuote(std::string_view text) { return text.substr(0, text.find('"')); }

// The id with which the text goes on behind `member`; the text goes on behind the id then.
std::string_view TakeId(std::string_view* text, std::string_view member) {
  text->remove_prefix(member.size());
  const std::string_view id = UpToQuote(*text);
  text->remove_prefix(std::min(id.size() + 1, text->size()));
  return id;
}

// The number of an id with this prefix; 0 for any other.
uint32_t NumberIn(std::string_view id, std::string_view prefix) {
  if (!BeginsWith(id, prefix) || id.size() == prefix.size() || id.size() > prefix.size() + 9) return 0;
  uint32_t number = 0;
  for (const char c : id.substr(prefix.size())) {
    if (c < '0' || c > '9') return 0;
    number = number * 10 + static_cast<uint32_t>(c - '0');
  }
  return number;
}

// The array or object with which a text of JSON begins.
std::string_view ValueAt(std::string_view text) {
  size_t depth = 0;
  bool in_string = false;
  for (size_t i = 0; i < text.size(); i++) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') i++;
      if (c == '"') in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '[' || c == '{') {
      depth++;
    } else if ((c == ']' || c == '}') && --depth == 0) {
      return text.substr(0, i + 1);
    }
  }
  return text;
}

template <typename Each>
void ForEachLine(std::string_view lines, Each each) {
  while (!lines.empty()) {
    const size_t end = std::min(lines.find('\n'), lines.size() - 1) + 1;
    each(lines.substr(0, end));
    lines.remove_prefix(end);
  }
}

std::string TextOf(const SameObjects::Id& id) { return std::to_string(id.capture) + "." + std::to_string(id.number); }

// Members that tell how an object was reached and when it was read, and not what it holds; and what waits for a
// promise, which is no object of JavaScript and has other ids in each capture.
size_t LengthOfIgnored(std::string_view text) {
  constexpr std::string_view kReactions = R"(,{"name":"[[PromiseReactions]]","value":)";
  constexpr std::string_view kDepth = R"("depth":)";
  constexpr std::string_view kReadAt = R"(,"readAt":"report")";
  if (text.empty()) return 0;
  if (text[0] == '"' && BeginsWith(text, kDepth)) {
    return std::min(text.find_first_not_of("0123456789", kDepth.size()), text.size());
  }
  if (text[0] != ',') return 0;
  if (BeginsWith(text, kReadAt)) return kReadAt.size();
  return BeginsWith(text, kReactions) ? 1 + ValueAt(text.substr(1)).size() : 0;
}

// Behind an id: that the object has no record, which another capture may have.
size_t LengthOfMissing(std::string_view text) {
  for (const std::string_view missing : {R"(,"notCapturedReason":"depth")", R"(,"notCapturedReason":"objectCount")"}) {
    if (BeginsWith(text, missing)) return missing.size();
  }
  return 0;
}

}  // namespace

// Finds which records of a capture say the same as an earlier one of the same object. It begins with the assumption
// that all do. What holds an object, or closes over a scope, that says something else, says something else, too.
class SameObjects::Comparison {
 public:
  Comparison(const SameObjects& all, Capture* capture)
      : all_(all), capture_(capture), first_edge_(capture->ids.size() + 1, kNone), differs_(first_edge_.size()) {}

  void Compare(uint32_t number, const Record& earlier, const Record& record) {
    const Capture& other = all_.captures_.at(earlier.capture);
    bool is_same = IsSame(other, earlier.object, record.object, number);
    // If it was left to the report, the earlier record has more.
    if (!record.details.empty()) {
      is_same = is_same && earlier.details.size() == record.details.size();
      for (size_t i = 0; is_same && i < record.details.size(); i++)
        is_same = IsSame(other, earlier.details[i], record.details[i], number);
    }
    if (!is_same) Differ(number);
    while (!scopes_to_compare_.empty()) {
      const ScopePair pair = scopes_to_compare_.back();
      scopes_to_compare_.pop_back();
      if (!IsSame(*pair.capture, pair.earlier, pair.variables, pair.node)) Differ(pair.node);
    }
  }

  void Finish() {
    while (!changed_.empty()) {
      const uint32_t node = changed_.back();
      changed_.pop_back();
      for (uint32_t edge = first_edge_[node]; edge != kNone; edge = edges_[edge].next) Differ(edges_[edge].holder);
    }
    for (uint32_t number = 1; number <= capture_->ids.size(); number++)
      capture_->is_other[number - 1] = differs_[number];
    for (const auto& [scope, node] : nodes_) {
      if (!differs_[node]) capture_->scopes[std::string(scope)] = names_[scope];
    }
  }

 private:
  static constexpr uint32_t kNone = UINT32_MAX;
  struct Edge {
    uint32_t holder;
    uint32_t next;
  };
  struct ScopePair {
    const Capture* capture;
    std::string_view earlier;
    std::string_view variables;
    uint32_t node;
  };

  void Differ(uint32_t node) {
    if (differs_[node]) return;
    differs_[node] = true;
    changed_.push_back(node);
  }

  void Hold(uint32_t held, uint32_t holder) {
    edges_.push_back({holder, first_edge_[held]});
    first_edge_[held] = static_cast<uint32_t>(edges_.size() - 1);
  }

  bool IsSame(const Capture& other, std::string_view earlier, std::string_view text, uint32_t holder) {
    while (true) {
      while (const size_t ignored = LengthOfIgnored(earlier)) earlier.remove_prefix(ignored);
      while (const size_t ignored = LengthOfIgnored(text)) text.remove_prefix(ignored);
      if (earlier.empty() || text.empty()) return earlier.empty() && text.empty();
      if (earlier[0] != text[0]) return false;
      if (text[0] == '"' && BeginsWith(text, kObjectId) && BeginsWith(earlier, kObjectId)) {
        if (!IsSameObject(other, &earlier, &text, holder)) return false;
      } else if (text[0] == '"' && BeginsWith(text, kScopeId) && BeginsWith(earlier, kScopeId)) {
        if (!IsSameScope(other, &earlier, &text, holder)) return false;
      } else {
        earlier.remove_prefix(1);
        text.remove_prefix(1);
      }
    }
  }

  bool IsSameObject(const Capture& other, std::string_view* earlier, std::string_view* text, uint32_t holder) {
    const std::string_view earlier_id = TakeId(earlier, kObjectId);
    const std::string_view id = TakeId(text, kObjectId);
    const uint32_t earlier_number = NumberIn(earlier_id, other.prefix);
    const uint32_t number = NumberIn(id, capture_->prefix);
    if (earlier_number == 0 || number == 0 || earlier_number > other.ids.size() || number > capture_->ids.size())
      return false;
    if (!(IdInDump(other, earlier_number) == capture_->ids[number - 1])) return false;
    Hold(number, holder);
    earlier->remove_prefix(LengthOfMissing(*earlier));
    text->remove_prefix(LengthOfMissing(*text));
    return true;
  }

  bool IsSameScope(const Capture& other, std::string_view* earlier, std::string_view* text, uint32_t holder) {
    const std::string_view earlier_id = TakeId(earlier, kScopeId);
    const std::string_view id = TakeId(text, kScopeId);
    if (!BeginsWith(*earlier, kVariables) || !BeginsWith(*text, kVariables)) return false;
    for (std::string_view* each : {earlier, text}) {
      each->remove_prefix(kVariables.size());
      each->remove_prefix(ValueAt(*each).size());
    }
    const auto renamed = other.scopes.find(std::string(earlier_id));
    const std::string name = renamed == other.scopes.end() ? std::string(earlier_id) : renamed->second;
    const auto [node, is_new] = nodes_.emplace(id, static_cast<uint32_t>(first_edge_.size()));
    if (is_new) {
      first_edge_.push_back(kNone);
      differs_.push_back(false);
      names_[id] = name;
      scopes_to_compare_.push_back({&other, VariablesOf(other, earlier_id), VariablesOf(*capture_, id), node->second});
    } else if (names_[id] != name) {
      Differ(node->second);
    }
    Hold(node->second, holder);
    return true;
  }

  static std::string_view VariablesOf(const Capture& capture, std::string_view scope) {
    const auto found = capture.variables.find(scope);
    return found == capture.variables.end() ? "[]" : found->second;
  }

  const SameObjects& all_;
  Capture* const capture_;
  // Nodes are the objects, by their number, and behind them the scopes.
  std::vector<uint32_t> first_edge_;
  std::vector<bool> differs_;
  std::vector<Edge> edges_;
  std::vector<uint32_t> changed_;
  std::unordered_map<std::string_view, uint32_t> nodes_;     // of the scopes
  std::unordered_map<std::string_view, std::string> names_;  // what the scopes are called if they are the same
  std::vector<ScopePair> scopes_to_compare_;
};

SameObjects::Id SameObjects::IdInDump(const Capture& capture, uint32_t number) {
  const Id& id = capture.ids[number - 1];
  return id.number == 0 || capture.is_other[number - 1] ? Id{capture.id, number} : id;
}

std::vector<SameObjects::Id> SameObjects::Add(const CaptureTexts& texts, std::vector<Id> ids) {
  Capture& capture = captures_[texts.capture];
  capture.id = texts.capture;
  capture.prefix = std::to_string(texts.capture) + ".";
  capture.is_other.resize(ids.size());
  capture.is_known.resize(ids.size());
  capture.ids = std::move(ids);

  const auto note_variables = [&](std::string_view text) {
    for (size_t at = text.find(kScopeId); at != std::string_view::npos; at = text.find(kScopeId, at)) {
      at += kScopeId.size();
      const std::string_view id = UpToQuote(text.substr(at));
      std::string_view rest = text.substr(std::min(at + id.size() + 1, text.size()));
      if (!BeginsWith(rest, kVariables)) continue;
      rest.remove_prefix(kVariables.size());
      if (!BeginsWith(rest, "[]")) capture.variables.emplace(id, ValueAt(rest));
    }
  };
  std::unordered_map<uint32_t, Record> records;
  for (const std::string_view frame : texts.frames) note_variables(frame);
  for (const std::string_view lines : texts.lines) {
    ForEachLine(lines, [&](std::string_view line) {
      const bool is_object = BeginsWith(line, kObjectLine);
      if (!is_object && !BeginsWith(line, kDetailsLine)) return;
      const std::string_view id = UpToQuote(line.substr(is_object ? kObjectLine.size() : kDetailsLine.size()));
      const uint32_t number = NumberIn(id, capture.prefix);
      if (number == 0 || number > capture.ids.size()) return;
      Record& record = records[number];
      record.capture = texts.capture;
      if (is_object)
        record.object = line;
      else
        record.details.push_back(line);
      note_variables(line);
    });
  }

  Comparison comparison(*this, &capture);
  for (const auto& [number, record] : records) {
    const auto earlier = records_.find(KeyOf(capture.ids[number - 1]));
    if (record.object.empty() || capture.ids[number - 1].number == 0 || earlier == records_.end()) continue;
    capture.is_known[number - 1] = true;
    comparison.Compare(number, earlier->second, record);
  }
  comparison.Finish();
  std::vector<Id> added;
  for (auto& [number, record] : records) {
    const Id& id = capture.ids[number - 1];
    if (record.object.empty() || id.number == 0 || capture.is_known[number - 1]) continue;
    added.push_back(id);
    records_[KeyOf(id)] = std::move(record);
  }
  return added;
}

void SameObjects::Rename(const Capture& capture, std::string_view text, TextBuffer* out) {
  const std::string wanted = R"(Id":")" + capture.prefix;
  size_t done = 0;
  for (size_t at = text.find(wanted); at != std::string_view::npos; at = text.find(wanted, at + 1)) {
    const size_t start = at + wanted.size() - capture.prefix.size();
    const std::string_view id = UpToQuote(text.substr(start));
    std::string name;
    if (at >= 7 && text.substr(at - 7, 7) == R"("object)") {
      const uint32_t number = NumberIn(id, capture.prefix);
      if (number == 0 || number > capture.ids.size()) continue;
      name = TextOf(IdInDump(capture, number));
    } else if (const auto scope = capture.scopes.find(std::string(id)); scope != capture.scopes.end()) {
      name = scope->second;
    } else {
      continue;
    }
    out->Append(text.substr(done, start - done));
    out->Append(name);
    done = start + id.size();
  }
  out->Append(text.substr(done));
}

void SameObjects::ForgetTexts() {
  records_.clear();
  for (auto& [id, capture] : captures_) capture.variables.clear();
}

std::string SameObjects::Renamed(uint32_t capture_id, std::string_view text) const {
  const auto capture = captures_.find(capture_id);
  if (capture == captures_.end()) return std::string(text);
  TextBuffer out;
  Rename(capture->second, text, &out);
  return std::string(out.text());
}

void SameObjects::WriteLines(uint32_t capture_id, std::string_view lines, TextBuffer* out) const {
  const Capture& capture = captures_.at(capture_id);
  ForEachLine(lines, [&](std::string_view line) {
    const bool is_object = BeginsWith(line, kObjectLine);
    const size_t start = is_object ? kObjectLine.size() : kDetailsLine.size();
    const std::string_view id = UpToQuote(line.substr(std::min(start, line.size())));
    const uint32_t number = NumberIn(id, capture.prefix);
    if (number == 0 || number > capture.ids.size()) return Rename(capture, line, out);
    if (capture.is_known[number - 1] && !capture.is_other[number - 1]) return;
    if (!is_object || !capture.is_other[number - 1]) return Rename(capture, line, out);
    const size_t rest = start + id.size() + 1;
    out->Append(line.substr(0, rest));
    out->Append(R"(,"sameAs":")");
    out->Append(TextOf(capture.ids[number - 1]));
    out->Append('"');
    Rename(capture, line.substr(std::min(rest, line.size())), out);
  });
}

}  // namespace crash_collector
