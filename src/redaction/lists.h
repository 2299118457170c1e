// Judges the elements of flat lists: names and values in turn, as in `rawHeaders`, and the arguments of commands.
#ifndef SRC_REDACTION_LISTS_H_
#define SRC_REDACTION_LISTS_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "redaction/commands.h"
#include "redaction/redactor.h"

namespace crash_collector {

// A list as its owner reads it.
class ListTexts {
 public:
  virtual uint32_t size() const = 0;
  // False if the element is no text or longer than any name.
  virtual bool TextAt(uint32_t index, std::string* text) = 0;

 protected:
  ~ListTexts() = default;
};

// Lives as long as one list is read. Most lists are judged by one element after the other; only a sensitive name or an
// option makes it look at the whole list.
class ListJudge {
 public:
  // `list` must outlive the judge.
  ListJudge(const Redactor& redactor, ListTexts* list) : redactor_(redactor), list_(list) {}
  ListJudge(const ListJudge&) = delete;
  ListJudge& operator=(const ListJudge&) = delete;

  // The flags of an element because of its place in the list. Elements must be judged in their order. `text` is empty
  // if the element is no text.
  NameFlags Judge(uint32_t index, std::string_view text);

 private:
  // What an option says of the element after it.
  enum class Expected : uint8_t { kNothing, kSecret, kUserSecret, kMaybeSecret };

  NameFlags FlagsBy(Expected expected, std::string_view text) const;
  NameFlags FlagsOfOption(uint32_t index, std::string_view text);
  NameFlags FlagsAfterName(uint32_t index, std::string_view text);
  bool IsNamesAndValues();
  void LookAtOptions();

  const Redactor& redactor_;
  ListTexts* const list_;
  uint32_t next_index_ = 0;
  NameFlags next_flags_ = kNameHarmless;
  Expected next_ = Expected::kNothing;
  uint32_t secret_until_ = 0;
  int8_t names_and_values_ = -1;  // not known yet
  bool knows_options_ = false;
  bool has_command_ = false;
  bool has_user_ = false;  // an option `-u`
  SecretOptions options_;
};

}  // namespace crash_collector

#endif  // SRC_REDACTION_LISTS_H_
