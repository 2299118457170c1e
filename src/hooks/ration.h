// Decides which errors are read at once. All others are copied and read when they are reported, which shows the same
// variables, but what objects hold may have changed by then. Reading may take only a share of the time: a budget in
// milliseconds of CPU time, refilled by the clock. Knows nothing of V8: the caller gives the hash of the site and the
// time.
#ifndef SRC_HOOKS_RATION_H_
#define SRC_HOOKS_RATION_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>

namespace crash_collector {

struct RationOptions {
  double budget_share = 0.0005;   // of wall time that reading may take
  double budget_initial_ms = 30;  // saved up at start
  double budget_max_ms = 200;     // most that can be saved up
  // Below this budget an error that is probably handled is not read at once. Other hooks, which are rarely wrong, may
  // go down to half of it.
  double reserve_ms = 60;
  size_t max_sites = 4096;
  // True in measurements, where reading may take all of the time: no error is passed over then.
  bool unlimited() const { return budget_share >= 1; }
};

enum class Likelihood { kErrorCreated, kLikelyHandled, kLikelyFatal, kUncaught };

class Ration {
 public:
  explicit Ration(const RationOptions& options)
      : options_(options), budget_share_(options.budget_share), budget_ms_(options.budget_initial_ms) {}

  // Decides if an error at this site may be read at once at `now_ms` (any monotonic origin), and counts the occurrence.
  // `crowded`: errors come by the thousand.
  [[nodiscard]] bool MayRead(uint64_t site, Likelihood likelihood, double now_ms, bool crowded);

  // Raises the budget where stacks cannot be copied, so that what is not read at once is lost.
  void RaiseForReadingOnly() { budget_share_ = std::max(budget_share_, kShareForReadingOnly); }
  // Raises it further for captures by a pause of the debugger, one of which may take more than all that is saved up at
  // start.
  void FillUpForPauses() {
    RaiseForReadingOnly();
    budget_ms_ = std::max(budget_ms_, kInitialForPausesMs);
  }

  // Charges the CPU time that reading took.
  void Spend(double took_ms) { budget_ms_ -= took_ms; }

  double budget_ms() const { return budget_ms_; }
  size_t site_count() const { return sites_.size() + forgotten_sites_; }

 private:
  static constexpr double kInitialForPausesMs = 200;
  static constexpr double kShareForReadingOnly = 0.015;
  // A new site may overdraw the budget by this share of its maximum, because a new fatal error looks the same.
  static constexpr double kOverdraftOfNew = 0.5;
  // A rejection that is probably unhandled may overdraw the budget by this share each time. Programs that handle a
  // rejection late, as npm does, would otherwise pay the whole overdraft for the same few places.
  static constexpr double kOverdraftOfLikelyFatal = 0.25;
  // A site counts as new for its first occurrences. One that was not read for this long comes before others, too, but
  // overdraws nothing: errors that come now and then all day would leave nothing for the first one of a new place.
  static constexpr uint64_t kNewUntil = 3;
  static constexpr double kLongAgoMs = 1000;
  struct Site {
    uint64_t count = 0;
    double read_at_ms = 0;
  };
  enum class Known { kNew, kLongAgo, kRecently };
  bool HasBudget(Known known, Likelihood likelihood) const;
  // The share is smaller if errors are crowded: V8's own cost of throwing grows with them, and one more capture of the
  // same few places is worth less.
  static constexpr double kShareWhenCrowded = 1.0 / 3;
  void Refill(double now_ms, bool crowded);
  Site& Count(uint64_t site);

  const RationOptions options_;
  double budget_share_;
  std::unordered_map<uint64_t, Site> sites_;
  uint64_t forgotten_sites_ = 0;
  double budget_ms_;
  double refilled_at_ms_ = -1;
};

// What is copied of an error.
enum class CopyDepth {
  kNone,
  kBrief,  // its stack, and the functions that wait for certain
  kWhole
};

// So many of what is counted each second on average; what was not used within a second is lost. It is full at first.
class TokenBucket {
 public:
  // False if there is no more. At least one comes in a second, however low the rate is.
  [[nodiscard]] bool Take(double now_ms, double per_second);

 private:
  double tokens_ = 0;
  double filled_at_ms_ = -1;
};

// Leaves out most errors of places whose errors the process survives by a listener, when they come without end: Node.js
// itself takes no longer for each than a copy does. The others show what the listener was called for.
class SurvivedPlaces {
 public:
  // An error of the place reached the listener, and the process goes on.
  void Note(uint64_t place);
  bool IsEmpty() const { return places_.empty(); }
  bool Has(uint64_t place) const { return places_.count(place) != 0; }
  // True if an error of one of these places is copied.
  [[nodiscard]] bool MayCopy(double now_ms) { return copies_.Take(now_ms, kMostCopies); }

 private:
  static constexpr double kMostCopies = 50;  // a second, of all places
  static constexpr size_t kMostPlaces = 4096;
  std::unordered_set<uint64_t> places_;
  TokenBucket copies_;
};

// Decides how much is copied of an error, because a copy takes some microseconds. Up to 500 errors a second each is
// copied whole. Of more, each place has an equal share by itself, so a place that fails without end takes nothing from
// another; what all may have in common is left to those that fail more often; and of the rest one of many is copied. In
// a storm most errors would be left out anyway, so less is spent on it.
class LookRation {
 public:
  explicit LookRation(const RationOptions& options) : unlimited_(options.unlimited()) {}

  // True if the error is copied whole.
  [[nodiscard]] bool MayLook(double now_ms);
  // Asked if MayLook() has said no.
  [[nodiscard]] CopyDepth DepthAt(uint64_t place, double now_ms);
  // True if MayLook() has said no within the last second.
  bool crowded(double now_ms) const { return now_ms < crowded_until_ms_; }

 private:
  // Errors a second.
  static constexpr double kMostWhole = 500;
  static constexpr double kMostBrief = 1000;
  static constexpr double kOwnWhole = 100;  // shared by all places
  static constexpr double kOwnBrief = 500;
  static constexpr uint32_t kOneOf = 64;
  static constexpr double kStorm = 3000;
  static constexpr double kShareInStorm = 0.25;
  static constexpr double kFlood = 8000;  // of more, no more are copied than of so many
  // A storm is seen after so many errors, and its end after so many milliseconds.
  static constexpr uint32_t kBurst = 1000;
  static constexpr double kSoonMs = 100;
  static constexpr double kSecondMs = 1000;
  static constexpr size_t kMostPlaces = 4096;
  struct Place {
    TokenBucket whole;
    TokenBucket brief;
    uint32_t left_out = 0;
    double failed_at_ms = 0;
  };
  void ForgetOldPlaces(double now_ms);
  void CountError(double now_ms);

  const bool unlimited_;
  double share_ = 1;     // of the copies that all places have in common, and of brief ones
  uint32_t errors_ = 0;  // since then
  double counted_since_ms_ = 0;
  TokenBucket whole_;
  TokenBucket brief_;
  double crowded_until_ms_ = -1;
  double forgot_at_ms_ = 0;
  std::unordered_map<uint64_t, Place> places_;  // that have failed within the last seconds
};

}  // namespace crash_collector

#endif  // SRC_HOOKS_RATION_H_
