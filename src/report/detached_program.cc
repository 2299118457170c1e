#include "report/detached_program.h"

#if !defined(_WIN32)
#include <fcntl.h>
#include <spawn.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>
#include <uv.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>

#include "base/quiet_thread.h"
#endif

namespace crash_collector {

#if !defined(_WIN32)

namespace {

// True while a program runs that a thread waits for.
std::atomic<bool> runs{false};

// Without it a process that lives on would keep the entry of the program that has ended.
void WaitFor(void* process) {
  const auto pid = static_cast<pid_t>(reinterpret_cast<intptr_t>(process));
  while (waitpid(pid, nullptr, 0) == -1 && errno == EINTR) {
  }
  runs = false;
}

bool Replaces(const std::string& variable, const std::string& name) {
  return variable.compare(0, name.size(), name) == 0 && variable[name.size()] == '=';
}

std::vector<std::string> EnvironmentWith(const std::vector<std::string>& variables) {
  std::vector<std::string> environment(variables);
  uv_env_item_t* items;
  int count;
  if (uv_os_environ(&items, &count) != 0) return environment;
  for (int i = 0; i < count; i++) {
    const std::string name(items[i].name);
    bool replaced = false;
    for (const std::string& variable : variables) replaced = replaced || Replaces(variable, name);
    if (!replaced) environment.push_back(name + '=' + items[i].value);
  }
  uv_os_free_environ(items, count);
  return environment;
}

std::vector<char*> Pointers(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(&text[0]);
  pointers.push_back(nullptr);
  return pointers;
}

class SpawnOptions {
 public:
  SpawnOptions() {
    posix_spawnattr_init(&attributes_);
    posix_spawn_file_actions_init(&files_);
  }
  ~SpawnOptions() {
    posix_spawn_file_actions_destroy(&files_);
    posix_spawnattr_destroy(&attributes_);
  }
  SpawnOptions(const SpawnOptions&) = delete;
  SpawnOptions& operator=(const SpawnOptions&) = delete;

  // A session of its own, which a terminal's Ctrl+C and hang-up don't reach. The program would inherit signals that
  // Node.js ignores (SIGPIPE), and the mask of this thread. All other descriptors of Node.js close themselves.
  bool Prepare() {
    sigset_t signals;
    sigemptyset(&signals);
    posix_spawnattr_setsigmask(&attributes_, &signals);
    sigaddset(&signals, SIGPIPE);
    sigaddset(&signals, SIGXFSZ);
    posix_spawnattr_setsigdefault(&attributes_, &signals);
    constexpr int kFlags = POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
    if (posix_spawnattr_setflags(&attributes_, kFlags) != 0) return false;
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
      if (posix_spawn_file_actions_addopen(&files_, fd, "/dev/null", O_RDWR, 0) != 0) return false;
    }
    return true;
  }

  pid_t Spawn(const char* program, char* const* arguments, char* const* environment) {
    pid_t pid;
    return posix_spawn(&pid, program, &files_, &attributes_, arguments, environment) == 0 ? pid : 0;
  }

 private:
  posix_spawnattr_t attributes_;
  posix_spawn_file_actions_t files_;
};

}  // namespace

bool StartDetachedProgram(std::vector<std::string> command, const std::vector<std::string>& variables, bool only_one) {
  if (command.empty() || (only_one && runs)) return false;
  std::vector<std::string> environment = EnvironmentWith(variables);
  SpawnOptions options;
  if (!options.Prepare()) return false;
  const pid_t pid = options.Spawn(command[0].c_str(), Pointers(command).data(), Pointers(environment).data());
  if (pid == 0) return false;
  runs = true;
  if (!StartQuietThread("cc-on-dump", WaitFor, reinterpret_cast<void*>(static_cast<intptr_t>(pid)))) runs = false;
  return true;
}

#else

bool StartDetachedProgram(std::vector<std::string>, const std::vector<std::string>&, bool) { return false; }

#endif

}  // namespace crash_collector
