#include "walk/graph_walk.h"

#include <algorithm>
#include <utility>

#include "base/v8_compat.h"
#include "walk/no_script.h"
#include "walk/objects/data_property.h"
#include "walk/records/function_writer.h"

namespace crash_collector {

namespace {

std::chrono::steady_clock::time_point DeadlineOf(const GraphLimits& limits) {
  return std::chrono::steady_clock::now() + std::chrono::microseconds(static_cast<int64_t>(limits.deadline_ms * 1000));
}

}  // namespace

GraphWalk::GraphWalk(v8::Isolate* isolate, const GraphLimits& limits, const Intrinsics* intrinsics,
                     const Redactor* redactor, std::string id_prefix)
    : isolate_(isolate),
      limits_(limits),
      values_(isolate, limits_, intrinsics, redactor, std::move(id_prefix)),
      properties_(&values_),
      contents_(&values_),
      deadline_(DeadlineOf(limits)),
      near_(limits.max_bytes),
      far_(limits.max_bytes) {
  if (intrinsics == nullptr) return;
  object_prototype_.Reset(isolate, intrinsics->Get(isolate, "Object.prototype"));
  array_prototype_.Reset(isolate, intrinsics->Get(isolate, "Array.prototype"));
}

void GraphWalk::SetHolder(uint32_t holder) {
  values_.out.Clear();
  const bool is_known = holder != 0 && holder <= values_.table.size();
  values_.SetDepth(is_known ? values_.table.At(holder).depth + 1 : 0,
                   reads_later_ || (is_known && values_.table.At(holder).read_later));
}

std::string GraphWalk::Value(v8::Local<v8::Value> value, uint32_t holder, std::string_view name, bool is_content) {
  NoScript no_script(isolate_, &values_);
  SetHolder(holder);
  NameFlags flags =
      values_.redactor == nullptr ? static_cast<NameFlags>(kNameHarmless) : values_.redactor->ClassifyName(name);
  if (holder != 0 && holder <= values_.table.size())
    flags |= Redactor::Inherit(values_.table.At(holder).flags, is_content);
  values_.Value(value, flags);
  return values_.out.Release();
}

std::string GraphWalk::Variables(v8::Local<v8::Value> scope, uint32_t holder, uint32_t* missing, NameFlags inherited) {
  *missing = 0;
  if (!scope->IsObject()) return "[]";
  NoScript no_script(isolate_, &values_);
  SetHolder(holder);
  *missing = properties_.Variables(scope.As<v8::Object>(), inherited);
  return values_.out.Release();
}

void GraphWalk::Name(v8::Local<v8::Value> value, std::string_view name) {
  if (values_.redactor == nullptr || !value->IsObject()) return;
  const NameFlags flags = values_.redactor->ClassifyName(name);
  if ((flags & kNameSensitive) == 0) return;
  NoScript no_script(isolate_, &values_);
  SetHolder(0);
  values_.Register(value.As<v8::Object>(), flags, /*enqueue=*/false);
}

NameFlags GraphWalk::FlagsOf(v8::Local<v8::Value> value) const {
  const uint32_t number = NumberOf(value);
  return number == 0 ? static_cast<NameFlags>(kNameHarmless) : values_.table.At(number).flags;
}

uint32_t GraphWalk::NumberOf(v8::Local<v8::Value> value) const {
  if (value->IsObject()) return values_.table.Find(value, value.As<v8::Object>()->GetIdentityHash());
  return value->IsSymbol() ? values_.table.Find(value, value.As<v8::Symbol>()->GetIdentityHash()) : 0;
}

void GraphWalk::Walk() {
  {
    NoScript no_script(isolate_, &values_);
    for (const uint32_t number : std::exchange(cut_, {})) WriteRest(number);
  }
  WalkQueue();
  if (joined_left_.empty() && joined_cut_.empty()) return;
  EnqueueJoined();
  WalkQueue();
}

void GraphWalk::WalkQueue() {
  NoScript no_script(isolate_, &values_);
  constexpr size_t kObjectsPerClockReading = 32;
  for (; next_ < values_.queue.size() && written_ < limits_.max_records && stopped_ == MissingReason::kNone; next_++) {
    if (next_ % kObjectsPerClockReading == 0 && DeadlinePassed(next_)) {
      stopped_ = MissingReason::kTimeout;
      break;
    }
    const uint32_t number = values_.queue[next_];
    if (values_.table.At(number).state != ObjectState::kQueued) continue;
    if (limits_.is_gone_on_with && values_.table.At(number).kind == ObjectKind::kFunction) continue;
    WriteRecord(number);
    no_script.Forget();
    if (no_script.terminated()) stopped_ = MissingReason::kTimeout;
  }
}

void GraphWalk::WriteRecord(uint32_t number) {
  v8::HandleScope scope(isolate_);
  ObjectEntry& entry = values_.table.At(number);
  const bool is_deep = entry.depth > limits_.fair_depth;
  if (is_deep && deep_bytes_ > limits_.deep_share * static_cast<double>(limits_.max_bytes)) {
    values_.deep_is_full = true;
    entry.state = ObjectState::kReference;
    return;
  }
  const std::array<size_t, 3> unfinished = CountUnfinished();
  JsonOut& out = BeginRecord("object", number);
  values_.has_cut = false;
  WriteBody(ObjectAt(number).As<v8::Object>(), number);
  entry.is_cut = limits_.is_gone_on_with && (values_.has_cut || notes_.has_cut());
  if (entry.read_later) out.Raw(R"(,"readAt":"report")");
  notes_.WriteMember(&out);
  const std::string_view further = contents_.further();
  if (near_.size() + far_.size() + out.size() + further.size() + 2 > limits_.max_bytes) {
    ForgetUnfinished(unfinished);
    stopped_ = MissingReason::kBytes;
    next_--;  // not written, so still in the queue
    return;
  }
  TextBuffer& records = entry.depth <= 1 ? near_ : far_;
  const size_t begin = records.size();
  records.Append(out.text());
  records.Append("}\n");
  records.Append(further);
  if (is_deep) deep_bytes_ += records.size() - begin;
  entry.state = ObjectState::kWritten;
  written_ += 1 + contents_.further_records();
}

void GraphWalk::WriteRest(uint32_t number) {
  v8::HandleScope scope(isolate_);
  const std::array<size_t, 3> unfinished = CountUnfinished();
  JsonOut& out = BeginRecord("objectDetails", number);
  out.Raw(R"("atReport":{)");
  contents_.with_reactions = false;  // the first record has those of the time of the throw
  WriteBody(ObjectAt(number).As<v8::Object>(), number);
  contents_.with_reactions = true;
  notes_.WriteMember(&out);
  out.Raw("}}\n");
  ForgetUnfinished(unfinished);
  if (near_.size() + far_.size() + out.size() <= limits_.max_bytes) near_.Append(out.text());
}

JsonOut& GraphWalk::BeginRecord(std::string_view kind, uint32_t number) {
  JsonOut& out = values_.out;
  out.Clear();
  notes_.Clear();
  contents_.Begin();
  out.Raw(R"({"kind":")");
  out.Raw(kind);
  out.Raw(R"(","objectId":)");
  values_.ObjectId(number);
  out.Char(',');
  return out;
}

std::array<size_t, 3> GraphWalk::CountUnfinished() const {
  return {unfinished_[0].size(), unfinished_[1].size(), unfinished_[2].size()};
}

void GraphWalk::ForgetUnfinished(const std::array<size_t, 3>& counts) {
  for (size_t i = 0; i < counts.size(); i++) unfinished_[i].resize(counts[i]);
}

void GraphWalk::WriteBody(v8::Local<v8::Object> object, uint32_t number) {
  const ObjectEntry& entry = values_.table.At(number);
  JsonOut& out = values_.out;
  const ObjectKind kind = entry.kind;
  values_.SetDepth(entry.depth + 1, entry.read_later);
  out.Raw(TypeMembers(kind));
  out.Char(',');
  values_.ClassNameMember(entry, object);
  out.Raw(R"("depth":)");
  out.Unsigned(entry.depth);
  out.Char(',');
  if (kind == ObjectKind::kProxy) {
    out.Raw(R"("properties":[])");
    contents_.InternalProperties(object, kind, entry.flags, {});
    return;
  }

  const bool is_list = kind == ObjectKind::kArray || kind == ObjectKind::kArguments || kind == ObjectKind::kSet ||
                       kind == ObjectKind::kMap;
  const NameFlags inherited = Redactor::Inherit(entry.flags, is_list);
  v8::Local<v8::Value> prototype = PrototypeOf(object);
  const bool usual = IsUsualPrototype(entry, object, prototype);
  // The global object of a vm context is not read: native code answers for its properties, and for its prototype.
  const bool is_global = !usual && kind == ObjectKind::kObject && IsGlobal(object);
  const FunctionOrigin origin =
      kind == ObjectKind::kFunction ? OriginOf(&values_, object.As<v8::Function>()) : FunctionOrigin::kApplication;
  PropertyOptions options;
  options.kind = kind;
  options.inherited = inherited;
  options.unread = is_global;
  options.shape = values_.shapes.Find(object, entry.hash);
  options.usual_prototype = usual && kind == ObjectKind::kArray;
  options.of_frame = entry.depth == 0;
  options.shallow =
      origin == FunctionOrigin::kNode || (!usual && values_.intrinsics != nullptr && prototype->IsObject() &&
                                          values_.intrinsics->IsShallow(prototype.As<v8::Object>()));

  contents_.Head(object, kind, entry.flags);
  properties_.Properties(object, options, &notes_);
  contents_.Entries(object, kind, inherited, &notes_);
  contents_.Bytes(object, kind, entry.flags);
  if (is_global) return;
  const uint8_t facts = usual ? kKnown : FactsOf(prototype);
  contents_.InternalProperties(object, kind, entry.flags, usual ? v8::Local<v8::Value>() : prototype);
  if (kind == ObjectKind::kFunction) {
    const auto function = object.As<v8::Function>();
    if (WriteFunction(&values_, function, origin, &notes_)) AddUnfinished(Unfinished::kPrivateProperties, number);
    if (function->GetBoundFunction()->IsFunction()) {
      AddUnfinished(Unfinished::kInternalProperties, number);
    } else if (origin == FunctionOrigin::kApplication) {
      AddUnfinished(Unfinished::kScopes, number);
    }
  }
  if (kind == ObjectKind::kGenerator) AddUnfinished(Unfinished::kInternalProperties, number);
  if ((facts & kMayHavePrivateFields) != 0) AddUnfinished(Unfinished::kPrivateProperties, number);
}

bool GraphWalk::IsGlobal(v8::Local<v8::Object> object) const {
  v8::Local<v8::Context> context;
  return CreationContextOf(isolate_, object).ToLocal(&context) && context->Global() == object;
}

bool GraphWalk::IsUsualPrototype(const ObjectEntry& entry, v8::Local<v8::Object> object,
                                 v8::Local<v8::Value> prototype) {
  if (entry.kind == ObjectKind::kObject) return object_prototype_ == prototype;
  if (entry.kind == ObjectKind::kArray && array_prototype_ == prototype) return true;
  if (entry.kind == ObjectKind::kModuleNamespace || entry.kind == ObjectKind::kExternal) return prototype->IsNull();
  if (!prototype->IsObject() || values_.intrinsics == nullptr) return false;
  const auto prototype_object = prototype.As<v8::Object>();
  const uint32_t intrinsic = values_.intrinsics->Find(prototype_object, prototype_object->GetIdentityHash());
  // Each generator function has a prototype of its own, which is empty as a rule.
  if (entry.kind == ObjectKind::kGenerator && intrinsic == 0) return properties_.IsPlainPrototype(object, prototype);
  if (intrinsic == 0) return false;
  if (entry.kind == ObjectKind::kArguments) return object_prototype_ == prototype;
  if (entry.class_name == 0) return false;
  // "Map" and Map.prototype
  const std::string& class_name = values_.names.At(entry.class_name).json;
  return values_.intrinsics->ClassNameAt(intrinsic) == std::string_view(class_name).substr(1, class_name.size() - 2);
}

PrototypeFacts GraphWalk::FactsOf(v8::Local<v8::Value> prototype) {
  if (!prototype->IsObject() || prototype->IsProxy()) return kKnown;
  const uint32_t number = values_.Register(prototype.As<v8::Object>(), kNameHarmless, /*queue=*/false);
  if (number == 0) return kKnown;
  ObjectEntry& entry = values_.table.At(number);
  if ((entry.prototype_facts & kKnown) == 0) {
    entry.prototype_facts = DetermineFacts(prototype);
    const bool internal = (entry.prototype_facts & kInternal) != 0;
    if (internal && entry.state == ObjectState::kReference) entry.state = ObjectState::kInternal;
  }
  return static_cast<PrototypeFacts>(entry.prototype_facts);
}

uint8_t GraphWalk::DetermineFacts(v8::Local<v8::Value> prototype) {
  constexpr int kMaxPrototypes = 32;
  v8::Local<v8::Context> context = values_.context;
  v8::Local<v8::String> key = v8::String::NewFromUtf8Literal(isolate_, "constructor", v8::NewStringType::kInternalized);
  uint8_t facts = kKnown;
  for (int i = 0; i < kMaxPrototypes; i++) {
    if (!prototype->IsObject() || prototype->IsProxy()) break;
    const auto object = prototype.As<v8::Object>();
    if (HasInterceptor(object)) break;
    v8::Local<v8::Value> constructor = OwnDataProperty(context, object, key);
    if (!constructor.IsEmpty() && constructor->IsFunction() && !constructor->IsProxy()) {
      const auto function = constructor.As<v8::Function>();
      const FunctionOrigin origin = OriginOf(&values_, function);
      if (i == 0 && origin != FunctionOrigin::kApplication) facts |= kInternal;
      if (origin == FunctionOrigin::kNative) break;
      // The private names of a class are no part of V8's API, and asking the inspector for each object takes long. So
      // instances of a class whose text has no `#` are not asked about.
      if (MayDeclarePrivateFields(&values_, function)) return facts | kMayHavePrivateFields;
    }
    prototype = PrototypeOf(object);
  }
  return facts;
}

GraphWalk::Result GraphWalk::Take() {
  Result result;
  result.near = std::exchange(near_, TextBuffer(limits_.max_bytes));
  result.far = std::exchange(far_, TextBuffer(limits_.max_bytes));
  result.objects = written_;
  MissingCounts missing = values_.missing;
  for (uint32_t number = 1; number <= values_.table.size(); number++) {
    const ObjectEntry& entry = values_.table.At(number);
    if (entry.state == ObjectState::kReference && entry.kind != ObjectKind::kSymbol) {
      missing.Add(values_.IsTooDeep(entry.depth) ? MissingReason::kDepth : MissingReason::kObjectCount);
    } else if (entry.state == ObjectState::kQueued) {
      missing.Add(ReasonOfQueued());
    }
  }
  result.missing = missing.Since(told_);
  told_ = missing;
  return result;
}

void GraphWalk::Limit(const GraphLimits& limits) {
  limits_ = limits;
  // The objects that still wait have had their share.
  for (; next_ < values_.queue.size(); next_++) {
    ObjectEntry& entry = values_.table.At(values_.queue[next_]);
    if (entry.state != ObjectState::kQueued) continue;
    values_.missing.Add(ReasonOfQueued());
    entry.state = ObjectState::kGivenUp;
  }
  limits_.max_objects += static_cast<uint32_t>(std::min<size_t>(next_, UINT32_MAX - limits.max_objects));
  deep_bytes_ = 0;
  values_.deep_objects = 0;
  values_.deep_is_full = false;
  deadline_ = DeadlineOf(limits);
  stopped_ = MissingReason::kNone;
  near_ = TextBuffer(limits.max_bytes);
  far_ = TextBuffer(limits.max_bytes);
}

}  // namespace crash_collector
