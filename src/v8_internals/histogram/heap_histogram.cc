#include "v8_internals/histogram/heap_histogram.h"

#include <uv.h>

#include <algorithm>
#include <map>
#include <utility>

#include "v8_internals/heap/marking_probe.h"
#include "v8_internals/histogram/map_index.h"

namespace crash_collector {

namespace {

// Objects of each group that are looked at again after the collection, for each thread that reads pages.
constexpr size_t kSamples = 16;

// Groups whose samples are looked at: the collection would take longer with more, and the others are small.
constexpr size_t kSampledGroups = 1000;

// Strings and arrays of about the same size are a group of their own, because small ones are garbage more often than
// large ones, which are most of the bytes.
constexpr size_t kSizes = 20;

// In a page that holds one large object, it begins behind the header of the page, which has less than so many words.
constexpr size_t kMostHeaderWords = 1024;

// Larger objects have a page of their own.
constexpr size_t kLargeWords = 8 * 1024;
constexpr size_t kMostWords = size_t{1} << 30;

struct Tally {
  size_t count = 0;
  size_t words = 0;
  Tagged samples[kSamples] = {};

  size_t sample_count() const { return std::min(count, kSamples); }
};

// Objects of one map are a group, or several groups if they differ in size.
class Groups {
 public:
  explicit Groups(const MapIndex& maps) {
    for (size_t i = 0; i < maps.size(); i++) {
      first_.push_back(map_of_.size());
      map_of_.insert(map_of_.end(), maps.entry(i).words == 0 ? kSizes : 1, i);
    }
    first_.push_back(map_of_.size());
  }

  size_t Of(size_t map, size_t words) const {
    const size_t first = first_[map];
    if (first_[map + 1] - first == 1) return first;
    size_t size = 0;
    while (words > 1 && size + 1 < kSizes) {
      words /= 2;
      size++;
    }
    return first + size;
  }

  size_t size() const { return map_of_.size(); }
  size_t MapOf(size_t group) const { return map_of_[group]; }

 private:
  std::vector<size_t> first_;  // group of each map
  std::vector<size_t> map_of_;
};

// Counts the objects in the pages that one thread reads.
class Counter {
 public:
  Counter(const MapIndex& maps, const Groups& groups) : maps_(maps), groups_(groups), tallies_(groups.size()) {}

  void Count(uintptr_t page, const uintptr_t* words) {
    for (size_t i = 0; i + 2 < HeapPages::kPageWords; i++) {
      const size_t index = maps_.Find(words[i]);
      if (index == MapIndex::kNone) continue;
      const size_t size = SizeOf(maps_.entry(index), words + i, HeapPages::kPageWords - i, i < kMostHeaderWords);
      if (size == 0) continue;
      Tally& tally = tallies_[groups_.Of(index, size)];
      tally.words += size;
      const Tagged object = page + i * sizeof(uintptr_t) + 1;
      if (tally.count < kSamples) {
        tally.samples[tally.count] = object;
      } else if (const size_t place = Random() % (tally.count + 1); place < kSamples) {
        tally.samples[place] = object;  // so that each object is a sample with the same probability
      }
      tally.count++;
      i += std::min(size, HeapPages::kPageWords - i) - 1;
    }
  }

  const Tally& tally(size_t group) const { return tallies_[group]; }

 private:
  // In words. Zero if the words are no object of this map, or of a kind whose size is not known.
  size_t SizeOf(const MapEntry& entry, const uintptr_t* words, size_t left, bool may_be_large) const {
    size_t size = entry.words;
    switch (entry.kind) {
      case MapKind::kObject:
      case MapKind::kFunction:
        // Properties, or a hash; elements.
        if ((!IsObject(words[1]) && !IsSmi(words[1])) || !IsObject(words[2])) return 0;
        break;
      case MapKind::kString:
        if (entry.bytes_a_unit > 0) size = 2 + (MapIndex::StringLength(words[1]) * entry.bytes_a_unit + 7) / 8;
        break;
      case MapKind::kArray: size = 2 + maps_.ArrayLength(words[1]); break;
      case MapKind::kNumber:
      case MapKind::kOther: break;
    }
    return size <= left || (may_be_large && size > kLargeWords && size < kMostWords) ? size : 0;
  }

  uint64_t Random() {
    random_ ^= random_ << 13;
    random_ ^= random_ >> 7;
    random_ ^= random_ << 17;
    return random_;
  }

  const MapIndex& maps_;
  const Groups& groups_;
  std::vector<Tally> tallies_;
  uint64_t random_ = 0x9e3779b97f4a7c15;
};

struct Group {
  const MapEntry* entry;
  size_t count = 0;
  size_t words = 0;
  std::vector<v8::Global<v8::Object>> samples;  // weak, so that they do not live longer
  size_t sampled = 0;
};

// Those with most bytes first.
std::vector<Group> CountedGroups(v8::Isolate* isolate, const MapIndex& maps, const Groups& groups,
                                 const std::vector<Counter>& counters) {
  std::vector<std::pair<size_t, size_t>> order;  // words, group
  for (size_t i = 0; i < groups.size(); i++) {
    size_t words = 0;
    for (const Counter& counter : counters) words += counter.tally(i).words;
    if (words > 0) order.emplace_back(words, i);
  }
  std::sort(order.rbegin(), order.rend());
  std::vector<Group> counted;
  counted.reserve(order.size());
  for (const auto& [words, index] : order) {
    Group group{&maps.entry(groups.MapOf(index)), 0, words, {}, 0};
    for (const Counter& counter : counters) {
      const Tally& tally = counter.tally(index);
      group.count += tally.count;
      if (counted.size() >= kSampledGroups) continue;
      for (size_t s = 0; s < tally.sample_count(); s++) {
        v8::Global<v8::Object> sample(isolate, HandleAt(tally.samples[s]));
        sample.SetWeak();
        group.samples.push_back(std::move(sample));
      }
    }
    group.sampled = group.samples.size();
    counted.push_back(std::move(group));
  }
  return counted;
}

const char* NameOf(MapKind kind) {
  switch (kind) {
    case MapKind::kString: return "(string)";
    case MapKind::kArray: return "(array)";
    case MapKind::kNumber: return "(number)";
    case MapKind::kFunction: return "Function";
    case MapKind::kObject: return "(object)";
    case MapKind::kOther: break;
  }
  return "(system)";
}

// Call this after the collection, which has emptied the handles of garbage.
std::string NameOf(v8::Isolate* isolate, const MapIndex& maps, const Group& found) {
  if (found.entry->kind != MapKind::kObject) return NameOf(found.entry->kind);
  for (const v8::Global<v8::Object>& sample : found.samples) {
    if (sample.IsEmpty()) continue;
    const v8::HandleScope scope(isolate);
    v8::Local<v8::Object> object = sample.Get(isolate);
    if (!maps.ReadsAsJsObject(TaggedOf(object))) continue;
    const v8::String::Utf8Value name(isolate, object->GetConstructorName());
    if (*name != nullptr) return *name;
  }
  return NameOf(MapKind::kObject);
}

void AddRows(v8::Isolate* isolate, const MapIndex& maps, const std::vector<Group>& groups, size_t most_rows,
             HeapHistogram* histogram) {
  std::map<std::string, HeapHistogram::Row> by_name;
  for (const Group& found : groups) {
    const auto is_alive = [](const v8::Global<v8::Object>& sample) { return !sample.IsEmpty(); };
    const size_t alive = static_cast<size_t>(std::count_if(found.samples.begin(), found.samples.end(), is_alive));
    const double share = found.sampled == 0 ? 1 : static_cast<double>(alive) / static_cast<double>(found.sampled);
    if (share == 0) continue;
    HeapHistogram::Row& row = by_name[NameOf(isolate, maps, found)];
    const auto count = static_cast<size_t>(static_cast<double>(found.count) * share);
    const auto bytes = static_cast<size_t>(static_cast<double>(found.words * sizeof(uintptr_t)) * share);
    row.count += count;
    row.bytes += bytes;
    histogram->count += count;
    histogram->bytes += bytes;
  }
  for (auto& [name, row] : by_name) {
    row.name = name;
    histogram->rows.push_back(std::move(row));
  }
  std::sort(histogram->rows.begin(), histogram->rows.end(),
            [](const HeapHistogram::Row& a, const HeapHistogram::Row& b) { return a.bytes > b.bytes; });
  if (histogram->rows.size() > most_rows) {
    histogram->left_out = histogram->rows.size() - most_rows;
    histogram->rows.resize(most_rows);
  }
}

// In the first search, false if V8 was marking already: the samples that are left may be garbage.
bool Search(v8::Isolate* isolate, size_t most_rows, uint64_t deadline_ns, bool first, HeapHistogram* histogram) {
  const v8::HandleScope scope(isolate);
  const MarkingProbe marking(isolate);
  const MapIndex maps(isolate, deadline_ns);
  histogram->known = maps.known();
  if (!maps.known()) return true;
  const Groups groups(maps);
  std::vector<Counter> counters(HeapPages::kMostWorkers, Counter(maps, groups));
  histogram->complete = maps.complete() &&
                        maps.pages().ForEach({deadline_ns}, [&](size_t worker, uintptr_t page, const uintptr_t* words) {
                          counters[worker].Count(page, words);
                        });
  const std::vector<Group> counted = CountedGroups(isolate, maps, groups, counters);
  // One full collection, as in task_finder.cc. It empties the handles of garbage.
  isolate->MemoryPressureNotification(v8::MemoryPressureLevel::kCritical);
  isolate->MemoryPressureNotification(v8::MemoryPressureLevel::kNone);
  if (first && marking.had_begun() && uv_hrtime() < deadline_ns) return false;
  AddRows(isolate, maps, counted, most_rows, histogram);
  return true;
}

}  // namespace

HeapHistogram ReadHeapHistogram(v8::Isolate* isolate, size_t most_rows, uint64_t deadline_ns) {
  HeapHistogram histogram;
  if (!Search(isolate, most_rows, deadline_ns, true, &histogram)) {
    Search(isolate, most_rows, deadline_ns, false, &histogram);
  }
  return histogram;
}

}  // namespace crash_collector
