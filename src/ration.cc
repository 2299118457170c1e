#include "ration.h"

#include <algorithm>

namespace crash_collector {

uint64_t Ration::Count(uint64_t site) {
  auto found = sites_.find(site);
  if (found == sites_.end()) {
    // A program that makes sites without end (generated code) must not make the table grow without end.
    if (sites_.size() >= options_.max_sites) {
      forgotten_sites_ += sites_.size();
      sites_.clear();
    }
    // Once sites were forgotten, none is known to be new.
    const uint64_t before = forgotten_sites_ > 0 ? 1 : 0;
    found = sites_.emplace(site, Site{before, before + options_.site_first}).first;
  }
  return ++found->second.seen;
}

uint64_t Ration::Seen(uint64_t site) const {
  const auto found = sites_.find(site);
  return found == sites_.end() ? 0 : found->second.seen;
}

Verdict Ration::Ask(uint64_t site, Likelihood likelihood, double now_ms) {
  const auto found = sites_.find(site);
  if (found != sites_.end() && found->second.seen < found->second.due) return Verdict::kSiteSeen;
  Refill(now_ms);
  double floor_ms = options_.floor_error_created_ms;
  if (likelihood == Likelihood::kLikelyHandled) floor_ms = options_.floor_likely_handled_ms;
  if (likelihood == Likelihood::kLikelyFatal) floor_ms = options_.floor_likely_fatal_ms;
  return budget_ms_ > floor_ms ? Verdict::kCapture : Verdict::kNoBudget;
}

bool Ration::MayLook(double now_ms) {
  Refill(now_ms);
  return budget_ms_ > options_.floor_look_ms;
}

void Ration::Spend(uint64_t site, double took_ms, bool captured) {
  budget_ms_ -= took_ms;
  const auto found = sites_.find(site);
  if (!captured || found == sites_.end()) return;
  Site& entry = found->second;
  while (entry.due <= entry.seen) entry.due = std::max(entry.due + 1, entry.due * options_.site_growth);
}

void Ration::Refill(double now_ms) {
  if (refilled_at_ms_ >= 0) {
    budget_ms_ = std::min(options_.budget_max_ms, budget_ms_ + (now_ms - refilled_at_ms_) * options_.budget_share);
  }
  refilled_at_ms_ = now_ms;
}

}  // namespace crash_collector
