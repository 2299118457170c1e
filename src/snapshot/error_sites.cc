#include "snapshot/error_sites.h"

#include <optional>

namespace crash_collector {

const ErrorSite& ErrorSites::Current(uint64_t salt, bool may_learn) {
  std::optional<v8_internals::StackPlaces> places = memo_->PlacesOf(kMostFrames, may_learn);
  if (!places) return unknown_ = CurrentErrorSite(isolate_, salt);
  places->second ^= salt;
  if (const auto known = known_.find(*places); known != known_.end()) return known->second;
  if (known_.size() >= kMostSites) known_.clear();
  return known_[*places] = CurrentErrorSite(isolate_, salt);
}

}  // namespace crash_collector
