#include "v8_internals/heap/task_finder.h"

#include <uv.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

#include "base/clock.h"
#include "base/page_copies.h"
#include "v8_internals/heap/heap_pages.h"
#include "v8_internals/heap/marking_probe.h"

namespace crash_collector {

namespace {

enum class Kind : uint8_t { kOther, kTask, kTimer };

// Tells the kind of an object by its map. Each map is looked at once.
class MapKinds {
 public:
  explicit MapKinds(const HeapLayout& layout) : layout_(layout), slots_(kSlots) {}

  Kind Of(uintptr_t map) {
    Slot& slot = slots_[((map >> 3) ^ (map >> 17)) & (kSlots - 1)];
    if (slot.map != map) slot = {map, Look(map)};
    return slot.kind;
  }

 private:
  struct Slot {
    uintptr_t map = 0;
    Kind kind = Kind::kOther;
  };
  static constexpr size_t kSlots = 1 << 13;

  // `map` may be any word.
  Kind Look(uintptr_t map) const {
    std::array<uintptr_t, kMapWords> words;
    uint16_t type_of_map = 0;
    if (!IsObject(map) || !ReadWithCopies(map - 1, words.data(), sizeof(words)) || !IsObject(words[0]) ||
        !ReadWithCopies(words[0] - 1 + HeapLayout::kInstanceTypeOffset, &type_of_map, sizeof(type_of_map)) ||
        type_of_map != layout_.map_type) {
      return Kind::kOther;
    }
    uint16_t type;
    std::memcpy(&type, reinterpret_cast<const char*>(words.data()) + HeapLayout::kInstanceTypeOffset, sizeof(type));
    if (layout_.IsTaskType(type)) return Kind::kTask;
    return words[layout_.map_prototype] == layout_.timer_prototype ? Kind::kTimer : Kind::kOther;
  }

  static constexpr size_t kMapWords = 9;

  const HeapLayout& layout_;
  std::vector<Slot> slots_;
};

// Addresses of the objects that were found.
struct Addresses {
  std::vector<Tagged> tasks;
  std::vector<Tagged> timers;
};

// Finds objects in the pages that one thread reads.
class Scan {
 public:
  Scan(const HeapLayout& layout, size_t most) : layout_(layout), most_(most), kinds_(layout) {}

  // The words of an object are its map, its further properties or its hash, its elements, and the fields of its kind.
  void Look(uintptr_t page, const uintptr_t* words) {
    const uintptr_t empty = layout_.empty_array;
    for (size_t i = 0; i + kObjectWords < HeapPages::kPageWords; i++) {
      if (words[i + 2] != empty || (words[i + 1] != empty && !IsSmi(words[i + 1])) || !IsObject(words[i])) continue;
      const Kind kind = kinds_.Of(words[i]);
      if (kind == Kind::kOther) continue;
      const Tagged object = page + i * sizeof(uintptr_t) + 1;
      if (kind == Kind::kTimer && found_.timers.size() < most_) found_.timers.push_back(object);
      if (kind == Kind::kTask && IsSuspended(words + i) && found_.tasks.size() < most_) found_.tasks.push_back(object);
    }
  }

  const Addresses& found() const { return found_; }

 private:
  // No more than these words of an object are read.
  static constexpr size_t kObjectWords = 10;

  static bool IsSuspended(const uintptr_t* words) {
    const uintptr_t continuation = words[HeapLayout::kGeneratorContinuation];
    return IsObject(words[HeapLayout::kGeneratorFunction]) && IsSmi(continuation) && SmiValue(continuation) >= 0;
  }

  const HeapLayout& layout_;
  const size_t most_;
  MapKinds kinds_;
  Addresses found_;
};

// In the order of the memory, however many threads there were.
std::vector<Tagged> Merge(const std::vector<Scan>& scans, std::vector<Tagged> Addresses::*list, size_t most) {
  std::vector<Tagged> all;
  for (const Scan& scan : scans) all.insert(all.end(), (scan.found().*list).begin(), (scan.found().*list).end());
  std::sort(all.begin(), all.end());
  if (all.size() > most) all.resize(most);
  return all;
}

// `*complete` becomes false if not all pages were read, or if there are too many objects.
Addresses ScanPages(const HeapPages& pages, const HeapLayout& layout, const Deadline& deadline, size_t most,
                    bool* complete) {
  std::vector<Scan> scans(HeapPages::kMostWorkers, Scan(layout, most));
  const bool in_time = pages.ForEach(
      deadline, [&](size_t worker, uintptr_t page, const uintptr_t* words) { scans[worker].Look(page, words); });
  Addresses found{Merge(scans, &Addresses::tasks, most), Merge(scans, &Addresses::timers, most)};
  *complete = in_time && found.tasks.size() < most && found.timers.size() < most;
  return found;
}

// Weak handles of the found objects, which may be garbage that waits for its collection. A weak handle does not keep an
// object alive, and is empty once V8 has collected the object.
class WeakHandles {
 public:
  WeakHandles(v8::Isolate* isolate, const std::vector<Tagged>& objects) : handles_(objects.size()) {
    for (size_t i = 0; i < objects.size(); i++) {
      handles_[i].Reset(isolate, HandleAt(objects[i]));
      handles_[i].SetWeak();
    }
  }

  std::vector<v8::Local<v8::Object>> Alive(v8::Isolate* isolate) const {
    std::vector<v8::Local<v8::Object>> alive;
    for (const v8::Global<v8::Object>& handle : handles_) {
      if (!handle.IsEmpty()) alive.push_back(handle.Get(isolate));
    }
    return alive;
  }

 private:
  std::vector<v8::Global<v8::Object>> handles_;
};

// In the first search, false if V8 was marking already: garbage may be among the objects that are left, and none of
// them was looked at.
bool Search(v8::Isolate* isolate, const TaskProbes& probes, const Deadline& deadline, size_t most, bool first,
            FoundTasks* found) {
  const uint64_t started = uv_hrtime();
  const MarkingProbe marking(isolate);
  v8::Local<v8::Object> young = v8::Object::New(isolate);
  // Learnt now, because a collection may have moved the objects that it knows.
  const std::optional<HeapLayout> layout = HeapLayout::Learn(probes);
  if (!layout) return true;
  // One object is in the space for young ones, and one was there before the application.
  const HeapPages pages(TaggedOf(young), layout->timer_prototype);
  if (!pages.known()) return true;
  found->known = true;
  const Addresses addresses = ScanPages(pages, *layout, deadline, most, &found->complete);
  const uint64_t scanned = uv_hrtime();
  found->scan_ms += MsOf(scanned - started);
  // The collection takes three times as long as the scan, and tells nothing if only the probes were found.
  const auto is_probe = [&](Tagged task) {
    return task == layout->async_probe || task == TaggedOf(probes.generator) ||
           task == TaggedOf(probes.async_generator);
  };
  if (std::all_of(addresses.tasks.begin(), addresses.tasks.end(), is_probe)) return true;
  const WeakHandles tasks(isolate, addresses.tasks);
  const WeakHandles timers(isolate, addresses.timers);
  // MemoryPressureNotification() makes one full collection, and LowMemoryNotification() two or more
  // (`Heap::CollectAllAvailableGarbage` in https://github.com/nodejs/node/blob/0101e8b2c2/deps/v8/src/heap/heap.cc).
  isolate->MemoryPressureNotification(v8::MemoryPressureLevel::kCritical);
  isolate->MemoryPressureNotification(v8::MemoryPressureLevel::kNone);
  found->collect_ms += MsOf(uv_hrtime() - scanned);
  if (first && marking.had_begun()) return false;
  found->tasks = tasks.Alive(isolate);
  found->timers = timers.Alive(isolate);
  return true;
}

}  // namespace

FoundTasks FindTasks(v8::Isolate* isolate, const TaskProbes& probes, const Deadline& deadline, size_t most) {
  FoundTasks found;
  // If a function was marked and has died since, a copy that V8 left behind keeps its mark, and the collection that
  // ends this marking takes the copy for alive. Observed on Node.js 20 to 26 (test/native/task-finder.test.js). Before
  // the second search no function can die.
  if (!Search(isolate, probes, deadline, most, true, &found)) Search(isolate, probes, deadline, most, false, &found);
  for (const v8::Local<v8::Object>& task : found.tasks) {
    const Tagged function = WordOf(TaggedOf(task), HeapLayout::kGeneratorFunction);
    found.functions.push_back(v8::Local<v8::Object>::New(isolate, HandleAt(function)));
    found.continuations.push_back(SmiValue(WordOf(TaggedOf(task), HeapLayout::kGeneratorContinuation)));
  }
  return found;
}

}  // namespace crash_collector
