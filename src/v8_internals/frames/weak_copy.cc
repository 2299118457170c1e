#include "v8_internals/frames/weak_copy.h"

#include <v8-internal.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "base/v8_compat.h"
#include "v8_internals/frames/stack_copy.h"
#include "v8_internals/frames/tagged_words.h"

namespace crash_collector::v8_internals {

namespace {

// Longer texts are held weakly.
constexpr int kMostUnits = 1000;
constexpr int kMostBigIntWords = 16;

// The text of a string in pieces, or of one that is a part of another.
v8::Local<v8::String> InOnePiece(v8::Isolate* isolate, v8::Local<v8::String> text) {
  constexpr auto kNormal = v8::NewStringType::kNormal;
  const int length = text->Length();
  v8::Local<v8::String> copy = v8::String::Empty(isolate);
  if (text->ContainsOnlyOneByte()) {
    std::array<uint8_t, kMostUnits> units;
    WriteOneByte(isolate, text, units.data(), static_cast<uint32_t>(length));
    return v8::String::NewFromOneByte(isolate, units.data(), kNormal, length).FromMaybe(copy);
  }
  std::array<uint16_t, kMostUnits> units;
  WriteTwoByte(isolate, text, units.data(), static_cast<uint32_t>(length));
  return v8::String::NewFromTwoByte(isolate, units.data(), kNormal, length).FromMaybe(copy);
}

uintptr_t CopyWord(v8::Local<v8::Array> copy, size_t at) { return WordOf(ElementsOf(copy), kFirstElement + at); }

// Calls use(begin of a frame) for each. `word_at(at)` returns a word of the copy.
template <typename WordAt, typename Use>
void ForEachFrame(size_t size, WordAt word_at, Use use) {
  const size_t end = size - static_cast<size_t>(SmiValue(word_at(kStoreCount)));
  for (size_t begin = kCopyHeadSize; begin < end;) {
    use(begin);
    const FrameCounts counts = FrameCounts::Of(SmiValue(word_at(begin + kCounts)));
    begin += kFrameHeadSize + counts.parameters + counts.registers;
    for (uint32_t n = 0; n < counts.contexts; n++)
      begin += kContextHeadSize + static_cast<size_t>(SmiValue(word_at(begin + kLength)));
  }
}

}  // namespace

// Nothing may be allocated in V8's heap before Build() has seen all words.
class WeakCopy::Builder {
 public:
  Builder(v8::Isolate* isolate, v8::Local<v8::Array> copy, WeakCopy* out)
      : isolate_(isolate), types_(TypesOf(isolate)), copy_(copy), size_(copy->Length()), out_(out) {}

  // True for small integers and for what V8 never moves.
  static bool IsFixed(v8::Isolate* isolate, uintptr_t word) {
    if (IsSmi(word)) return true;
    const uint16_t type = HeapLayout::TypeOf(word);
    return type == TypesOf(isolate).constant || type == TypesOf(isolate).hole;
  }

  void Build() {
    words_ = reinterpret_cast<uintptr_t*>(ElementsOf(copy_) - 1) + kFirstElement;
    StartObjects();
    const auto word_at = [this](size_t at) { return words_[at]; };
    size_t at = 0;
    const auto take_until = [&](size_t end) {
      for (; at < end; at++) Take(at);
    };
    ForEachFrame(size_, word_at, [&](size_t begin) {
      take_until(begin + kCode);
      at = begin + kShared + 1;  // code and its description stay
      const FrameCounts counts = FrameCounts::Of(SmiValue(words_[begin + kCounts]));
      take_until(begin + kFrameHeadSize + counts.parameters + counts.registers);
      for (uint32_t n = 0; n < counts.contexts; n++) {
        const auto length = static_cast<size_t>(SmiValue(words_[at + kLength]));
        const size_t scope_info = at + kContextHeadSize;
        take_until(scope_info);
        at++;
        take_until(scope_info + length);
      }
    });
    take_until(size_);
    // Only now V8 may allocate.
    v8::Local<v8::Context> context = isolate_->GetCurrentContext();
    for (const auto& [place, text] : pieces_)
      (void)copy_->Set(context, static_cast<uint32_t>(place), InOnePiece(isolate_, text)).FromMaybe(false);
  }

 private:
  // Instance types of values that hold nothing else, the same in every isolate of the process.
  struct PlainTypes {
    explicit PlainTypes(v8::Isolate* isolate) {
      constexpr auto kNormal = v8::NewStringType::kNormal;
      constexpr auto kInternalized = v8::NewStringType::kInternalized;
      static constexpr uint8_t kBytes[] = "a text with no pieces";
      static constexpr char16_t kWide[] = u"\u4e00 text with no pieces";
      const auto* wide = reinterpret_cast<const uint16_t*>(kWide);
      constexpr int kLength = sizeof(kBytes) - 1;
      using v8::internal::Internals;
      const auto type_of = [](v8::Local<v8::Value> value) { return HeapLayout::TypeOf(WordIn(value)); };
      constant = type_of(v8::Undefined(isolate));
      hole = HeapLayout::TypeOf(*Internals::GetRootSlot(isolate, Internals::kTheHoleValueRootIndex));
      number = type_of(v8::Number::New(isolate, 0.5));
      texts = {type_of(v8::String::NewFromOneByte(isolate, kBytes, kNormal, kLength).ToLocalChecked()),
               type_of(v8::String::NewFromOneByte(isolate, kBytes, kInternalized, kLength).ToLocalChecked()),
               type_of(v8::String::NewFromTwoByte(isolate, wide, kNormal, kLength).ToLocalChecked()),
               type_of(v8::String::NewFromTwoByte(isolate, wide, kInternalized, kLength).ToLocalChecked())};
    }
    bool IsText(uint16_t type) const { return std::find(texts.begin(), texts.end(), type) != texts.end(); }

    uint16_t constant;
    uint16_t hole;
    uint16_t number;
    std::array<uint16_t, 4> texts;  // in one piece
  };

  static const PlainTypes& TypesOf(v8::Isolate* isolate) {
    static const PlainTypes types(isolate);
    return types;
  }

  void Take(size_t at) {
    const uintptr_t word = words_[at];
    if (IsSmi(word)) return;
    const uint16_t type = HeapLayout::TypeOf(word);
    if (type == types_.constant || type == types_.number || type == types_.hole) return;
    const v8::Local<v8::Value> value = LocalAt<v8::Value>(&word);
    if (type < types_.constant && value->IsString() && value.As<v8::String>()->Length() <= kMostUnits) {
      if (types_.IsText(type)) return;
      pieces_.emplace_back(at, NewHandle(isolate_, word).As<v8::String>());
    } else if (value->IsSymbol() || (value->IsBigInt() && value.As<v8::BigInt>()->WordCount() <= kMostBigIntWords)) {
      return;
    } else {
      out_->places_.push_back({static_cast<uint32_t>(at), HandleOf(word, value)});
    }
    // Undefined is older than all, and never moves, so V8 need not know of it.
    __atomic_store_n(&words_[at], WordIn(v8::Undefined(isolate_)), __ATOMIC_RELAXED);
  }

  // Most objects stand in several places of a copy.
  struct Met {
    uintptr_t word = 0;
    uint32_t copy = 0;  // number of the copy in which it was met
    uint32_t handle = 0;
  };
  static constexpr size_t kBits = 9;
  static constexpr size_t kProbes = 8;

  void StartObjects() {
    constexpr size_t kUsual = 64;
    out_->objects_.reserve(kUsual);
    out_->places_.reserve(2 * kUsual);
    number_ = ++last_number_;
  }

  uint32_t HandleOf(uintptr_t word, v8::Local<v8::Value> value) {
    const auto next = static_cast<uint32_t>(out_->objects_.size());
    size_t at = (word >> 3) * 0x9e3779b97f4a7c15ull >> (64 - kBits);
    for (size_t n = 0; n < kProbes; n++, at = (at + 1) % met_.size()) {
      if (met_[at].copy != number_) {
        met_[at] = {word, number_, next};
        break;
      }
      if (met_[at].word == word) return met_[at].handle;
    }
    out_->objects_.push_back({v8::Global<v8::Value>(isolate_, value), value->IsObject() || value->IsString()});
    out_->objects_.back().handle.SetWeak();
    return next;
  }

  static thread_local std::array<Met, 1 << kBits> met_;
  static thread_local uint32_t last_number_;

  v8::Isolate* const isolate_;
  const PlainTypes& types_;
  v8::Local<v8::Array> copy_;
  const size_t size_;
  WeakCopy* const out_;
  uintptr_t* words_ = nullptr;
  uint32_t number_ = 0;
  std::vector<std::pair<size_t, v8::Local<v8::String>>> pieces_;
};

thread_local std::array<WeakCopy::Builder::Met, 1 << WeakCopy::Builder::kBits> WeakCopy::Builder::met_;
thread_local uint32_t WeakCopy::Builder::last_number_ = 0;

WeakCopy::WeakCopy(v8::Isolate* isolate, v8::Local<v8::Array> copy) { Builder(isolate, copy, this).Build(); }

void WeakCopy::TakeWords(v8::Isolate* isolate, v8::Local<v8::Array> copy) {
  constexpr size_t kLookBack = 8;  // frames of the same function follow each other
  const size_t size = copy->Length();
  std::vector<uintptr_t> kept;
  words_.reserve(size);
  for (size_t at = 0; at < size; at++) {
    const uintptr_t word = CopyWord(copy, at);
    words_.push_back(Builder::IsFixed(isolate, word) ? word : SmiOf(0));
    if (words_.back() == word) continue;
    const auto newest = kept.end() - static_cast<std::ptrdiff_t>(std::min(kept.size(), kLookBack));
    const auto known = std::find(newest, kept.end(), word);
    kept_places_.push_back({static_cast<uint32_t>(at), static_cast<uint32_t>(known - kept.begin())});
    if (known != kept.end()) continue;
    kept.push_back(word);
    kept_.emplace_back(isolate, LocalAt<v8::Value>(&word));
  }
}

uintptr_t WeakCopy::WordAt(v8::Local<v8::Array> copy, size_t at) const {
  return words_.empty() ? CopyWord(copy, at) : words_[at];
}

v8::Local<v8::Array> WeakCopy::Restore(v8::Isolate* isolate, v8::Local<v8::Array> copy,
                                       v8::Local<v8::Value> gone) const {
  const size_t size = SizeOf(copy);
  std::vector<v8::Local<v8::Value>> words;
  words.reserve(size);
  for (size_t at = 0; at < size; at++) words.push_back(NewHandle(isolate, WordAt(copy, at)));
  for (const Place& place : kept_places_) words[place.at] = kept_[place.handle].Get(isolate);
  for (const Place& place : places_) {
    const Object& object = objects_[place.handle];
    if (!object.handle.IsEmpty())
      words[place.at] = object.handle.Get(isolate);
    else if (object.is_value)
      words[place.at] = gone;
  }
  const auto word_at = [&words](size_t at) { return WordIn(words[at]); };
  ForEachFrame(size, word_at, [&](size_t begin) { MendFrame(isolate, begin, &words); });
  return v8::Array::New(isolate, words.data(), words.size());
}

void WeakCopy::HoldInScope(v8::Isolate* isolate) const {
  for (const Object& object : objects_) (void)object.handle.Get(isolate);
}

void WeakCopy::SetHolds(bool holds) {
  for (Object& object : objects_) {
    if (object.handle.IsEmpty()) continue;
    if (holds)
      object.handle.ClearWeak();
    else
      object.handle.SetWeak();
  }
}

std::vector<v8::Local<v8::Value>> WeakCopy::AwaitedIn(v8::Isolate* isolate, v8::Local<v8::Array> copy,
                                                      const WeakCopy* weak) {
  std::vector<v8::Local<v8::Value>> awaited;
  const auto word_at = [&](size_t at) { return weak == nullptr ? CopyWord(copy, at) : weak->WordAt(copy, at); };
  ForEachFrame(weak == nullptr ? copy->Length() : weak->SizeOf(copy), word_at, [&](size_t begin) {
    const FrameCounts counts = FrameCounts::Of(SmiValue(word_at(begin + kCounts)));
    if ((counts.flags & FrameCounts::kSuspended) == 0) return;
    const Object* taken = weak == nullptr ? nullptr : weak->TakenAt(begin + kAwaited);
    awaited.push_back(taken == nullptr ? NewHandle(isolate, word_at(begin + kAwaited)) : taken->handle.Get(isolate));
  });
  return awaited;
}

// What V8 needs to read the frame gets a substitute.
void WeakCopy::MendFrame(v8::Isolate* isolate, size_t begin, std::vector<v8::Local<v8::Value>>* words) const {
  const auto integer_at = [words](size_t at) { return SmiValue(WordIn((*words)[at])); };
  v8::Local<v8::Context> current = isolate->GetCurrentContext();
  v8::Local<v8::Value> outermost = LocalAt<v8::Value>(SlotOf(current));
  if (IsGone(begin + kFunction)) {
    // V8 gives out a SharedFunctionInfo as an UnboundScript, and binds any of them to the context.
    v8::Local<v8::UnboundScript> code = LocalAt<v8::UnboundScript>(SlotOf((*words)[begin + kShared]));
    v8::Local<v8::Script> function = code->BindToCurrentContext();
    (*words)[begin + kFunction] = LocalAt<v8::Value>(SlotOf(function));
  }
  if (IsGone(begin + kContext)) (*words)[begin + kContext] = outermost;
  FrameCounts counts = FrameCounts::Of(integer_at(begin + kCounts));
  size_t at = begin + kFrameHeadSize + counts.parameters + counts.registers;
  for (uint32_t n = 0; n < counts.contexts; n++) {
    constexpr size_t kPrevious = kContextHeadSize + kContextPrevious - kContextSlots;
    if (IsGone(at + kPrevious)) (*words)[at + kPrevious] = outermost;
    if (IsGone(at + kMap)) counts.flags |= FrameCounts::kNoContext;
    at += kContextHeadSize + static_cast<size_t>(integer_at(at + kLength));
  }
  (*words)[begin + kCounts] = NewHandle(isolate, SmiOf(counts.Packed()));
}

const WeakCopy::Object* WeakCopy::TakenAt(size_t at) const {
  const auto is_before = [](const Place& place, size_t word) { return place.at < word; };
  const auto found = std::lower_bound(places_.begin(), places_.end(), at, is_before);
  return found != places_.end() && found->at == at ? &objects_[found->handle] : nullptr;
}

bool WeakCopy::IsGone(size_t at) const {
  const Object* taken = TakenAt(at);
  return taken != nullptr && taken->handle.IsEmpty();
}

size_t WeakCopy::bytes() const {
  constexpr size_t kNodeBytes = 32;  // of V8, for each handle
  return (places_.capacity() + kept_places_.capacity()) * sizeof(Place) + objects_.capacity() * sizeof(Object) +
         words_.capacity() * sizeof(uintptr_t) + kept_.capacity() * sizeof(v8::Global<v8::Value>) +
         (objects_.size() + kept_.size()) * kNodeBytes;
}

}  // namespace crash_collector::v8_internals
