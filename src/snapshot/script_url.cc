#include "snapshot/script_url.h"

#include <cstring>

namespace crash_collector {

std::string ScriptUrl(std::string name) {
  if (name.empty() || name[0] != '/') return name;
  // The characters that the path of a URL cannot hold as they are, or that would end it.
  constexpr char kEscaped[] = " \"#%<>?\\^`{}";
  constexpr char kDigits[] = "0123456789ABCDEF";
  std::string url = "file://";
  url.reserve(url.size() + name.size());
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte > ' ' && byte < 0x7f && std::strchr(kEscaped, c) == nullptr) {
      url.push_back(c);
      continue;
    }
    url.push_back('%');
    url.push_back(kDigits[byte >> 4]);
    url.push_back(kDigits[byte & 15]);
  }
  return url;
}

}  // namespace crash_collector
