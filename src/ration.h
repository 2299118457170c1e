// Which errors are worth a capture. Most errors are handled, and a capture costs milliseconds, so it is decided here, before
// any JavaScript runs: each site (a hash of the top frames) once and then with growing distance, within a share of wall time.
// No V8: the caller brings the hash and the clock.
#ifndef SRC_RATION_H_
#define SRC_RATION_H_

#include <cstddef>
#include <cstdint>
#include <unordered_map>

namespace crash_collector {

struct RationOptions {
  uint64_t site_first = 1;         // occurrence of a site that is captured first
  uint64_t site_growth = 10;       // factor between the occurrences captured: 1st, 10th, 100th
  double budget_share = 0.01;      // of wall time that captures may take
  double budget_initial_ms = 200;  // saved up at start
  double budget_max_ms = 200;      // most that can be saved up
  // A hook that is rarely wrong may dig deeper than one that mostly sees handled errors: the level (milliseconds) that
  // the budget must have for a capture to start.
  double floor_error_created_ms = 60;
  double floor_likely_handled_ms = 30;
  double floor_likely_fatal_ms = -200;
  double floor_look_ms = 80;
  size_t max_sites = 4096;
};

enum class Likelihood { kErrorCreated, kLikelyHandled, kLikelyFatal };

enum class Verdict { kCapture, kSiteSeen, kNoBudget };

class Ration {
 public:
  explicit Ration(const RationOptions& options) : options_(options), budget_ms_(options.budget_initial_ms) {}

  // Counts one more occurrence of the site and returns how many there were, this one included.
  uint64_t Count(uint64_t site);
  uint64_t Seen(uint64_t site) const;

  // Whether the site's present occurrence should be captured at `now_ms` (any monotonic origin).
  [[nodiscard]] Verdict Ask(uint64_t site, Likelihood likelihood, double now_ms);

  // Whether an error may be looked at more closely, to tell its site from others: only where enough stays for captures.
  [[nodiscard]] bool MayLook(double now_ms);

  // What a capture, or a closer look, took, and that it happened: the site's next one is due later. A capture that could not be made
  // leaves the site due.
  void Spend(uint64_t site, double took_ms, bool captured);

  double budget_ms() const { return budget_ms_; }
  size_t site_count() const { return sites_.size() + forgotten_sites_; }

 private:
  struct Site {
    uint64_t seen = 0;
    uint64_t due = 0;
  };

  void Refill(double now_ms);

  const RationOptions options_;
  std::unordered_map<uint64_t, Site> sites_;
  uint64_t forgotten_sites_ = 0;
  double budget_ms_;
  double refilled_at_ms_ = -1;
};

}  // namespace crash_collector

#endif  // SRC_RATION_H_
