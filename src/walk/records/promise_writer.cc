// The part of ContentsWriter that reads promises.
#include <algorithm>
#include <optional>
#include <utility>

#include "v8_internals/heap/promise_reactions.h"
#include "v8_internals/heap/task_probes.h"
#include "walk/records/contents_writer.h"

namespace crash_collector {

namespace {

const char* StateName(v8::Promise::PromiseState state) {
  switch (state) {
    case v8::Promise::kPending: return "pending";
    case v8::Promise::kFulfilled: return "fulfilled";
    default: return "rejected";
  }
}

}  // namespace

void ContentsWriter::PromiseState(v8::Local<v8::Promise> promise, NameFlags flags) {
  const v8::Promise::PromiseState state = promise->State();
  InternalName("[[PromiseState]]");
  values_->out.Raw(R"({"type":"string","value":")");
  values_->out.Raw(StateName(state));
  values_->out.Raw(R"("}})");
  Internal("[[PromiseIsHandled]]", v8::Boolean::New(values_->isolate, promise->HasHandler()));
  if (state == v8::Promise::kPending)
    Reactions(promise, flags);
  else
    Internal("[[PromiseResult]]", promise->Result(), flags);
}

// The reactions are no objects of JavaScript. So they, and the array of them, get numbers and records, but no entry of
// the table in which they could be found.
void ContentsWriter::Reactions(v8::Local<v8::Promise> promise, NameFlags flags) {
  if (!with_reactions || values_->intrinsics == nullptr || values_->intrinsics->task_probes == nullptr) return;
  const std::optional<HeapLayout>& layout = values_->intrinsics->task_probes->Learn();
  if (!layout) return;
  const PromiseReactions reactions = ReactionsOf(values_->isolate, *layout, promise, values_->limits.max_entries);
  const auto count = static_cast<uint32_t>(reactions.list.size());
  if (count == 0 || values_->table.size() + count + 1 > ObjectTable::kMaxEntries) return;
  const uint32_t array = values_->table.AddGone();
  for (uint32_t i = 0; i < count; i++) values_->table.AddGone();
  InternalName("[[PromiseReactions]]");
  Reference(ObjectKind::kArray, array);
  values_->out.Char('}');

  JsonOut& out = values_->out;
  std::swap(out, further_);
  RecordNotes notes;
  if (reactions.more != 0 || !reactions.is_counted)
    notes.Add("collectionSize", reactions.is_counted ? reactions.more : 0);
  BeginFurther(ObjectKind::kArray, array);
  out.Raw(R"("length":)");
  out.Unsigned(count + reactions.more);
  out.Raw(R"(,"properties":[)");
  for (uint32_t i = 0; i < count; i++) {
    out.Raw(i == 0 ? R"({"name":")" : R"(,{"name":")");
    out.Unsigned(i);
    out.Raw(R"(","value":)");
    Reference(ObjectKind::kObject, array + 1 + i);
    out.Char('}');
  }
  EndFurther(notes);
  for (uint32_t i = 0; i < count; i++) {
    BeginFurther(ObjectKind::kObject, array + 1 + i);
    out.Raw(R"("properties":[)");
    Reaction(reactions.list[i], flags);
    EndFurther({});
  }
  std::swap(out, further_);
}

void ContentsWriter::Reaction(const PromiseReaction& reaction, NameFlags flags) {
  JsonOut& out = values_->out;
  bool is_first = true;
  const auto begin = [&](std::string_view name) {
    out.Raw(is_first ? R"({"name":")" : R"(,{"name":")");
    is_first = false;
    out.Raw(name);
    out.Raw(R"(","value":)");
  };
  const auto member = [&](std::string_view name, v8::Local<v8::Value> value, NameFlags flags_of_value) {
    if (value.IsEmpty()) return;
    begin(name);
    values_->Value(value, flags_of_value);
    out.Char('}');
  };
  if (reaction.combinator != nullptr) {
    begin("combinator");
    out.Raw(R"({"type":"string","value":")");
    out.Raw(reaction.combinator);
    out.Raw(R"("}})");
  }
  member("awaitedBy", reaction.awaited_by, kNameHarmless);
  member("onFulfilled", reaction.on_fulfilled, kNameHarmless);
  member("onRejected", reaction.on_rejected, kNameHarmless);
  member("onFinally", reaction.on_finally, kNameHarmless);
  // Its result may be that of the promise that has the reaction, if it is read later.
  member("promise", reaction.promise, flags);
}

void ContentsWriter::Reference(ObjectKind kind, uint32_t number) {
  JsonOut& out = values_->out;
  out.Char('{');
  out.Raw(TypeMembers(kind));
  out.Raw(kind == ObjectKind::kArray ? R"(,"className":"Array","objectId":)" : R"(,"className":"Object","objectId":)");
  values_->ObjectId(number);
  out.Char('}');
}

void ContentsWriter::BeginFurther(ObjectKind kind, uint32_t number) {
  JsonOut& out = values_->out;
  out.Raw(R"({"kind":"object","objectId":)");
  values_->ObjectId(number);
  out.Char(',');
  out.Raw(TypeMembers(kind));
  out.Raw(kind == ObjectKind::kArray ? R"(,"className":"Array","depth":)" : R"(,"className":"Object","depth":)");
  out.Unsigned(values_->depth());
  out.Char(',');
}

void ContentsWriter::EndFurther(const RecordNotes& notes) {
  JsonOut& out = values_->out;
  out.Char(']');
  if (values_->reads_later()) out.Raw(R"(,"readAt":"report")");
  notes.WriteMember(&out);
  out.Raw("}\n");
  further_records_++;
}

}  // namespace crash_collector
