// trav/profile/biography.hpp: a breakdown by the use of objects over their lives (Röjemo and Runciman; GHC's -hb).
//
//     trav::Biography<Obj*> life;
//     trav::Profiler profiler{heap, life, type};
//     life.used(o);                                   // whenever the program uses an object
//     profiler.sample(roots, seconds);                // one census: an object that is not reached any more has died
//
// At a census a live object is in LAG (used later for the first time), USE, DRAG (used, but never again) or VOID (never used at
// all). Which of two it is only the future tells, so each object keeps its undecided censuses, run-length coded by what the other
// breakdowns said, until a use or its death decides them: LAG or VOID before the first use, USE or DRAG after it. Objects still
// alive at the end stay LAG and USE, as in GHC. Objects of inherent use (ghc-facts: mutable objects, threads ...) are neither.
//
// Eras: the first is 1, a census ends one. There is no limit on their number. A life costs about 100 bytes.
#pragma once

#include "profile.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace trav {

/// Where in its life an object is; in the order in which GHC prints them.
enum class Phase : std::uint8_t { void_, lag, use, inherent_use, drag };

namespace detail {
inline constexpr char const* phase_names[] = {"VOID", "LAG", "USE", "INHERENT_USE", "DRAG"};
}

/// Phases to count: `life == (Phase::drag | Phase::void_)`.
struct Phases {
    unsigned bits;
    constexpr Phases(Phase phase) : bits(1u << static_cast<unsigned>(phase)) {}
    friend constexpr Phases operator|(Phases a, Phases b) {
        a.bits |= b.bits;
        return a;
    }
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
    Era era() const { return era_; }

    /// A new object. Needed only if its handle may have belonged to another object since the last census.
    void created(N const& n) {
        died(n);
        lives_.try_emplace(n, Life{.seen = era_});
    }
    /// The program uses the object.
    void used(N const& n) {
        Life& life = lives_.try_emplace(n, Life{.seen = era_}).first->second;
        decide(life, life.last_use == never ? Phase::lag : Phase::use);
        life.last_use = era_;
    }
    /// The object is gone. Otherwise its death is seen at the next census.
    void died(N const& n) {
        auto const at = lives_.find(n);
        if (at == lives_.end()) return;
        bury(at->second);
        lives_.erase(at);
    }
    /// The object has a new handle (a copying collection).
    void moved(N const& from, N const& to) {
        auto life = lives_.extract(from);
        if (life.empty()) return;
        life.key() = to;
        lives_.insert(std::move(life));
    }

    /// The census of this era: `n` is alive; `row` stands for its bands in the other breakdowns. Called by the profiler.
    void alive(N const& n, std::uint32_t row, Amount const& amount) {
        Life& life = lives_.try_emplace(n, Life{}).first->second;
        life.seen = era_ + 1;
        if (inherent_ && inherent_(n)) add(era_, row, Phase::inherent_use, amount);
        else if (life.last_use == era_) add(era_, row, Phase::use, amount);
        else if (!life.runs.empty() && life.runs.back().continues(era_, row, amount)) ++life.runs.back().length;
        else life.runs.push_back({era_, 1, row, amount});
    }
    /// Ends the census and the era: what was not alive has died. Called by the profiler.
    void end_census() {
        ++era_;
        for (auto at = lives_.begin(); at != lives_.end();) {
            if (at->second.seen == era_) {
                ++at;
            } else {
                bury(at->second);
                at = lives_.erase(at);
            }
        }
    }

    /// Calls f(census, row, phase, amount) for all that is known by now, taking the living for survivors. Censuses from 0.
    template <class F>
    void each(F f) const {
        auto const report = [&](Era census, std::uint64_t key, Amount const& amount) {
            f(census - 1, static_cast<std::uint32_t>(key / phase_count), static_cast<Phase>(key % phase_count), amount);
        };
        for (std::size_t census = 0; census != decided_.size(); ++census)
            for (auto const& [key, amount] : decided_[census]) report(static_cast<Era>(census + 1), key, amount);
        for (auto const& [n, life] : lives_)
            for (auto const& run : life.runs)
                for (Era i = 0; i != run.length; ++i)
                    report(run.begin + i, key_of(run.row, life.last_use == never ? Phase::lag : Phase::use), run.amount);
    }

    friend Restriction operator==(Biography const& life, Phases phases) {
        std::vector<std::string> names;
        for (unsigned phase = 0; phase != phase_count; ++phase)
            if (phases.bits >> phase & 1) names.push_back(detail::phase_names[phase]);
        return in(life, names);
    }

private:
    static constexpr Era never = 0;
    static constexpr unsigned phase_count = 5;

    /// Consecutive censuses at which nothing changed and nothing is decided yet.
    struct Run {
        Era begin;
        Era length;
        std::uint32_t row;
        Amount amount;
        bool continues(Era census, std::uint32_t r, Amount const& a) const {
            return begin + length == census && row == r && amount == a;
        }
    };
    struct Life {
        Era seen = 0;  // the era in which it was last known to be alive
        Era last_use = never;
        std::vector<Run> runs{};
    };

    static std::uint64_t key_of(std::uint32_t row, Phase phase) { return std::uint64_t{row} * phase_count + static_cast<unsigned>(phase); }
    void add(Era census, std::uint32_t row, Phase phase, Amount const& amount) {
        if (decided_.size() < census) decided_.resize(census);
        decided_[census - 1][key_of(row, phase)] += amount;
    }
    void decide(Life& life, Phase phase) {
        for (auto const& run : life.runs)
            for (Era i = 0; i != run.length; ++i) add(run.begin + i, run.row, phase, run.amount);
        life.runs.clear();
    }
    void bury(Life& life) { decide(life, life.last_use == never ? Phase::void_ : Phase::drag); }

    std::function<bool(N)> inherent_;
    std::unordered_map<N, Life> lives_;
    std::vector<std::unordered_map<std::uint64_t, Amount>> decided_;  // by census, then by row and phase
    Era era_ = 1;
};

}  // namespace trav
