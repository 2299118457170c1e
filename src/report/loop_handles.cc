#include "report/loop_handles.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#if defined(__linux__)
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#endif

#include "base/clock.h"

namespace crash_collector {

namespace {

std::string Address(const sockaddr_storage& storage) {
  std::array<char, INET6_ADDRSTRLEN> text = {};
  if (storage.ss_family == AF_INET) {
    const auto* address = reinterpret_cast<const sockaddr_in*>(&storage);
    uv_ip4_name(address, text.data(), text.size());
    return std::string(text.data()) + ":" + std::to_string(ntohs(address->sin_port));
  }
  if (storage.ss_family == AF_INET6) {
    const auto* address = reinterpret_cast<const sockaddr_in6*>(&storage);
    uv_ip6_name(address, text.data(), text.size());
    return "[" + std::string(text.data()) + "]:" + std::to_string(ntohs(address->sin6_port));
  }
  return "";
}

// `get` is one of libuv's functions that fill in an address.
template <typename Handle>
std::string AddressBy(int (*get)(const Handle*, sockaddr*, int*), const Handle* handle) {
  sockaddr_storage storage = {};
  int length = sizeof(storage);
  return get(handle, reinterpret_cast<sockaddr*>(&storage), &length) == 0 ? Address(storage) : "";
}

template <typename Handle>
std::string PathBy(int (*get)(Handle*, char*, size_t*), Handle* handle) {
  std::array<char, 1024> text;
  size_t length = text.size();
  if (get(handle, text.data(), &length) != 0) return "";
  return std::string(text.data(), std::min(length, text.size()));
}

int GetPipeName(uv_pipe_t* handle, char* text, size_t* length) { return uv_pipe_getsockname(handle, text, length); }
int GetPipePeer(uv_pipe_t* handle, char* text, size_t* length) { return uv_pipe_getpeername(handle, text, length); }

int DescriptorOf(const uv_handle_t* handle) {
#if defined(_WIN32)
  return -1;
#else
  uv_os_fd_t fd = -1;
  return uv_fileno(handle, &fd) == 0 ? fd : -1;
#endif
}

double SilentMs(const uv_handle_t* handle) {
#if defined(__linux__)
  uv_os_fd_t fd = -1;
  tcp_info info = {};
  socklen_t length = sizeof(info);
  if (uv_fileno(handle, &fd) != 0 || getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &length) != 0) return -1;
  if (info.tcpi_state == TCP_LISTEN) return -1;
  return std::min(info.tcpi_last_data_recv, info.tcpi_last_data_sent);
#else
  return -1;
#endif
}

// False for handles of Node.js's own machinery.
bool Describe(uv_handle_t* handle, LoopHandle* out) {
  switch (uv_handle_get_type(handle)) {
    case UV_TCP:
      out->local = AddressBy(uv_tcp_getsockname, reinterpret_cast<uv_tcp_t*>(handle));
      out->peer = AddressBy(uv_tcp_getpeername, reinterpret_cast<uv_tcp_t*>(handle));
      out->silent_ms = SilentMs(handle);
      out->fd = DescriptorOf(handle);
      break;
    case UV_UDP: out->local = AddressBy(uv_udp_getsockname, reinterpret_cast<uv_udp_t*>(handle)); break;
    case UV_NAMED_PIPE:
      out->local = PathBy(GetPipeName, reinterpret_cast<uv_pipe_t*>(handle));
      out->peer = PathBy(GetPipePeer, reinterpret_cast<uv_pipe_t*>(handle));
      out->fd = DescriptorOf(handle);
      break;
    case UV_TTY: break;
    case UV_PROCESS: out->number = uv_process_get_pid(reinterpret_cast<uv_process_t*>(handle)); break;
    case UV_SIGNAL: out->number = reinterpret_cast<uv_signal_t*>(handle)->signum; break;
    case UV_FS_EVENT: out->path = PathBy(uv_fs_event_getpath, reinterpret_cast<uv_fs_event_t*>(handle)); break;
    case UV_FS_POLL: out->path = PathBy(uv_fs_poll_getpath, reinterpret_cast<uv_fs_poll_t*>(handle)); break;
    default: return false;
  }
  out->type = uv_handle_type_name(uv_handle_get_type(handle));
  out->active = uv_is_active(handle) != 0;
  out->referenced = uv_has_ref(handle) != 0;
  return true;
}

struct Walk {
  LoopState* state;
  size_t most;
};

}  // namespace

LoopState ReadLoop(uv_loop_t* loop, size_t most_handles) {
  LoopState state;
  state.turn_ms = std::max(0.0, MsOf(uv_hrtime()) - static_cast<double>(uv_now(loop)));
  state.idle_ms = MsOf(uv_metrics_idle_time(loop));
  uv_metrics_t metrics = {};
  if (uv_metrics_info(loop, &metrics) == 0) state.turns = static_cast<double>(metrics.loop_count);
  Walk walk{&state, most_handles};
  uv_walk(
      loop,
      [](uv_handle_t* handle, void* data) {
        const auto* walk = static_cast<Walk*>(data);
        LoopHandle described;
        if (uv_is_closing(handle) != 0 || !Describe(handle, &described)) return;
        if (walk->state->handles.size() < walk->most) {
          walk->state->handles.push_back(std::move(described));
        } else {
          walk->state->left_out++;
        }
      },
      &walk);
  return state;
}

}  // namespace crash_collector
