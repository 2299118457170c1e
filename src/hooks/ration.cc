#include "hooks/ration.h"

#include <algorithm>

namespace crash_collector {

bool LookRation::MayLook(double now_ms) {
  if (unlimited_) return true;
  if (looked_at_ms_ >= 0) looks_ = std::min(kMostLooks, looks_ + (now_ms - looked_at_ms_) * kLooksPerMs);
  looked_at_ms_ = now_ms;
  if (looks_ >= 1) {
    looks_ -= 1;
    return true;
  }
  crowded_until_ms_ = now_ms + kSecondMs;
  return false;
}

CopyDepth LookRation::DepthAt(uint64_t place, double now_ms) {
  if (now_ms - second_since_ms_ > kSecondMs) {
    second_since_ms_ = now_ms;
    places_before_ = errors_.size();
    errors_.clear();
  }
  // A program that makes places without end (generated code) must not make the table grow without end.
  if (errors_.size() >= kMostPlaces) errors_.clear();
  const size_t number = errors_[place]++;
  const size_t places = std::max(errors_.size(), places_before_);
  if (number == 0 || number < kWhole / places || number % kOneOf == 0) return CopyDepth::kWhole;
  return number < kBrief / places ? CopyDepth::kBrief : CopyDepth::kNone;
}

Ration::Site& Ration::Count(uint64_t site) {
  // A program that makes sites without end (generated code) must not make the table grow without end.
  if (sites_.size() >= options_.max_sites && sites_.count(site) == 0) {
    forgotten_sites_ += sites_.size();
    sites_.clear();
  }
  Site& counted = sites_[site];
  counted.count++;
  return counted;
}

bool Ration::MayRead(uint64_t site, Likelihood likelihood, double now_ms, bool crowded) {
  Site& asked = Count(site);
  Refill(now_ms, crowded);
  const uint64_t new_until = likelihood == Likelihood::kUncaught ? 1 : kNewUntil;
  const bool is_new = asked.count <= new_until || now_ms - asked.read_at_ms > kNewAgainAfterMs;
  const bool may_read = HasBudget(is_new, likelihood);
  if (may_read) asked.read_at_ms = now_ms;
  return may_read;
}

bool Ration::HasBudget(bool is_new, Likelihood likelihood) const {
  const double most = options_.budget_max_ms;
  const bool is_likely_fatal = likelihood == Likelihood::kLikelyFatal;
  if (is_new && (is_likely_fatal || likelihood == Likelihood::kUncaught)) return budget_ms_ > -most;
  if (is_new) return budget_ms_ > -most * kOverdraftOfNew;
  if (is_likely_fatal) return budget_ms_ > -most * kOverdraftOfLikelyFatal;
  return budget_ms_ > (likelihood == Likelihood::kErrorCreated ? options_.reserve_ms : options_.reserve_ms / 2);
}

void Ration::Refill(double now_ms, bool crowded) {
  if (refilled_at_ms_ >= 0) {
    const double share = budget_share_ * (crowded ? kShareWhenCrowded : 1);
    budget_ms_ = std::min(options_.budget_max_ms, budget_ms_ + (now_ms - refilled_at_ms_) * share);
  }
  refilled_at_ms_ = now_ms;
}

}  // namespace crash_collector
