#include "heap/heap_graph.h"

#include <algorithm>
#include <unordered_map>

namespace crash_collector {

namespace {

constexpr uint32_t kNone = UINT32_MAX;

std::string Text(v8::Isolate* isolate, v8::Local<v8::Value> value) {
  const v8::String::Utf8Value text(isolate, value);
  constexpr size_t kMost = 200;
  return *text == nullptr ? "" : std::string(*text, std::min<size_t>(text.length(), kMost));
}

bool IsObject(const v8::HeapGraphNode* node) {
  switch (node->GetType()) {
    case v8::HeapGraphNode::kObject:
    case v8::HeapGraphNode::kClosure:
    case v8::HeapGraphNode::kRegExp:
    case v8::HeapGraphNode::kNative: return true;
    default: return false;
  }
}

}  // namespace

HeapGraph::HeapGraph(const v8::HeapSnapshot* snapshot) {
  Number(snapshot);
  WalkFromRoot();
  FindDominators();
  SumRetained();
}

void HeapGraph::Number(const v8::HeapSnapshot* snapshot) {
  const int count = snapshot->GetNodesCount();
  nodes_.reserve(count);
  std::unordered_map<const v8::HeapGraphNode*, uint32_t> numbers;
  numbers.reserve(count);
  size_t edge_count = 0;
  for (int i = 0; i < count; i++) {
    const v8::HeapGraphNode* node = snapshot->GetNode(i);
    numbers.emplace(node, static_cast<uint32_t>(i));
    nodes_.push_back(node);
    edge_count += node->GetChildrenCount();
    total_bytes_ += node->GetShallowSize();
  }
  root_ = numbers.at(snapshot->GetRoot());
  edge_begin_.reserve(nodes_.size() + 1);
  edges_.reserve(edge_count);
  edge_index_.reserve(edge_count);
  for (const v8::HeapGraphNode* node : nodes_) {
    edge_begin_.push_back(static_cast<uint32_t>(edges_.size()));
    for (int i = 0; i < node->GetChildrenCount(); i++) {
      const v8::HeapGraphEdge* edge = node->GetChild(i);
      // A weak edge keeps nothing alive, and a shortcut must not be followed for sizes (HeapGraphEdge in
      // v8-profiler.h).
      if (edge->GetType() == v8::HeapGraphEdge::kWeak || edge->GetType() == v8::HeapGraphEdge::kShortcut) continue;
      const auto found = numbers.find(edge->GetToNode());
      if (found == numbers.end()) continue;
      edges_.push_back(found->second);
      edge_index_.push_back(static_cast<uint32_t>(i));
    }
  }
  edge_begin_.push_back(static_cast<uint32_t>(edges_.size()));
}

// Walks breadth first for the shortest paths, then depth first for the order in which dominators are found.
void HeapGraph::WalkFromRoot() {
  parent_.assign(nodes_.size(), kNone);
  parent_edge_.assign(nodes_.size(), kNone);
  parent_[root_] = root_;
  order_.push_back(root_);
  for (size_t next = 0; next < order_.size(); next++) {
    const uint32_t node = order_[next];
    for (uint32_t e = edge_begin_[node]; e < edge_begin_[node + 1]; e++) {
      if (parent_[edges_[e]] != kNone) continue;
      parent_[edges_[e]] = node;
      parent_edge_[edges_[e]] = edge_index_[e];
      order_.push_back(edges_[e]);
    }
  }

  std::vector<bool> seen(nodes_.size());
  std::vector<std::pair<uint32_t, uint32_t>> stack;  // node, next edge
  postorder_.reserve(order_.size());
  seen[root_] = true;
  stack.emplace_back(root_, edge_begin_[root_]);
  while (!stack.empty()) {
    auto& [node, edge] = stack.back();
    if (edge == edge_begin_[node + 1]) {
      postorder_.push_back(node);
      stack.pop_back();
      continue;
    }
    const uint32_t child = edges_[edge++];
    if (seen[child]) continue;
    seen[child] = true;
    stack.emplace_back(child, edge_begin_[child]);
  }
}

// K. Cooper, T. Harvey, K. Kennedy, "A Simple, Fast Dominance Algorithm" (2001).
void HeapGraph::FindDominators() {
  std::vector<uint32_t> rank(nodes_.size(), kNone);
  for (uint32_t i = 0; i < postorder_.size(); i++) rank[postorder_[i]] = i;

  std::vector<uint32_t> begin(nodes_.size() + 1);
  for (const uint32_t node : postorder_) {
    for (uint32_t e = edge_begin_[node]; e < edge_begin_[node + 1]; e++) begin[edges_[e] + 1]++;
  }
  for (size_t i = 1; i < begin.size(); i++) begin[i] += begin[i - 1];
  std::vector<uint32_t> holders(begin.back());
  std::vector<uint32_t> filled(begin.begin(), begin.end() - 1);
  for (const uint32_t node : postorder_) {
    for (uint32_t e = edge_begin_[node]; e < edge_begin_[node + 1]; e++) holders[filled[edges_[e]]++] = node;
  }

  dominator_.assign(nodes_.size(), kNone);
  dominator_[root_] = root_;
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = postorder_.size() - 1; i-- > 0;) {
      const uint32_t node = postorder_[i];
      uint32_t common = kNone;
      for (uint32_t h = begin[node]; h < begin[node + 1]; h++) {
        uint32_t holder = holders[h];
        if (dominator_[holder] == kNone) continue;
        if (common == kNone) {
          common = holder;
          continue;
        }
        while (holder != common) {
          while (rank[holder] < rank[common]) holder = dominator_[holder];
          while (rank[common] < rank[holder]) common = dominator_[common];
        }
      }
      if (common == dominator_[node]) continue;
      dominator_[node] = common;
      changed = true;
    }
  }
}

void HeapGraph::SumRetained() {
  retained_.assign(nodes_.size(), 0);
  for (const uint32_t node : postorder_) retained_[node] += nodes_[node]->GetShallowSize();
  // A node's postorder number is smaller than that of its dominator.
  for (const uint32_t node : postorder_) {
    if (node != root_) retained_[dominator_[node]] += retained_[node];
  }
}

std::string HeapGraph::ClassOf(v8::Isolate* isolate, uint32_t number) const {
  const v8::HeapGraphNode* node = nodes_[number];
  switch (node->GetType()) {
    case v8::HeapGraphNode::kObject:
    case v8::HeapGraphNode::kNative: return Text(isolate, node->GetName());
    case v8::HeapGraphNode::kClosure: return "Function";
    case v8::HeapGraphNode::kRegExp: return "RegExp";
    case v8::HeapGraphNode::kString:
    case v8::HeapGraphNode::kConsString:
    case v8::HeapGraphNode::kSlicedString: return "(string)";
    case v8::HeapGraphNode::kArray: return "(array)";
    case v8::HeapGraphNode::kCode: return "(code)";
    case v8::HeapGraphNode::kHeapNumber: return "(number)";
    case v8::HeapGraphNode::kBigInt: return "(bigint)";
    case v8::HeapGraphNode::kSymbol: return "(symbol)";
    case v8::HeapGraphNode::kSynthetic: return "(roots)";
    default: return "(internal)";
  }
}

std::vector<HeapGraph::ClassRow> HeapGraph::Classes(v8::Isolate* isolate) const {
  std::unordered_map<std::string, uint32_t> numbers;
  std::vector<ClassRow> rows;
  std::vector<uint32_t> row_of(nodes_.size(), kNone);
  for (const uint32_t node : order_) {
    const v8::HandleScope scope(isolate);
    std::string name = ClassOf(isolate, node);
    const auto [found, is_new] = numbers.emplace(name, static_cast<uint32_t>(rows.size()));
    if (is_new) rows.push_back({std::move(name), 0, 0, 0});
    row_of[node] = found->second;
    rows[found->second].count++;
    rows[found->second].shallow_bytes += nodes_[node]->GetShallowSize();
  }

  // Walks down the tree of dominators. The retained size of an instance counts if no dominator above it is of the same
  // class.
  std::vector<uint32_t> begin(nodes_.size() + 1);
  for (const uint32_t node : order_) {
    if (node != root_) begin[dominator_[node] + 1]++;
  }
  for (size_t i = 1; i < begin.size(); i++) begin[i] += begin[i - 1];
  std::vector<uint32_t> dominated(begin.back());
  std::vector<uint32_t> filled(begin.begin(), begin.end() - 1);
  for (const uint32_t node : order_) {
    if (node != root_) dominated[filled[dominator_[node]]++] = node;
  }
  std::vector<uint32_t> above(rows.size());
  std::vector<std::pair<uint32_t, uint32_t>> stack;
  const auto enter = [&](uint32_t node) {
    if (above[row_of[node]]++ == 0) rows[row_of[node]].retained_bytes += retained_[node];
    stack.emplace_back(node, begin[node]);
  };
  enter(root_);
  while (!stack.empty()) {
    auto& [node, next] = stack.back();
    if (next == begin[node + 1]) {
      above[row_of[node]]--;
      stack.pop_back();
      continue;
    }
    enter(dominated[next++]);
  }
  std::sort(rows.begin(), rows.end(),
            [](const ClassRow& a, const ClassRow& b) { return a.retained_bytes > b.retained_bytes; });
  return rows;
}

std::vector<HeapGraph::Step> HeapGraph::PathTo(v8::Isolate* isolate, uint32_t node) const {
  std::vector<Step> path;
  for (; node != root_; node = parent_[node]) {
    const v8::HeapGraphEdge* edge = nodes_[parent_[node]]->GetChild(static_cast<int>(parent_edge_[node]));
    path.push_back({Text(isolate, edge->GetName()), ClassOf(isolate, node)});
  }
  std::reverse(path.begin(), path.end());
  return path;
}

std::vector<HeapGraph::Retainer> HeapGraph::Retainers(v8::Isolate* isolate, size_t most) const {
  // The retained size of the largest object below each node.
  std::vector<size_t> largest_below(nodes_.size());
  for (const uint32_t node : postorder_) {
    if (node == root_) continue;
    size_t& below = largest_below[dominator_[node]];
    below = std::max(below, IsObject(nodes_[node]) ? retained_[node] : largest_below[node]);
  }
  constexpr double kMostlyOne = 0.9;
  std::vector<uint32_t> found;
  for (const uint32_t node : order_) {
    if (IsObject(nodes_[node]) &&
        static_cast<double>(largest_below[node]) < kMostlyOne * static_cast<double>(retained_[node])) {
      found.push_back(node);
    }
  }
  const size_t count = std::min(most, found.size());
  std::partial_sort(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(count), found.end(),
                    [this](uint32_t a, uint32_t b) { return retained_[a] > retained_[b]; });
  std::vector<Retainer> retainers;
  for (size_t i = 0; i < count; i++) {
    const v8::HandleScope scope(isolate);
    const uint32_t node = found[i];
    retainers.push_back(
        {ClassOf(isolate, node), nodes_[node]->GetShallowSize(), retained_[node], PathTo(isolate, node)});
  }
  return retainers;
}

}  // namespace crash_collector
