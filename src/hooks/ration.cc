#include "hooks/ration.h"

#include <algorithm>
#include <iterator>

namespace crash_collector {

bool TokenBucket::Take(double now_ms, double per_second) {
  constexpr double kSecondMs = 1000;
  const double most = std::max(per_second, 1.0);
  tokens_ = filled_at_ms_ < 0 ? most : std::min(most, tokens_ + (now_ms - filled_at_ms_) / kSecondMs * most);
  filled_at_ms_ = now_ms;
  if (tokens_ < 1) return false;
  tokens_ -= 1;
  return true;
}

void SurvivedPlaces::Note(uint64_t place) {
  // A program that makes places without end (generated code) must not make the table grow without end.
  if (places_.size() >= kMostPlaces) places_.clear();
  places_.insert(place);
}

bool LookRation::MayLook(double now_ms) {
  CountError(now_ms);
  if (unlimited_ || whole_.Take(now_ms, kMostWhole * share_)) return true;
  crowded_until_ms_ = now_ms + kSecondMs;
  return false;
}

CopyDepth LookRation::DepthAt(uint64_t place, double now_ms) {
  ForgetOldPlaces(now_ms);
  Place& own = places_[place];
  own.failed_at_ms = now_ms;
  const double count = static_cast<double>(places_.size());
  if (own.whole.Take(now_ms, kOwnWhole / count)) return CopyDepth::kWhole;
  if (brief_.Take(now_ms, kMostBrief * share_) || own.brief.Take(now_ms, kOwnBrief * share_ / count))
    return CopyDepth::kBrief;
  const auto one_of = static_cast<uint32_t>(kOneOf * std::max(1.0, kShareInStorm / share_));
  return ++own.left_out % one_of == 0 ? CopyDepth::kWhole : CopyDepth::kNone;
}

void LookRation::CountError(double now_ms) {
  errors_++;
  const double passed_ms = now_ms - counted_since_ms_;
  if (errors_ < kBurst && passed_ms < (share_ < 1 ? kSoonMs : kSecondMs)) return;
  const double per_second = errors_ / std::max(passed_ms, 1.0) * kSecondMs;
  share_ = per_second <= kStorm ? 1 : kShareInStorm * std::min(1.0, kFlood / per_second);
  counted_since_ms_ = now_ms;
  errors_ = 0;
}

void LookRation::ForgetOldPlaces(double now_ms) {
  // A program that makes places without end (generated code) must not make the table grow without end.
  if (places_.size() >= kMostPlaces) places_.clear();
  if (now_ms - forgot_at_ms_ < kSecondMs) return;
  for (auto place = places_.begin(); place != places_.end();) {
    place = place->second.failed_at_ms < forgot_at_ms_ ? places_.erase(place) : std::next(place);
  }
  forgot_at_ms_ = now_ms;
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
  const bool is_long_ago = now_ms - asked.read_at_ms > kLongAgoMs;
  const Known known = asked.count <= new_until ? Known::kNew : is_long_ago ? Known::kLongAgo : Known::kRecently;
  const bool may_read = HasBudget(known, likelihood);
  if (may_read) asked.read_at_ms = now_ms;
  return may_read;
}

bool Ration::HasBudget(Known known, Likelihood likelihood) const {
  const double most = options_.budget_max_ms;
  const bool is_new = known == Known::kNew;
  const bool is_likely_fatal = likelihood == Likelihood::kLikelyFatal;
  if (is_new && (is_likely_fatal || likelihood == Likelihood::kUncaught)) return budget_ms_ > -most;
  if (is_new) return budget_ms_ > -most * kOverdraftOfNew;
  if (is_likely_fatal) return budget_ms_ > -most * kOverdraftOfLikelyFatal;
  if (known == Known::kLongAgo) return budget_ms_ > 0;
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
