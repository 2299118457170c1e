#include "running_tasks.h"

#include <array>
#include <unordered_set>

namespace crash_collector {

namespace {

// V8's mark of a generator that runs (kGeneratorExecuting in its src/objects/js-generator.h).
constexpr int32_t kRunning = -2;
constexpr size_t kBlockWords = 512;  // of 4 kB: a page of memory
constexpr size_t kTaskWords = HeapLayout::kGeneratorContinuation + 1;

// Whether the list of those who wait for its result, or its next value, can be gone along.
bool HasWaiters(const HeapLayout& layout, Tagged task, uint16_t type) {
  if (type == layout.async_generator_type) {
    const uintptr_t request = ReadWord(task, layout.requests);
    return IsObject(request) && ReadWord(request, 0) == layout.request_map;
  }
  const uintptr_t promise = ReadWord(task, layout.async_promise);
  if (type != layout.async_function_type || !layout.ReadsAs(promise, layout.promise_type)) return false;
  const uintptr_t reaction = ReadWord(promise, layout.promise_reactions);
  return IsObject(reaction) && ReadWord(reaction, 0) == layout.reaction_map;
}

// The word may be anything, also the address of what is long gone: a function that V8 has terminated counts as running for ever.
bool IsRunningTask(const HeapLayout& layout, uintptr_t word) {
  std::array<uintptr_t, kTaskWords> words;
  uint16_t type = 0;
  uint8_t size = 0;
  if (!IsObject(word) || !ReadMemory(word - 1, words.data(), sizeof(words))) return false;
  const uintptr_t continuation = words[HeapLayout::kGeneratorContinuation];
  return IsSmi(continuation) && SmiValue(continuation) == kRunning && layout.ReadShape(words[0], &type, &size) &&
         layout.ReadsAs(words[HeapLayout::kGeneratorFunction], layout.function_type) && HasWaiters(layout, word, type);
}

}  // namespace

std::vector<Tagged> RunningTasks(const HeapLayout& layout, size_t most_bytes) {
  std::vector<Tagged> running;
  std::unordered_set<uintptr_t> seen;
  std::array<uintptr_t, kBlockWords> block;
  uintptr_t from = reinterpret_cast<uintptr_t>(block.data());
  const uintptr_t to = from + most_bytes;
  while (from < to) {
    // To the end of the page: where the next can't be read, the stack ends.
    const size_t bytes = sizeof(block) - (from & (sizeof(block) - 1));
    if (!ReadMemory(from, block.data(), bytes)) break;
    for (size_t i = 0; i < bytes / sizeof(uintptr_t); i++) {
      if (IsObject(block[i]) && seen.insert(block[i]).second && IsRunningTask(layout, block[i])) running.push_back(block[i]);
    }
    from += bytes;
  }
  return running;
}

}  // namespace crash_collector
