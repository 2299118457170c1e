// Which errors are worth a capture, and how large a one. Most errors are handled, so captures may take a share of the
// time and no more: a budget in milliseconds of CPU time, refilled by the clock. When it is low a capture gets smaller,
// and only when it is used up, absent. No V8: the caller brings the hash of the site and the clock.
#ifndef SRC_HOOKS_RATION_H_
#define SRC_HOOKS_RATION_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <unordered_map>

namespace crash_collector {

struct RationOptions {
  double budget_share = 0.015;    // of wall time that captures may take
  double budget_initial_ms = 10;  // saved up at start
  double budget_max_ms = 200;     // most that can be saved up
  // Below this an error that is probably handled is captured small; a hook that is rarely wrong may dig deeper.
  double reserve_ms = 60;
  size_t max_sites = 4096;
  // A process that may spend all of its time on captures is one that is measured: no error is passed over.
  bool unlimited() const { return budget_share >= 1; }
};

enum class Likelihood { kErrorCreated, kLikelyHandled, kLikelyFatal, kUncaught };

enum class CaptureSize { kNone, kSmall, kFull };

class Ration {
 public:
  explicit Ration(const RationOptions& options) : options_(options), budget_ms_(options.budget_initial_ms) {}

  // How much of an error at this site may be read at `now_ms` (any monotonic origin); counts the site's occurrence.
  // `crowded`: errors come by the thousand.
  [[nodiscard]] CaptureSize Ask(uint64_t site, Likelihood likelihood, double now_ms, bool crowded);

  // Where captures take a pause of the debugger, one of them may take more than all that is saved up at the start.
  void FillUpForPauses() { budget_ms_ = std::max(budget_ms_, kInitialForPausesMs); }

  // CPU time that a capture took.
  void Spend(double took_ms) { budget_ms_ -= took_ms; }

  double budget_ms() const { return budget_ms_; }
  size_t site_count() const { return sites_.size() + forgotten_sites_; }

 private:
  static constexpr double kInitialForPausesMs = 200;
  // A new site may overdraw the budget by so much of its maximum, because it is what a new fatal error looks like.
  static constexpr double kOverdraftOfNew = 0.5;
  // A rejection that probably nobody handles may overdraw it by so much each time. Programs that handle a rejection
  // late, as npm does, would otherwise pay the whole overdraft for the same few places.
  static constexpr double kOverdraftOfLikelyFatal = 0.02;
  // Occurrences for which a site counts as new; and again when it was not captured for so long, lest those that come by
  // the hundred take all from those that come now and then.
  static constexpr uint64_t kNewUntil = 2;
  static constexpr double kNewAgainAfterMs = 1000;
  struct Site {
    uint64_t count = 0;
    double captured_at_ms = 0;
  };
  CaptureSize SizeFor(bool is_new, Likelihood likelihood) const;
  // What throwing costs V8 grows with the errors, and one more capture of the same few is worth less.
  static constexpr double kShareWhenCrowded = 1.0 / 3;
  void Refill(double now_ms, bool crowded);
  Site& Count(uint64_t site);

  const RationOptions options_;
  std::unordered_map<uint64_t, Site> sites_;
  uint64_t forgotten_sites_ = 0;
  double budget_ms_;
  double refilled_at_ms_ = -1;
};

// Whether an error may be looked at at all: to tell which one it is and where takes a few microseconds. Only where
// errors come by the thousand in a second one of many is looked at.
class LookRation {
 public:
  explicit LookRation(const RationOptions& options) : unlimited_(options.unlimited()) {}

  [[nodiscard]] bool MayLook(double now_ms);
  // Whether some were passed over within the last second.
  bool crowded(double now_ms) const { return now_ms < crowded_until_ms_; }

 private:
  static constexpr double kLooksPerMs = 0.5;
  static constexpr double kMostLooks = 500;
  static constexpr uint32_t kPassedOver = 63;  // for one that is looked at when there are more
  const bool unlimited_;
  double looks_ = kMostLooks;
  double looked_at_ms_ = -1;
  static constexpr double kCrowdedForMs = 1000;
  uint32_t passed_over_ = 0;
  double crowded_until_ms_ = -1;
};

}  // namespace crash_collector

#endif  // SRC_HOOKS_RATION_H_
