#include "heap/heap_packer.h"

#include <algorithm>

namespace crash_collector {

namespace {

constexpr size_t kTextBytes = size_t{1} << 16;
constexpr size_t kRowsOfChunk = 8192;
constexpr size_t kNumberBytes = 8;  // of a difference, at most
constexpr size_t kTargets = size_t{1} << 16;
// Differences between numbers below this fit into JavaScript's numbers, with their sign.
constexpr uint64_t kMostNumber = uint64_t{1} << 51;
// HeapGraphEdge::kElement of v8-profiler.h: such edges have an index in place of a name.
constexpr uint64_t kElement = 1;

constexpr uint64_t Tail(const char (&text)[9]) {
  uint64_t tail = 0;
  for (size_t i = 0; i < 8; i++) tail = tail << 8 | static_cast<uint8_t>(text[i]);
  return tail;
}
constexpr uint64_t kBeforeNodes = Tail("nodes\":[");
constexpr uint64_t kBeforeEdges = Tail("edges\":[");

// No string of the snapshot holds one of these two texts, because quotes have a backslash before them there.

void Append(std::string* out, uint64_t number) {
  for (; number >= 0x80; number >>= 7) out->push_back(static_cast<char>(number | 0x80));
  out->push_back(static_cast<char>(number));
}

// The difference as a number without a sign.
uint64_t Folded(uint64_t number, uint64_t expected) {
  const auto difference = static_cast<int64_t>(number) - static_cast<int64_t>(expected);
  return difference >= 0 ? static_cast<uint64_t>(difference) * 2 : static_cast<uint64_t>(-difference) * 2 - 1;
}

// The number of names in the list after `key`.
size_t FieldsIn(const std::string& text, const char* key) {
  const size_t begin = text.find(key);
  if (begin == std::string::npos) return 0;
  const size_t first = text.find('[', begin);
  const size_t end = text.find(']', first);
  if (end == std::string::npos) return 0;
  return static_cast<size_t>(std::count(text.begin() + static_cast<std::ptrdiff_t>(first),
                                        text.begin() + static_cast<std::ptrdiff_t>(end), '"')) /
         2;
}

// unpack.js computes the same slot.
size_t TargetSlot(uint64_t type, uint64_t name) {
  const auto hash = static_cast<uint32_t>(type == kElement ? 0 : name) * 0x9e3779b1u;
  return ((hash >> 16) ^ (static_cast<uint32_t>(type) << 12)) & (kTargets - 1);
}

}  // namespace

HeapPacker::HeapPacker(GzipFile* file) : file_(file), last_target_(kTargets) {
  file_->Write(kMagic, sizeof(kMagic) - 1);
}

void HeapPacker::Write(const char* data, size_t size) {
  for (size_t i = 0; i < size; i++) {
    if (in_list_) {
      i += AddRows(data + i, size - i);
      if (i == size) break;
      if (AddToRow(data[i])) continue;
      if (in_list_) GiveUp();
    }
    AddText(data[i]);
  }
}

void HeapPacker::AddText(char byte) {
  text_.push_back(byte);
  if (text_.size() >= kTextBytes) FlushText();
  last_bytes_ = last_bytes_ << 8 | static_cast<uint8_t>(byte);
  if (plain_ || byte != '[') return;
  if (last_bytes_ == kBeforeNodes) {
    // The description of the snapshot stands before the list. It is short, so that text_ still holds it.
    node_columns_ = FieldsIn(text_, "\"node_fields\":[");
    if (node_columns_ >= 3 && node_columns_ <= kMostColumns) BeginList(true);
  }
  if (last_bytes_ == kBeforeEdges && node_columns_ >= 3) BeginList(false);
}

void HeapPacker::BeginList(bool nodes) {
  FlushText();
  in_list_ = true;
  nodes_ = nodes;
  columns_ = nodes ? node_columns_ : kEdgeColumns;
  first_row_ = true;
  row_text_.clear();
  numbers_ = digits_ = 0;
  number_ = 0;
  last_id_ = 0;
  last_name_ = {};
}

// Adds the rows that are in `data` as a whole, which nearly all rows are, and returns how many bytes they take. All
// that is unusual is left to AddToRow.
size_t HeapPacker::AddRows(const char* data, size_t size) {
  constexpr size_t kSureDigits = 15;
  size_t done = 0;
  while (in_list_ && !first_row_ && row_text_.size() <= 1 && numbers_ + digits_ == 0) {
    size_t at = done;
    // If the comma before the row was read already, row_text_ holds it.
    if (row_text_.empty() && (at == size || data[at++] != ',')) return done;
    for (size_t column = 0; column < columns_; column++) {
      const size_t begin = at;
      uint64_t number = 0;
      for (; at < size && data[at] >= '0' && data[at] <= '9'; at++)
        number = number * 10 + static_cast<uint64_t>(data[at] - '0');
      const size_t digits = at - begin;
      if (digits == 0 || digits > kSureDigits || (digits > 1 && data[begin] == '0')) return done;
      if (at == size) return done;
      const bool last = column + 1 == columns_;
      if (data[at] != (last && newlines_ ? '\n' : ',')) return done;
      if (!last || newlines_) at++;
      row_[column] = number;
    }
    numbers_ = columns_;
    if (!EndRow()) {
      // AddToRow fails at the same row, and has its text then.
      numbers_ = 0;
      return done;
    }
    done = at;
  }
  return done;
}

// False for a byte that belongs to no row: the end of the list, or a byte that V8 does not write.
bool HeapPacker::AddToRow(char byte) {
  if (byte >= '0' && byte <= '9') {
    if ((row_text_.empty() && !first_row_) || (digits_ == 1 && number_ == 0)) return false;
    number_ = number_ * 10 + static_cast<uint64_t>(byte - '0');
    if (number_ >= kMostNumber) return false;
    digits_++;
  } else if (digits_ > 0 && numbers_ + 1 == columns_) {
    if (first_row_) newlines_ = byte == '\n';
    if (byte != '\n' && (newlines_ || (byte != ',' && byte != ']'))) return false;
    if (byte == '\n' && !newlines_) return false;
    row_[numbers_++] = number_;
    if (!EndRow()) return false;
    return newlines_ || AddToRow(byte);  // without newlines this byte belongs to the next row
  } else if (byte == ',') {
    if (row_text_.empty() ? first_row_ : digits_ == 0) return false;
    if (digits_ > 0) row_[numbers_++] = number_;
    number_ = 0;
    digits_ = 0;
  } else {
    if (byte == ']' && row_text_.empty()) {
      FlushRows();
      in_list_ = false;
    }
    return false;
  }
  row_text_.push_back(byte);
  return true;
}

bool HeapPacker::EndRow() {
  if (row_[0] >= kTypes) return false;
  if (first_row_) {
    for (size_t i = 0; i < columns_; i++) out_[i].resize(kRowsOfChunk * kNumberBytes);
    std::string head(1, static_cast<char>(nodes_ ? kNodes : kEdges));
    Append(&head, columns_);
    Append(&head, newlines_ ? 1 : 0);
    file_->Write(head.data(), head.size());
  }
  if (nodes_) {
    PutNode();
  } else if (!PutEdge()) {
    return false;
  }
  row_text_.clear();
  first_row_ = false;
  numbers_ = digits_ = 0;
  number_ = 0;
  if (++rows_ == kRowsOfChunk) FlushRows();
  return true;
}

// Keeps the rest of the list as text, beginning with the part of the row that was read.
void HeapPacker::GiveUp() {
  FlushRows();
  in_list_ = false;
  plain_ = true;
  text_ += row_text_;
}

void HeapPacker::Put(size_t column, uint64_t number) {
  uint8_t* const begin = out_[column].data() + used_[column];
  uint8_t* out = begin;
  for (; number >= 0x80; number >>= 7) *out++ = static_cast<uint8_t>(number | 0x80);
  *out++ = static_cast<uint8_t>(number);
  used_[column] += static_cast<size_t>(out - begin);
}

void HeapPacker::PutDifference(size_t column, uint64_t number, uint64_t* expected) {
  const uint64_t folded = Folded(number, *expected);
  *expected = number;
  Put(column, folded);
}

// Writes a node: its type, name and id, and V8's further columns.
void HeapPacker::PutNode() {
  Put(0, row_[0]);
  PutDifference(1, row_[1], &last_name_[row_[0]]);
  PutDifference(2, row_[2], &last_id_);
  for (size_t i = 3; i < columns_; i++) Put(i, row_[i]);
}

// Writes an edge: its type, its name or index, and the node that it leads to. False if it does not lead to the
// beginning of a node.
bool HeapPacker::PutEdge() {
  // Divided in 32 bits, because there are millions of edges and a division of 64 bits takes several times as long.
  if (row_[2] > UINT32_MAX) return false;
  const uint32_t node = static_cast<uint32_t>(row_[2]) / static_cast<uint32_t>(node_columns_);
  if (uint64_t{node} * node_columns_ != row_[2]) return false;
  Put(0, row_[0]);
  PutDifference(1, row_[1], &last_name_[row_[0]]);
  PutDifference(2, node, &last_target_[TargetSlot(row_[0], row_[1])]);
  return true;
}

void HeapPacker::FlushText() {
  if (text_.empty()) return;
  std::string head(1, static_cast<char>(kText));
  Append(&head, text_.size());
  file_->Write(head.data(), head.size());
  file_->Write(text_.data(), text_.size());
  text_.clear();
}

void HeapPacker::FlushRows() {
  if (rows_ == 0) return;
  std::string head(1, static_cast<char>(kRows));
  Append(&head, rows_);
  file_->Write(head.data(), head.size());
  for (size_t i = 0; i < columns_; i++) {
    head.clear();
    Append(&head, used_[i]);
    file_->Write(head.data(), head.size());
    file_->Write(reinterpret_cast<const char*>(out_[i].data()), used_[i]);
    used_[i] = 0;
  }
  rows_ = 0;
}

void HeapPacker::Finish() {
  if (in_list_) GiveUp();
  FlushText();
}

void HeapPacker::WriteSettings(const std::string& json) {
  std::string head(1, static_cast<char>(kSettings));
  Append(&head, json.size());
  file_->Write(head.data(), head.size());
  file_->Write(json.data(), json.size());
}

void HeapPacker::WriteObjects(const std::string& id_prefix, size_t died, const std::vector<KnownObject>& known) {
  std::string rows;
  KnownObject last = {};
  for (const KnownObject& object : known) {
    Append(&rows, object.number - last.number);
    Append(&rows, Folded(object.node, last.node));
    last = object;
  }
  std::string head(1, static_cast<char>(kObjects));
  Append(&head, id_prefix.size());
  head += id_prefix;
  Append(&head, died);
  Append(&head, known.size());
  Append(&head, rows.size());
  file_->Write(head.data(), head.size());
  file_->Write(rows.data(), rows.size());
}

}  // namespace crash_collector
