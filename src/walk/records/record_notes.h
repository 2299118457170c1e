// Collects what is missing from one record, for its `notCaptured` member.
#ifndef SRC_WALK_RECORDS_RECORD_NOTES_H_
#define SRC_WALK_RECORDS_RECORD_NOTES_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "text/json_out.h"

namespace crash_collector {

class RecordNotes {
 public:
  // `count` 0: the number is not known. `what` must outlive the notes.
  void Add(std::string_view reason, uint64_t count = 0, std::string_view what = {}) {
    notes_.push_back({reason, count, what});
  }
  void Clear() { notes_.clear(); }
  bool empty() const { return notes_.empty(); }
  // True if there would be more with higher limits.
  bool has_cut() const {
    for (const Note& note : notes_) {
      if (note.reason != "notRead") return true;
    }
    return false;
  }

  // Writes nothing if nothing is missing.
  void WriteMember(JsonOut* out) const {
    if (notes_.empty()) return;
    out->Raw(R"(,"notCaptured":[)");
    for (size_t i = 0; i < notes_.size(); i++) {
      out->Raw(i == 0 ? R"({"reason":")" : R"(,{"reason":")");
      out->Raw(notes_[i].reason);
      out->Char('"');
      if (notes_[i].count != 0) {
        out->Raw(R"(,"count":)");
        out->Unsigned(notes_[i].count);
      }
      if (!notes_[i].what.empty()) {
        out->Raw(R"(,"what":")");
        out->Raw(notes_[i].what);
        out->Char('"');
      }
      out->Char('}');
    }
    out->Char(']');
  }

 private:
  struct Note {
    std::string_view reason;
    uint64_t count;
    std::string_view what;
  };
  std::vector<Note> notes_;
};

}  // namespace crash_collector

#endif  // SRC_WALK_RECORDS_RECORD_NOTES_H_
