// Packs the JSON of a heap snapshot before it is compressed: numbers become differences from their expected values,
// column by column. packages/inspect/heap-snapshot/unpack.js makes the same text again, byte by byte.
#ifndef SRC_HEAP_HEAP_PACKER_H_
#define SRC_HEAP_HEAP_PACKER_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "heap/gzip_file.h"

namespace crash_collector {

// The packed form begins with kMagic. Chunks follow: each is a byte for its kind, and the contents that stand beside
// the kind here. Numbers are LEB128.
class HeapPacker {
 public:
  static constexpr char kMagic[] = "CCHEAP1\n";
  enum Chunk : uint8_t {
    kText = 0,   // length, bytes as they are
    kNodes = 1,  // a list of nodes begins: number of columns, and 1 if each row ends with a newline
    kEdges = 2,  // a list of edges begins
    kRows = 3,   // number of rows, and of each column its length and its numbers
    // The last two kinds are no part of the JSON. They come before it, and connect the dump with it.
    kSettings = 4,  // length, JSON
    kObjects = 5,   // length of a prefix, the prefix; number of objects that have died; number of objects that follow;
                    // length; for each object the number that makes its objectId with the prefix, and the id of its
                    // node, both as differences
  };

  explicit HeapPacker(GzipFile* file);
  HeapPacker(const HeapPacker&) = delete;
  HeapPacker& operator=(const HeapPacker&) = delete;

  void Write(const char* data, size_t size);
  void Finish();

  struct KnownObject {
    uint32_t number;  // ascending
    uint32_t node;
  };
  // Both are to be called before the first Write.
  void WriteSettings(const std::string& json);
  void WriteObjects(const std::string& id_prefix, size_t died, const std::vector<KnownObject>& known);

 private:
  static constexpr size_t kMostColumns = 16;
  static constexpr size_t kEdgeColumns = 3;
  static constexpr size_t kTypes = 64;

  void AddText(char byte);
  void BeginList(bool nodes);
  size_t AddRows(const char* data, size_t size);
  bool AddToRow(char byte);
  bool EndRow();
  void GiveUp();
  void PutNode();
  bool PutEdge();
  void Put(size_t column, uint64_t number);
  void PutDifference(size_t column, uint64_t number, uint64_t* expected);
  void FlushText();
  void FlushRows();

  GzipFile* file_;
  std::string text_;
  uint64_t last_bytes_ = 0;  // the last eight of the text, the newest in the lowest byte
  bool in_list_ = false;
  bool plain_ = false;  // the input is not what V8 writes: the rest is kept as text

  // The list that is being read.
  bool nodes_ = false;
  size_t columns_ = 0;
  size_t node_columns_ = 0;  // edges name a node by the index of its first number
  // True if each row ends with a newline, as in V8 12 and before (test/workarounds/heap-snapshot-rows.js, Node.js 20
  // and 22).
  bool newlines_ = false;
  bool first_row_ = true;
  std::string row_text_;  // of the row that has not ended
  std::array<uint64_t, kMostColumns> row_ = {};
  size_t numbers_ = 0;  // numbers of the row that have ended
  size_t digits_ = 0;   // of the number under way
  uint64_t number_ = 0;

  size_t rows_ = 0;
  std::array<std::vector<uint8_t>, kMostColumns> out_;  // each as large as a chunk may be
  std::array<size_t, kMostColumns> used_ = {};
  uint64_t last_id_ = 0;
  std::array<uint64_t, kTypes> last_name_ = {};  // the last name of each type of node or edge
  std::vector<uint64_t> last_target_;            // the last target by type and name of the edge
};

}  // namespace crash_collector

#endif  // SRC_HEAP_HEAP_PACKER_H_
