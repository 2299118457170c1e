// Decides which errors are captured, and how large each capture may be. Most errors are handled, so captures may take
// only a share of the time: a budget in milliseconds of CPU time, refilled by the clock. If the budget is low a capture
// is small, and only if it is used up there is none. Knows nothing of V8: the caller gives the hash of the site and the
// time.
#ifndef SRC_HOOKS_RATION_H_
#define SRC_HOOKS_RATION_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <unordered_map>

namespace crash_collector {

struct RationOptions {
  double budget_share = 0.015;    // of wall time that captures may take
  double budget_initial_ms = 30;  // saved up at start
  double budget_max_ms = 200;     // most that can be saved up
  // Below this budget an error that is probably handled gets a small capture. Other hooks, which are rarely wrong, may
  // go down to half of it.
  double reserve_ms = 60;
  size_t max_sites = 4096;
  // True in measurements, where captures may take all of the time: no error is passed over then.
  bool unlimited() const { return budget_share >= 1; }
};

enum class Likelihood { kErrorCreated, kLikelyHandled, kLikelyFatal, kUncaught };

enum class CaptureSize { kNone, kSmall, kFull };

class Ration {
 public:
  explicit Ration(const RationOptions& options) : options_(options), budget_ms_(options.budget_initial_ms) {}

  // Decides how much may be read for an error at this site at `now_ms` (any monotonic origin), and counts the
  // occurrence. `crowded`: errors come by the thousand.
  [[nodiscard]] CaptureSize Ask(uint64_t site, Likelihood likelihood, double now_ms, bool crowded);

  // Raises the budget for captures by a pause of the debugger, one of which may take more than all that is saved up at
  // start.
  void FillUpForPauses() { budget_ms_ = std::max(budget_ms_, kInitialForPausesMs); }

  // Charges the CPU time that a capture took.
  void Spend(double took_ms) { budget_ms_ -= took_ms; }

  double budget_ms() const { return budget_ms_; }
  size_t site_count() const { return sites_.size() + forgotten_sites_; }

 private:
  static constexpr double kInitialForPausesMs = 200;
  // A new site may overdraw the budget by this share of its maximum, because a new fatal error looks the same.
  static constexpr double kOverdraftOfNew = 0.5;
  // A rejection that is probably unhandled may overdraw the budget by this share each time. Programs that handle a
  // rejection late, as npm does, would otherwise pay the whole overdraft for the same few places.
  static constexpr double kOverdraftOfLikelyFatal = 0.25;
  // A site counts as new for its first occurrences, and again if it was not captured for this long. Otherwise errors
  // that come by the hundred would take everything from errors that come now and then.
  static constexpr uint64_t kNewUntil = 3;
  static constexpr double kNewAgainAfterMs = 1000;
  struct Site {
    uint64_t count = 0;
    double captured_at_ms = 0;
  };
  CaptureSize SizeFor(bool is_new, Likelihood likelihood) const;
  // The share is smaller if errors are crowded: V8's own cost of throwing grows with them, and one more capture of the
  // same few places is worth less.
  static constexpr double kShareWhenCrowded = 1.0 / 3;
  void Refill(double now_ms, bool crowded);
  Site& Count(uint64_t site);

  const RationOptions options_;
  std::unordered_map<uint64_t, Site> sites_;
  uint64_t forgotten_sites_ = 0;
  double budget_ms_;
  double refilled_at_ms_ = -1;
};

// Decides if an error may be looked at at all, because it takes a few microseconds to identify the error and its place.
// Only if thousands of errors come in a second, one of many is looked at.
class LookRation {
 public:
  explicit LookRation(const RationOptions& options) : unlimited_(options.unlimited()) {}

  [[nodiscard]] bool MayLook(double now_ms);
  // True if errors were passed over within the last second.
  bool crowded(double now_ms) const { return now_ms < crowded_until_ms_; }

 private:
  static constexpr double kLooksPerMs = 0.5;
  static constexpr double kMostLooks = 500;
  static constexpr uint32_t kPassedOver = 63;  // beyond the limit, one of this many errors is looked at
  const bool unlimited_;
  double looks_ = kMostLooks;
  double looked_at_ms_ = -1;
  static constexpr double kCrowdedForMs = 1000;
  uint32_t passed_over_ = 0;
  double crowded_until_ms_ = -1;
};

}  // namespace crash_collector

#endif  // SRC_HOOKS_RATION_H_
