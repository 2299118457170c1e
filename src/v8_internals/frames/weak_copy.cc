#include "v8_internals/frames/weak_copy.h"

#include <v8-internal.h>

#include <array>
#include <cstring>
#include <utility>

#include "base/v8_compat.h"
#include "v8_internals/frames/stack_copy.h"
#include "v8_internals/frames/tagged_words.h"
#include "v8_internals/frames/young_objects.h"

namespace crash_collector::v8_internals {

namespace {

// Objects that a copy has met, by their words, because most stand in several places. Nothing may be allocated in V8's
// heap meanwhile.
class MetWords {
 public:
  // The index of the word; `*index` is set to it if it was met before, else it is kept as the word's.
  bool Find(uintptr_t word, uint64_t next, uint64_t* index) {
    size_t at = (word >> 3) * 0x9e3779b97f4a7c15ull >> (64 - kBits);
    for (size_t n = 0; n < kProbes; n++, at = (at + 1) % words_.size()) {
      if (words_[at].first == word) {
        *index = words_[at].second;
        return true;
      }
      if (words_[at].first != 0) continue;
      words_[at] = {word, next};
      break;
    }
    *index = next;
    return false;
  }

 private:
  static constexpr size_t kBits = 10;
  static constexpr size_t kProbes = 8;
  std::array<std::pair<uintptr_t, uint64_t>, 1 << kBits> words_{};
};

uintptr_t TheHole(v8::Isolate* isolate) {
  using v8::internal::Internals;
  return *Internals::GetRootSlot(isolate, Internals::kTheHoleValueRootIndex);
}

}  // namespace

class WeakCopy::Builder {
 public:
  Builder(v8::Isolate* isolate, v8::Local<v8::Array> copy, WeakCopy* out)
      : isolate_(isolate),
        copy_(copy),
        out_(out),
        constant_type_(HeapLayout::TypeOf(WordIn(v8::Undefined(isolate)))),
        hole_type_(HeapLayout::TypeOf(TheHole(isolate))) {}

  void Build() {
    const size_t size = copy_->Length();
    out_->kinds_.reserve(size);
    out_->payloads_.reserve(size);
    const size_t end = size - static_cast<size_t>(SmiValue(WordAt(kStoreCount)));
    for (size_t i = 0; i < kCopyHeadSize; i++) AddValue(WordAt(i));
    while (at_ < end) AddFrame();
    while (at_ < size) AddValue(WordAt(at_));
    // Only now V8 may allocate, as it does for a text in pieces.
    for (const auto& [at, text] : strings_) AddText(at, text);
  }

 private:
  uintptr_t WordAt(size_t at) const { return WordOf(ElementsOf(copy_), kFirstElement + at); }

  void AddFrame() {
    const size_t begin = at_;
    const FrameCounts counts = FrameCounts::Of(SmiValue(WordAt(begin + kCounts)));
    for (size_t i = 0; i < kFrameHeadSize; i++) {
      const bool is_code = i == kCode || i == kShared;
      if (is_code) {
        AddHandle(Kind::kStrong, WordAt(at_));
      } else {
        AddValue(WordAt(at_));
      }
    }
    for (size_t i = 0; i < counts.parameters + counts.registers; i++) AddValue(WordAt(at_));
    for (uint32_t n = 0; n < counts.contexts; n++) {
      const auto length = static_cast<size_t>(SmiValue(WordAt(at_ + kLength)));
      for (size_t i = 0; i < kContextHeadSize; i++) AddValue(WordAt(at_));
      AddHandle(Kind::kStrong, WordAt(at_));  // its ScopeInfo
      for (size_t i = 1; i < length; i++) AddValue(WordAt(at_));
    }
  }

  void AddValue(uintptr_t word) {
    if (IsSmi(word)) return Put(Kind::kWord, word);
    const uint16_t type = HeapLayout::TypeOf(word);
    if (type == constant_type_ || type == hole_type_) return Put(Kind::kWord, word);
    v8::Local<v8::Value> value = LocalAt<v8::Value>(&word);
    if (value->IsNumber()) {
      const double number = value.As<v8::Number>()->Value();
      uint64_t bits;
      std::memcpy(&bits, &number, sizeof(bits));
      return Put(Kind::kNumber, bits);
    }
    if (value->IsString() && value.As<v8::String>()->Length() <= kMostUnits) {
      strings_.emplace_back(at_, NewHandle(isolate_, word).As<v8::String>());
      return Put(Kind::kText, 0);
    }
    if (value->IsSymbol() || value->IsBigInt()) return AddHandle(Kind::kStrong, word);
    AddHandle(value->IsObject() || value->IsString() ? Kind::kWeak : Kind::kInternal, word);
  }

  void AddHandle(Kind kind, uintptr_t word) {
    if (IsSmi(word)) return Put(Kind::kWord, word);
    uint64_t index = 0;
    if (!met_.Find(word, out_->handles_.size(), &index)) {
      out_->handles_.emplace_back(isolate_, LocalAt<v8::Value>(&word));
      if (kind != Kind::kStrong) out_->handles_.back().SetWeak();
    }
    Put(kind, index);
  }

  void AddText(size_t at, v8::Local<v8::String> text) {
    Text copy;
    const int length = text->Length();
    copy.is_wide = !text->ContainsOnlyOneByte();
    copy.bytes.resize(static_cast<size_t>(length) * (copy.is_wide ? 2 : 1));
    if (copy.is_wide) {
      WriteTwoByte(isolate_, text, reinterpret_cast<uint16_t*>(copy.bytes.data()), static_cast<uint32_t>(length));
    } else {
      WriteOneByte(isolate_, text, reinterpret_cast<uint8_t*>(copy.bytes.data()), static_cast<uint32_t>(length));
    }
    out_->payloads_[at] = out_->texts_.size();
    out_->texts_.push_back(std::move(copy));
  }

  void Put(Kind kind, uint64_t payload) {
    out_->Add(kind, payload);
    at_++;
  }

  v8::Isolate* const isolate_;
  v8::Local<v8::Array> copy_;
  WeakCopy* const out_;
  const uint16_t constant_type_;
  const uint16_t hole_type_;
  MetWords met_;
  size_t at_ = 0;
  std::vector<std::pair<size_t, v8::Local<v8::String>>> strings_;
};

WeakCopy::WeakCopy(v8::Isolate* isolate, v8::Local<v8::Array> copy) { Builder(isolate, copy, this).Build(); }

v8::Local<v8::Array> WeakCopy::Restore(v8::Isolate* isolate, v8::Local<v8::Value> gone) const {
  std::vector<v8::Local<v8::Value>> words;
  words.reserve(kinds_.size());
  for (size_t i = 0; i < kinds_.size(); i++) words.push_back(ValueAt(isolate, i, gone));
  ForEachFrame([&](size_t begin) { MendFrame(isolate, begin, &words); });
  return v8::Array::New(isolate, words.data(), words.size());
}

v8::Local<v8::Value> WeakCopy::ValueAt(v8::Isolate* isolate, size_t at, v8::Local<v8::Value> gone) const {
  const uint64_t payload = payloads_[at];
  switch (kinds_[at]) {
    case Kind::kWord: return NewHandle(isolate, payload);
    case Kind::kNumber: {
      double number;
      std::memcpy(&number, &payload, sizeof(number));
      return v8::Number::New(isolate, number);
    }
    case Kind::kText: {
      const Text& text = texts_[payload];
      const auto* bytes = text.bytes.data();
      const auto length = static_cast<int>(text.bytes.size() / (text.is_wide ? 2 : 1));
      constexpr auto kNormal = v8::NewStringType::kNormal;
      const v8::MaybeLocal<v8::String> made =
          text.is_wide ? v8::String::NewFromTwoByte(isolate, reinterpret_cast<const uint16_t*>(bytes), kNormal, length)
                       : v8::String::NewFromOneByte(isolate, reinterpret_cast<const uint8_t*>(bytes), kNormal, length);
      return made.FromMaybe(v8::String::Empty(isolate));
    }
    case Kind::kStrong:
    case Kind::kWeak:
    case Kind::kInternal: break;
  }
  const v8::Global<v8::Value>& handle = handles_[payload];
  if (!handle.IsEmpty()) return handle.Get(isolate);
  return kinds_[at] == Kind::kWeak ? gone : v8::Undefined(isolate).As<v8::Value>();
}

// What V8 needs to read the frame gets a substitute.
void WeakCopy::MendFrame(v8::Isolate* isolate, size_t begin, std::vector<v8::Local<v8::Value>>* words) const {
  v8::Local<v8::Context> current = isolate->GetCurrentContext();
  v8::Local<v8::Value> outermost = LocalAt<v8::Value>(SlotOf(current));
  if (IsGone(begin + kFunction)) {
    // V8 gives out a SharedFunctionInfo as an UnboundScript, and binds any of them to the context.
    v8::Local<v8::UnboundScript> code = LocalAt<v8::UnboundScript>(SlotOf((*words)[begin + kShared]));
    v8::Local<v8::Script> function = code->BindToCurrentContext();
    (*words)[begin + kFunction] = LocalAt<v8::Value>(SlotOf(function));
  }
  if (IsGone(begin + kContext)) (*words)[begin + kContext] = outermost;
  FrameCounts counts = FrameCounts::Of(Integer(begin + kCounts));
  size_t at = begin + kFrameHeadSize + counts.parameters + counts.registers;
  for (uint32_t n = 0; n < counts.contexts; n++) {
    constexpr size_t kPrevious = kContextHeadSize + kContextPrevious - kContextSlots;
    if (IsGone(at + kPrevious)) (*words)[at + kPrevious] = outermost;
    if (IsGone(at + kMap)) counts.flags |= FrameCounts::kNoContext;
    at += kContextHeadSize + static_cast<size_t>(Integer(at + kLength));
  }
  (*words)[begin + kCounts] = NewHandle(isolate, SmiOf(counts.Packed()));
}

bool WeakCopy::IsGone(size_t at) const {
  const bool is_handle = kinds_[at] == Kind::kWeak || kinds_[at] == Kind::kInternal || kinds_[at] == Kind::kStrong;
  return is_handle && handles_[payloads_[at]].IsEmpty();
}

int64_t WeakCopy::Integer(size_t at) const { return SmiValue(payloads_[at]); }

template <typename Use>
void WeakCopy::ForEachFrame(Use use) const {
  const size_t end = kinds_.size() - static_cast<size_t>(Integer(kStoreCount));
  for (size_t begin = kCopyHeadSize; begin < end;) {
    use(begin);
    const FrameCounts counts = FrameCounts::Of(Integer(begin + kCounts));
    begin += kFrameHeadSize + counts.parameters + counts.registers;
    for (uint32_t n = 0; n < counts.contexts; n++)
      begin += kContextHeadSize + static_cast<size_t>(Integer(begin + kLength));
  }
}

void WeakCopy::LetGoOfYoung() {
  for (v8::Global<v8::Value>& handle : handles_) {
    if (handle.IsWeak()) ResetIfYoung(&handle);
  }
}

size_t WeakCopy::bytes() const {
  constexpr size_t kNodeBytes = 32;  // of V8, for each handle
  size_t total =
      kinds_.size() + payloads_.size() * sizeof(uint64_t) + handles_.size() * (sizeof(v8::Global<v8::Value>) + kNodeBytes);
  for (const Text& text : texts_) total += sizeof(text) + text.bytes.size();
  return total;
}

}  // namespace crash_collector::v8_internals
