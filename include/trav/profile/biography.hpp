// trav/profile/biography.hpp: a breakdown by the use of objects over their lives (Röjemo and Runciman; GHC's
// -hb).
//
//     trav::Biography<Obj*> life;
//     trav::Profiler profiler{heap, life, type};
//     profiler.used(o);                     // whenever the program uses an object
//     profiler.sample(roots, seconds);      // one census: an object that is not counted any more has died
//
// At a census a live object is in LAG (its first use comes later), USE (used since the census before, or used
// again later), DRAG (used, but never again) or VOID (never used at all). Which it is only the future tells,
// so each object keeps its undecided censuses, as runs over which its bands in the other breakdowns did not
// change, until a use or its death decides them. Objects alive at the end stay LAG and USE, as in GHC.
// Objects of inherent use, whose uses cannot be seen, are a phase of their own.
//
// The first era is 1, and a census ends one; their number is not limited. A life is an entry of a hash table
// and one run however long it is idle, a decision O(1) however long it was put off. used() is a look-up in a
// hash table, or a comparison for the object used last.
#pragma once

#include "amount.hpp"
#include "band.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace trav {

/// Where in its life an object is; in the order in which GHC prints them.
enum class Phase : std::uint8_t { void_, lag, use, inherent_use, drag };

inline constexpr Phase all_phases[] = {Phase::void_, Phase::lag, Phase::use, Phase::inherent_use,
                                       Phase::drag};

/// GHC's label of a phase.
inline std::string label(Phase phase) {
    constexpr char const* labels[] = {"VOID", "LAG", "USE", "INHERENT_USE", "DRAG"};
    return labels[static_cast<unsigned>(phase)];
}

/// Phases to count: `life == (Phase::drag | Phase::void_)`.
struct Phases {
    unsigned bits;

    constexpr Phases(Phase phase) : bits(1u << static_cast<unsigned>(phase)) {}
    friend constexpr Phases operator|(Phases a, Phases b) {
        a.bits |= b.bits;
        return a;
    }
    constexpr bool has(Phase phase) const { return (bits >> static_cast<unsigned>(phase) & 1) != 0; }
};
constexpr Phases operator|(Phase a, Phase b) { return Phases(a) | Phases(b); }

/// The lives of objects with handles N.
template <class N>
class Biography {
  public:
    using Era = std::uint32_t;

    /// `inherent(node)`: objects whose use cannot be seen, and is taken for granted.
    explicit Biography(std::function<bool(N)> inherent = {}) : inherent_(std::move(inherent)) {}

    std::string name() const { return "biography"; }
    /// The era that the next census ends.
    Era era() const { return era_; }

    /// A new object. Needed only if its handle may have been another object's since the last census.
    void created(N const& n) {
        died(n);
        lives_.try_emplace(n, Life{.seen = era_});
    }
    /// The program uses the object.
    void used(N const& n) {
        if (used_last_ == n) return;
        used_last_ = n;
        Life& life = lives_.try_emplace(n, Life{.seen = era_}).first->second;
        decide(life, life.was_used() ? Phase::use : Phase::lag);
        life.last_use = era_;
    }
    /// The object is gone. Otherwise its death is seen at the next census.
    void died(N const& n) {
        used_last_.reset();
        auto const at = lives_.find(n);
        if (at == lives_.end()) return;
        bury(at->second);
        lives_.erase(at);
    }
    /// The object has another handle from now on (a copying collection).
    void moved(N const& from, N const& to) {
        if (from == to) return;
        died(to);
        auto life = lives_.extract(from);
        if (life.empty()) return;
        life.key() = to;
        lives_.insert(std::move(life));
    }

    /// In the census of this era `n` is alive; `row` stands for its bands in the other breakdowns. Called by
    /// the profiler.
    void alive(N const& n, std::uint32_t row, Amount const& amount) {
        Life& life = lives_.try_emplace(n, Life{}).first->second;
        life.seen = era_ + 1;
        if (inherent_ && inherent_(n)) note(changes_, {era_, era_ + 1, row, amount}, Phase::inherent_use);
        else if (life.last_use == era_) note(changes_, {era_, era_ + 1, row, amount}, Phase::use);
        else if (!life.undecided.empty() && life.undecided.back().goes_on(era_, row, amount))
            ++life.undecided.back().end;
        else life.undecided.push_back({era_, era_ + 1, row, amount});
    }
    /// Ends the census and the era: what was not alive has died. Called by the profiler.
    void end_census() {
        ++era_;
        used_last_.reset();
        changes_.resize(era_ + 2);
        for (auto at = lives_.begin(); at != lives_.end();) {
            if (at->second.seen == era_) {
                ++at;
            } else {
                bury(at->second);
                at = lives_.erase(at);
            }
        }
    }

    /// A band for each phase, in their order.
    std::vector<Band> bands() const {
        std::vector<Band> bands;
        for (Phase const phase : all_phases) bands.push_back({label(phase)});
        return bands;
    }
    /// Calls f(census, row, phase, amount) for all that is known by now, taking the living for survivors.
    /// Censuses from 0.
    template <class F>
    void each(F f) const {
        Changes survivors(era_ + 1);
        for (auto const& [n, life] : lives_)
            for (auto const& run : life.undecided)
                note(survivors, run, life.was_used() ? Phase::use : Phase::lag);
        std::unordered_map<std::uint64_t, Amount> now;
        for (Era era = 1; era < era_; ++era) {
            for (Changes const* changes : {&changes_, &std::as_const(survivors)})
                for (auto const& [key, change] : (*changes)[era]) now[key] += change;
            std::erase_if(now, [](auto const& entry) { return entry.second == Amount{}; });
            for (auto const& [key, amount] : now)
                f(era - 1, static_cast<std::uint32_t>(key / phase_count),
                  static_cast<std::uint32_t>(key % phase_count), amount);
        }
    }

    friend Restriction operator==(Biography const& life, Phases phases) {
        std::vector<std::string> labels;
        for (Phase const phase : all_phases)
            if (phases.has(phase)) labels.push_back(label(phase));
        return in(life, std::move(labels));
    }

  private:
    static constexpr std::uint64_t phase_count = 5;

    /// Censuses of the eras [begin, end), at which nothing changed.
    struct Run {
        Era begin, end;
        std::uint32_t row;
        Amount amount;
        bool goes_on(Era era, std::uint32_t r, Amount const& a) const {
            return end == era && row == r && amount == a;
        }
    };
    struct Life {
        Era seen = 0;      // the era in which it was last known to be alive
        Era last_use = 0;  // 0: never
        std::vector<Run> undecided{};
        bool was_used() const { return last_use != 0; }
    };
    /// By how much each row and phase differs from the era before: sums of these are what censuses count.
    using Changes = std::vector<std::unordered_map<std::uint64_t, Amount>>;

    static void note(Changes& changes, Run const& run, Phase phase) {
        std::uint64_t const key = run.row * phase_count + static_cast<unsigned>(phase);
        changes[run.begin][key] += run.amount;
        changes[run.end][key] -= run.amount;
    }
    void decide(Life& life, Phase phase) {
        for (auto const& run : life.undecided) note(changes_, run, phase);
        life.undecided.clear();
    }
    void bury(Life& life) { decide(life, life.was_used() ? Phase::drag : Phase::void_); }

    std::function<bool(N)> inherent_;
    std::unordered_map<N, Life> lives_;
    std::optional<N> used_last_;    // in this era, nothing else having happened since
    Changes changes_ = Changes(3);  // by era, the one after this included
    Era era_ = 1;
};

}  // namespace trav
