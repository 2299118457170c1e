// A heap snapshot of V8 as a graph in plain arrays: which node holds which, how much each keeps alive, and how it is
// reached.
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
  // The snapshot must outlive the graph.
  explicit HeapGraph(const v8::HeapSnapshot* snapshot);

  struct ClassRow {
    std::string name;
    size_t count = 0;
    size_t shallow_bytes = 0;
    size_t retained_bytes = 0;  // bytes that would be freed with all instances, each counted once
  };
  // By constructor, largest retained size first.
  std::vector<ClassRow> Classes(v8::Isolate* isolate) const;

  struct Step {
    std::string edge;  // property, variable or index
    std::string node;  // class of the node that the edge leads to
  };
  struct Retainer {
    std::string name;
    size_t shallow_bytes = 0;
    size_t retained_bytes = 0;
    std::vector<Step> path;  // the shortest one, from the root
  };
  // The objects that keep most alive. Of a chain in which each object keeps little more alive than the next one, only
  // the last is listed.
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
  std::vector<uint32_t> edge_begin_;  // node i has edges_[edge_begin_[i]] to edges_[edge_begin_[i + 1]]
  std::vector<uint32_t> edges_;       // number of the node that each edge leads to
  std::vector<uint32_t> edge_index_;  // V8's index of each edge, parallel to edges_
  std::vector<uint32_t> order_;       // reached nodes in the order of their distance from the root
  std::vector<uint32_t> postorder_;   // of a depth-first walk; the root is last
  std::vector<uint32_t> parent_;      // the parent on the shortest path
  std::vector<uint32_t> parent_edge_;
  std::vector<uint32_t> dominator_;
  std::vector<size_t> retained_;
  uint32_t root_ = 0;
  size_t total_bytes_ = 0;
};

}  // namespace crash_collector

#endif  // SRC_HEAP_HEAP_GRAPH_H_
