// Gives one object one id in a dump that is made of several captures. Each capture has numbered its objects by itself;
// the walk at the report knows by their identity which numbers mean the same object.
#ifndef SRC_SNAPSHOT_SAME_OBJECTS_H_
#define SRC_SNAPSHOT_SAME_OBJECTS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "text/text_buffer.h"

namespace crash_collector {

// The texts of one capture. They must live until SameObjects::ForgetTexts().
struct CaptureTexts {
  uint32_t capture = 0;                 // its id; the ids in the texts begin with it and a dot
  std::vector<std::string_view> lines;  // object and objectDetails records, each text with a newline at its end
  std::vector<std::string_view> frames;
};

class SameObjects {
 public:
  // An object of a dump: the capture and the number by which its id is made.
  struct Id {
    uint32_t capture = 0;
    uint32_t number = 0;
    bool operator==(const Id& other) const { return capture == other.capture && number == other.number; }
  };

  // The first capture keeps its ids. `ids`: for each number of the capture, from 1 on, the id under which its object is
  // known, which is the capture's own if none before has the object; {0, 0} for objects that are gone.
  // Returns the ids of the objects of which only this capture has a record.
  std::vector<Id> Add(const CaptureTexts& texts, std::vector<Id> ids);

  // The text with the ids that the objects and scopes have in the dump.
  std::string Renamed(uint32_t capture, std::string_view text) const;
  // Appends the records of a text of CaptureTexts::lines that the dump needs. A record that says the same as an earlier
  // one of the same object is left out; one that says something else names the id of the other as `sameAs`.
  void WriteLines(uint32_t capture, std::string_view lines, TextBuffer* out) const;
  // No further capture is added.
  void ForgetTexts();

 private:
  struct Record {
    uint32_t capture = 0;  // 0: there is none
    std::string_view object;
    std::vector<std::string_view> details;
  };
  struct Capture {
    uint32_t id = 0;
    std::string prefix;
    std::vector<Id> ids;         // by number; that of the object in the dump, unless it is `other`
    std::vector<bool> is_other;  // its record says something else than the earlier one
    std::vector<bool> is_known;  // its record says the same as the earlier one
    std::unordered_map<std::string_view, std::string_view> variables;  // of each scope, by its id
    std::unordered_map<std::string, std::string> scopes;               // ids of scopes that have another id in the dump
  };
  class Comparison;

  static uint64_t KeyOf(const Id& id) { return uint64_t{id.capture} << 32 | id.number; }
  static Id IdInDump(const Capture& capture, uint32_t number);
  static void Rename(const Capture& capture, std::string_view text, TextBuffer* out);

  std::unordered_map<uint32_t, Capture> captures_;
  std::unordered_map<uint64_t, Record> records_;  // of each object the first
};

}  // namespace crash_collector

#endif  // SRC_SNAPSHOT_SAME_OBJECTS_H_
