#include "v8_internals/frames/weak_copy.h"

#include <v8-internal.h>

#include <algorithm>
#include <array>
#include <iterator>
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

  static bool NeverMoves(v8::Isolate* isolate, uintptr_t word) {
    const uint16_t type = HeapLayout::TypeOf(word);
    return type == TypesOf(isolate).constant || type == TypesOf(isolate).hole;
  }

  void Build() {
    words_ = reinterpret_cast<uintptr_t*>(ElementsOf(copy_) - 1) + kFirstElement;
    number_ = ++last_number_;
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
    out_->places_.assign(places_.begin(), places_.end());
    out_->are_values_ = are_values_;
    out_->objects_.reserve(objects_.size());
    std::move(objects_.begin(), objects_.end(), std::back_inserter(out_->objects_));
    places_.clear();
    objects_.clear();
    are_values_.clear();
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
      places_.push_back({static_cast<uint32_t>(at), HandleOf(word, value)});
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

  uint32_t HandleOf(uintptr_t word, v8::Local<v8::Value> value) {
    const auto next = static_cast<uint32_t>(objects_.size());
    size_t at = (word >> 3) * 0x9e3779b97f4a7c15ull >> (64 - kBits);
    for (size_t n = 0; n < kProbes; n++, at = (at + 1) % met_.size()) {
      if (met_[at].copy != number_) {
        met_[at] = {word, number_, next};
        break;
      }
      if (met_[at].word == word) return met_[at].handle;
    }
    objects_.emplace_back(isolate_, value);
    objects_.back().SetWeak();
    are_values_.push_back(value->IsObject() || value->IsString());
    return next;
  }

  static thread_local std::array<Met, 1 << kBits> met_;
  static thread_local uint32_t last_number_;
  // Empty between two copies. They keep their room, so that what a copy keeps has no more than it needs.
  static thread_local std::vector<Place> places_;
  static thread_local std::vector<v8::Global<v8::Value>> objects_;
  static thread_local std::vector<bool> are_values_;

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
thread_local std::vector<WeakCopy::Place> WeakCopy::Builder::places_;
thread_local std::vector<v8::Global<v8::Value>> WeakCopy::Builder::objects_;
thread_local std::vector<bool> WeakCopy::Builder::are_values_;

WeakCopy::WeakCopy(v8::Isolate* isolate, v8::Local<v8::Array> copy) { Builder(isolate, copy, this).Build(); }

void WeakCopy::TakeWords(v8::Isolate* isolate, v8::Local<v8::Array> copy) {
  using Kind = PackedWords::Kind;
  constexpr size_t kLookBack = 8;  // frames of the same function follow each other
  const uintptr_t undefined = WordIn(v8::Undefined(isolate));
  const size_t size = copy->Length();
  std::vector<uintptr_t> kept;
  packed_ = PackedWords(size);
  auto taken = places_.cbegin();
  for (size_t at = 0; at < size; at++) {
    if (taken != places_.cend() && taken->at == at) {
      packed_.Add({Kind::kTaken, taken->handle});
      ++taken;
      continue;
    }
    const uintptr_t word = CopyWord(copy, at);
    if (IsSmi(word)) {
      packed_.Add({Kind::kInteger, SmiValue(word)});
      continue;
    }
    if (Builder::NeverMoves(isolate, word)) {
      packed_.Add({Kind::kConstant, static_cast<int64_t>(word - undefined)});
      continue;
    }
    const auto newest = kept.end() - static_cast<std::ptrdiff_t>(std::min(kept.size(), kLookBack));
    const auto known = std::find(newest, kept.end(), word);
    packed_.Add({Kind::kKept, known - kept.begin()});
    if (known == kept.end()) kept.push_back(word);
  }
  packed_.ShrinkToFit();
  kept_.reserve(kept.size());
  for (const uintptr_t word : kept) kept_.emplace_back(isolate, LocalAt<v8::Value>(&word));
  std::vector<Place>().swap(places_);
}

WeakCopy::Words WeakCopy::WordsOf(v8::Isolate* isolate, v8::Local<v8::Array> copy) const {
  using Kind = PackedWords::Kind;
  Words words;
  const v8::Local<v8::Value> undefined = v8::Undefined(isolate);
  const auto set_taken = [&](size_t at, size_t index) {
    const v8::Global<v8::Value>& object = objects_[index];
    if (object.IsEmpty()) {
      words.states[at] = are_values_[index] ? State::kGoneValue : State::kGoneOfV8;
    } else {
      words.handles[at] = object.Get(isolate);
    }
  };
  if (packed_.empty()) {
    const size_t size = copy->Length();
    for (size_t at = 0; at < size; at++) words.handles.push_back(NewHandle(isolate, CopyWord(copy, at)));
    words.states.resize(size);
    for (const Place& place : places_) set_taken(place.at, place.handle);
    return words;
  }
  const std::vector<PackedWords::Word> unpacked = packed_.Unpacked();
  words.handles.resize(unpacked.size(), undefined);
  words.states.resize(unpacked.size());
  for (size_t at = 0; at < unpacked.size(); at++) {
    const auto [kind, number] = unpacked[at];
    const auto index = static_cast<size_t>(number);
    if (kind == Kind::kInteger) words.handles[at] = NewHandle(isolate, SmiOf(number));
    if (kind == Kind::kConstant) words.handles[at] = NewHandle(isolate, WordIn(undefined) + index);
    if (kind == Kind::kKept) words.handles[at] = kept_[index].Get(isolate);
    if (kind == Kind::kTaken) set_taken(at, index);
  }
  return words;
}

v8::Local<v8::Array> WeakCopy::Restore(v8::Isolate* isolate, v8::Local<v8::Array> copy,
                                       v8::Local<v8::Value> gone) const {
  Words words = WordsOf(isolate, copy);
  for (size_t at = 0; at < words.states.size(); at++) {
    if (words.states[at] == State::kGoneValue) words.handles[at] = gone;
  }
  const auto word_at = [&words](size_t at) { return WordIn(words.handles[at]); };
  ForEachFrame(words.handles.size(), word_at, [&](size_t begin) { MendFrame(isolate, begin, &words); });
  return v8::Array::New(isolate, words.handles.data(), words.handles.size());
}

void WeakCopy::HoldInScope(v8::Isolate* isolate) const {
  for (const v8::Global<v8::Value>& object : objects_) (void)object.Get(isolate);
}

void WeakCopy::SetHolds(bool holds) {
  for (v8::Global<v8::Value>& object : objects_) {
    if (object.IsEmpty()) continue;
    if (holds)
      object.ClearWeak();
    else
      object.SetWeak();
  }
}

std::vector<v8::Local<v8::Value>> WeakCopy::AwaitedIn(v8::Isolate* isolate, v8::Local<v8::Array> copy,
                                                      const WeakCopy* weak) {
  std::vector<v8::Local<v8::Value>> awaited;
  const bool is_packed = weak != nullptr && !weak->packed_.empty();
  const int64_t suspended = is_packed ? weak->packed_.Unpacked(kCopyHeadSize)[kSuspendedCount].number
                                      : SmiValue(CopyWord(copy, kSuspendedCount));
  if (suspended == 0) return awaited;
  const Words words = weak == nullptr ? WeakCopy().WordsOf(isolate, copy) : weak->WordsOf(isolate, copy);
  const auto word_at = [&words](size_t at) { return WordIn(words.handles[at]); };
  ForEachFrame(words.handles.size(), word_at, [&](size_t begin) {
    const FrameCounts counts = FrameCounts::Of(SmiValue(word_at(begin + kCounts)));
    if ((counts.flags & FrameCounts::kSuspended) != 0) awaited.push_back(words.handles[begin + kAwaited]);
  });
  return awaited;
}

// What V8 needs to read the frame gets a substitute.
void WeakCopy::MendFrame(v8::Isolate* isolate, size_t begin, Words* words) {
  std::vector<v8::Local<v8::Value>>& handles = words->handles;
  const auto integer_at = [&handles](size_t at) { return SmiValue(WordIn(handles[at])); };
  v8::Local<v8::Context> current = isolate->GetCurrentContext();
  v8::Local<v8::Value> outermost = LocalAt<v8::Value>(SlotOf(current));
  if (words->IsGone(begin + kFunction)) {
    // V8 gives out a SharedFunctionInfo as an UnboundScript, and binds any of them to the context.
    v8::Local<v8::UnboundScript> code = LocalAt<v8::UnboundScript>(SlotOf(handles[begin + kShared]));
    v8::Local<v8::Script> function = code->BindToCurrentContext();
    handles[begin + kFunction] = LocalAt<v8::Value>(SlotOf(function));
  }
  if (words->IsGone(begin + kContext)) handles[begin + kContext] = outermost;
  FrameCounts counts = FrameCounts::Of(integer_at(begin + kCounts));
  size_t at = begin + kFrameHeadSize + counts.parameters + counts.registers;
  for (uint32_t n = 0; n < counts.contexts; n++) {
    constexpr size_t kPrevious = kContextHeadSize + kContextPrevious - kContextSlots;
    if (words->IsGone(at + kPrevious)) handles[at + kPrevious] = outermost;
    if (words->IsGone(at + kMap)) counts.flags |= FrameCounts::kNoContext;
    at += kContextHeadSize + static_cast<size_t>(integer_at(at + kLength));
  }
  handles[begin + kCounts] = NewHandle(isolate, SmiOf(counts.Packed()));
}

size_t WeakCopy::bytes() const {
  constexpr size_t kNodeBytes = 32;  // of V8, for each handle
  return places_.capacity() * sizeof(Place) + are_values_.capacity() / 8 + packed_.bytes() +
         (objects_.capacity() + kept_.capacity()) * sizeof(v8::Global<v8::Value>) +
         (objects_.size() + kept_.size()) * kNodeBytes;
}

}  // namespace crash_collector::v8_internals
