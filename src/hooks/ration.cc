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
  crowded_until_ms_ = now_ms + kCrowdedForMs;
  if (++passed_over_ < kPassedOver) return false;
  passed_over_ = 0;
  return true;
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

CaptureSize Ration::Ask(uint64_t site, Likelihood likelihood, double now_ms, bool crowded) {
  Site& asked = Count(site);
  Refill(now_ms, crowded);
  const bool is_new = asked.count <= kNewUntil || now_ms - asked.captured_at_ms > kNewAgainAfterMs;
  const CaptureSize size = SizeFor(is_new, likelihood);
  if (size != CaptureSize::kNone) asked.captured_at_ms = now_ms;
  return size;
}

CaptureSize Ration::SizeFor(bool is_new, Likelihood likelihood) const {
  const double most = options_.budget_max_ms;
  const bool is_likely_fatal = likelihood == Likelihood::kLikelyFatal;
  if (likelihood == Likelihood::kUncaught || (is_likely_fatal && is_new)) {
    return budget_ms_ > -most ? CaptureSize::kFull : CaptureSize::kNone;
  }
  double full_above = 0;
  double overdraft = 0;
  if (is_new) {
    overdraft = kOverdraftOfNew;
  } else if (is_likely_fatal) {
    overdraft = kOverdraftOfLikelyFatal;
  } else {
    full_above = likelihood == Likelihood::kErrorCreated ? options_.reserve_ms : options_.reserve_ms / 2;
  }
  if (budget_ms_ > full_above) return CaptureSize::kFull;
  return budget_ms_ > -most * overdraft ? CaptureSize::kSmall : CaptureSize::kNone;
}

void Ration::Refill(double now_ms, bool crowded) {
  if (refilled_at_ms_ >= 0) {
    const double share = options_.budget_share * (crowded ? kShareWhenCrowded : 1);
    budget_ms_ = std::min(options_.budget_max_ms, budget_ms_ + (now_ms - refilled_at_ms_) * share);
  }
  refilled_at_ms_ = now_ms;
}

}  // namespace crash_collector
