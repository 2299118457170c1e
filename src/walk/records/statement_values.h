// Hides the values of a statement of SQL that stand apart from it: `{ text: 'UPDATE users SET password = $1', values:
// ['…'] }`, and the variables `sql` and `params` of a function.
#ifndef SRC_WALK_RECORDS_STATEMENT_VALUES_H_
#define SRC_WALK_RECORDS_STATEMENT_VALUES_H_

#include <v8.h>

#include <cstdint>
#include <string>
#include <vector>

#include "redaction/redactor.h"
#include "walk/records/value_writer.h"

namespace crash_collector {

class StatementValues {
 public:
  explicit StatementValues(ValueWriter* values) : values_(values) {}

  // Call this for a value that may be a statement, before the record of the list beside it is written. `holder` is
  // the object or the scope that has both.
  void Note(v8::Local<v8::Value> statement, v8::Local<v8::Object> holder);

  // The flags of an element by the statement of its list.
  NameFlags FlagsOf(v8::Local<v8::Object> list, uint32_t index) const;

 private:
  struct List {
    v8::Global<v8::Object> object;
    std::vector<Placeholder> placeholders;
  };

  ValueWriter* const values_;
  std::vector<List> lists_;
  std::string utf8_;
};

}  // namespace crash_collector

#endif  // SRC_WALK_RECORDS_STATEMENT_VALUES_H_
