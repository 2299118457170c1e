#include "snapshot/closure_scopes.h"

#include "snapshot/stack_copies.h"
#include "text/json_out.h"
#include "v8_internals/frames/dead_stack.h"
#include "v8_internals/frames/new_target.h"
#include "v8_internals/heap/awaiting_tasks.h"

namespace crash_collector {

namespace {

using v8_internals::ScopeType;

bool IsWritten(ScopeType type) {
  switch (type) {
    case ScopeType::kLocal:
    case ScopeType::kWith:
    case ScopeType::kClosure:
    case ScopeType::kCatch:
    case ScopeType::kBlock:
    case ScopeType::kEval: return true;
    default: return false;
  }
}

}  // namespace

std::string ClosureScopes::Write(v8_internals::ScopeIterator* scopes, uint32_t holder, v8_internals::Saved saved) {
  JsonOut out;
  for (; scopes != nullptr && !scopes->Done(); scopes->Advance()) {
    const ScopeType type = scopes->GetType();
    if (!IsWritten(type)) continue;
    JsonOut head;
    head.Raw(R"({"type":")");
    head.Raw(kScopeNames[static_cast<size_t>(type)]);
    head.Char('"');
    v8::Local<v8::Value> name = scopes->GetFunctionDebugName();
    if (!name.IsEmpty() && name->IsString() && name.As<v8::String>()->Length() > 0) {
      const v8::String::Utf8Value text(isolate_, name);
      head.Raw(R"(,"name":")");
      head.Utf8(*text == nullptr ? "" : *text);
      head.Char('"');
    }
    if (holder != 0 && walk_->IsReadLater(holder)) head.Raw(R"(,"readAt":"report")");
    head.Raw(SavedMember(saved));
    // The function's own scopes end with this one.
    if (type == ScopeType::kLocal) saved = v8_internals::Saved::kAll;
    uint32_t missing = 0;
    const std::string variables = walk_->Variables(v8_internals::VariablesOf(isolate_, scopes), holder, &missing);
    if (out.size() > 0) out.Char(',');
    writer_.Write(head.text(), variables, missing, &out);
  }
  return out.Release();
}

std::string ClosureScopes::WriteSuspended(v8::Local<v8::Object> generator, StackCopies* copies) {
  const v8_internals::DebugScope debug_scope(isolate_);
  if (copies != nullptr && copies->IsReady()) {
    const v8_internals::DeadStack copied(isolate_, copies->CopySuspended(AsAwaitingTasks(isolate_, {generator})),
                                         copies->generator());
    if (!copied.tasks().empty()) {
      const v8_internals::DeadTask& task = copied.tasks().front();
      walk_->SetRemoved(copied.removed());
      auto scopes = v8_internals::ScopesOfGenerator(isolate_, task.generator);
      std::string json = Write(scopes.get(), 0, task.saved);
      walk_->SetRemoved({});
      return json;
    }
  }
  return Write(v8_internals::ScopesOfGenerator(isolate_, generator).get(), 0);
}

}  // namespace crash_collector
