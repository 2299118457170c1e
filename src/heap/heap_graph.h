// V8's heap snapshot as a graph in plain arrays: who holds whom, what each keeps alive, and how it is reached.
#ifndef SRC_HEAP_HEAP_GRAPH_H_
#define SRC_HEAP_HEAP_GRAPH_H_

#include <v8-profiler.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace crash_collector {

class HeapGraph {
 public:
  // Takes what it needs; the snapshot must outlive it.
  explicit HeapGraph(const v8::HeapSnapshot* snapshot);

  struct ClassRow {
    std::string name;
    size_t count = 0;
    size_t shallow_bytes = 0;
    size_t retained_bytes = 0;  // what would be freed with all instances, each byte once
  };
  // By constructor, largest retained size first.
  std::vector<ClassRow> Classes(v8::Isolate* isolate) const;

  struct Step {
    std::string edge;  // property, variable or index
    std::string node;  // class of what it leads to
  };
  struct Retainer {
    std::string name;
    size_t shallow_bytes = 0;
    size_t retained_bytes = 0;
    std::vector<Step> path;  // shortest one, from the root
  };
  // Objects that keep most alive. Of a chain in which each keeps little more than the next, the last.
  std::vector<Retainer> Retainers(v8::Isolate* isolate, size_t most) const;

  size_t total_bytes() const { return total_bytes_; }
  size_t node_count() const { return nodes_.size(); }

 private:
  void Number(const v8::HeapSnapshot* snapshot);
  void WalkFromRoot();
  void FindDominators();
  void SumRetained();
  std::string ClassOf(v8::Isolate* isolate, uint32_t node) const;
  std::vector<Step> PathTo(v8::Isolate* isolate, uint32_t node) const;

  std::vector<const v8::HeapGraphNode*> nodes_;
  std::vector<uint32_t> edge_begin_;  // of node i: edges_[edge_begin_[i]] to edges_[edge_begin_[i + 1]]
  std::vector<uint32_t> edges_;       // numbers of the nodes that they lead to
  std::vector<uint32_t> edge_index_;  // of V8's edge, beside edges_
  std::vector<uint32_t> order_;       // reached nodes in the order of their distance from the root
  std::vector<uint32_t> postorder_;   // of a depth-first walk; the root is last
  std::vector<uint32_t> parent_;      // on the shortest path
  std::vector<uint32_t> parent_edge_;
  std::vector<uint32_t> dominator_;
  std::vector<size_t> retained_;
  uint32_t root_ = 0;
  size_t total_bytes_ = 0;
};

}  // namespace crash_collector

#endif  // SRC_HEAP_HEAP_GRAPH_H_
