// machineState() and ancestors(): facts of the machine, from libuv, because the application may have replaced functions
// of `node:os`; and the processes that this one descends from.
#include <napi.h>
#include <uv.h>

#include <cstdint>
#include <vector>

#include "base/ancestors.h"
#include "bindings/addon.h"
#include "bindings/plain_object.h"

namespace crash_collector {

namespace {

Napi::Value MachineState(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  Napi::Object answer = NewPlainObject(env);
  char hostname[UV_MAXHOSTNAMESIZE];
  size_t size = sizeof(hostname);
  if (uv_os_gethostname(hostname, &size) == 0) answer.Set("hostname", Napi::String::New(env, hostname, size));
  uv_utsname_t system;
  if (uv_os_uname(&system) == 0) answer.Set("osRelease", system.release);
  answer.Set("cpus", uv_available_parallelism());
  answer.Set("totalMemoryBytes", static_cast<double>(uv_get_total_memory()));
  answer.Set("freeMemoryBytes", static_cast<double>(uv_get_free_memory()));
  double averages[3];
  uv_loadavg(averages);
  Napi::Array load = Napi::Array::New(env, 3);
  for (uint32_t i = 0; i < 3; i++) SetElement(load, i, averages[i]);
  answer.Set("loadAverage", load);
  return answer;
}

// ancestors() -> [{ pid, startTicks, name, sameProgram }, …], this process first
Napi::Value ListAncestors(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const std::vector<ProcessIdentity>& ancestors = Ancestors();
  Napi::Array list = Napi::Array::New(env, ancestors.size());
  for (uint32_t i = 0; i < ancestors.size(); i++) {
    Napi::Object described = NewPlainObject(env);
    described.Set("pid", ancestors[i].pid);
    described.Set("startTicks", static_cast<double>(ancestors[i].start_ticks));
    described.Set("name", ancestors[i].name);
    described.Set("sameProgram", ancestors[i].same_program);
    SetElement(list, i, described);
  }
  return list;
}

}  // namespace

void InitMachine(Napi::Env env, Napi::Object exports) {
  exports.Set("ancestors", Napi::Function::New<ListAncestors>(env));
  exports.Set("machineState", Napi::Function::New<MachineState>(env));
}

}  // namespace crash_collector
