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
// The first era is 1, and a census ends one; their number is not limited. A life is an entry of 64 bytes in a
// hash table and one run however long it is idle, a decision O(1) however long it was put off. used() is a
// look-up in a hash table, or a comparison for the object used last.
#pragma once

#include "../store/hashed.hpp"
#include "amount.hpp"
#include "band.hpp"
#include "changes.hpp"
#include "phase.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace trav {

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

    /// A new object. Needed only if its handle may have been another's since the last census.
    void created(N const& n) {
        died(n);
        lives_.touch(n).data().seen = era_;
    }
    /// The program uses the object.
    void used(N const& n) {
        if (used_last_ == n) return;
        used_last_ = n;
        auto const found = lives_.touch(n);
        Life& life = found.data();
        if (found.fresh) life.seen = era_;
        decide(life, life.was_used() ? Phase::use : Phase::lag);
        life.last_use = era_;
    }
    /// The object is gone. Otherwise its death is seen at the next census.
    void died(N const& n) {
        used_last_.reset();
        if (Life* const life = lives_.find(n)) bury(*life);
    }
    /// The object has another handle from now on (a copying collection).
    void moved(N const& from, N const& to) {
        if (from == to) return;
        died(to);
        Life* const old = lives_.find(from);
        if (old == nullptr) return;
        Life const life = std::exchange(*old, {});
        lives_.touch(to).data() = life;
    }

    /// In the census of this era `n` is alive; `row` stands for its bands in the other breakdowns. Called by
    /// the profiler.
    void alive(N const& n, std::uint32_t row, Amount const& amount) {
        Life& life = lives_.touch(n).data();
        if (life.seen != era_ + 1) ++alive_;
        life.seen = era_ + 1;
        if (inherent_ && inherent_(n)) note(changes_, {era_, era_ + 1, row, amount}, Phase::inherent_use);
        else if (life.last_use == era_) note(changes_, {era_, era_ + 1, row, amount}, Phase::use);
        else if (life.last.goes_on(era_, row, amount)) ++life.last.end;
        else begin_run(life, {era_, era_ + 1, row, amount});
    }
    /// `n` is about to be told alive.
    TRAV_INLINE void expect(N const& n) const { __builtin_prefetch(lives_.address(n), 1); }
    /// Ends the census and the era: what was not alive has died. Called by the profiler.
    void end_census() {
        ++era_;
        used_last_.reset();
        changes_.begin_era(era_ + 1);
        bool const all_live = std::exchange(alive_, 0) == lives_.size();
        if (all_live) return;
        lives_.keep_if([this](N const&, Life& life) {
            bool const lives_on = life.seen == era_;
            if (!lives_on) bury(life);
            return lives_on;
        });
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
        detail::Changes all = changes_;
        lives_.each([&](N const&, Life const& life) {
            each_run(life,
                     [&](Run const& run) { note(all, run, life.was_used() ? Phase::use : Phase::lag); });
        });
        all.each_sum(era_, [&](Era era, std::uint64_t key, Amount const& amount) {
            f(era - 1, static_cast<std::uint32_t>(key / phase_count),
              static_cast<std::uint32_t>(key % phase_count), amount);
        });
    }

    friend Restriction operator==(Biography const& life, Phases phases) {
        std::vector<std::string> labels;
        for (Phase const phase : all_phases)
            if (phases.has(phase)) labels.push_back(label(phase));
        return in(life, std::move(labels));
    }

  private:
    static constexpr std::uint64_t phase_count = std::size(all_phases);

    /// Censuses of the eras [begin, end), at which nothing changed. None if begin is 0.
    struct Run {
        Era begin = 0, end = 0;
        std::uint32_t row = 0;
        Amount amount{};
        bool goes_on(Era era, std::uint32_t r, Amount const& a) const {
            return end == era && row == r && amount == a;
        }
    };
    struct Life {
        Era seen = 0;      // the era in which it was last known to be alive
        Era last_use = 0;  // 0: never
        Run last{};        // of the undecided runs; those before it are a list in earlier_
        std::uint32_t earlier = none;
        bool was_used() const { return last_use != 0; }
    };
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    struct Earlier {
        Run run;
        std::uint32_t next;
    };
    struct Hash {
        std::uint64_t operator()(N const& n) const { return std::hash<N>{}(n) * 0x9E3779B97F4A7C15u; }
    };

    static void note(detail::Changes& changes, Run const& run, Phase phase) {
        changes.add(run.begin, run.end, run.row * phase_count + static_cast<unsigned>(phase), run.amount);
    }
    void begin_run(Life& life, Run const& run) {
        if (life.last.begin != 0) {
            if (free_ == none) {
                free_ = static_cast<std::uint32_t>(earlier_.size());
                earlier_.push_back({{}, none});
            }
            std::uint32_t const at = std::exchange(free_, earlier_[free_].next);
            earlier_[at] = {life.last, std::exchange(life.earlier, at)};
        }
        life.last = run;
    }
    template <class F>
    void each_run(Life const& life, F f) const {
        if (life.last.begin != 0) f(life.last);
        for (auto at = life.earlier; at != none; at = earlier_[at].next) f(earlier_[at].run);
    }
    void decide(Life& life, Phase phase) {
        each_run(life, [&](Run const& run) { note(changes_, run, phase); });
        while (life.earlier != none) {
            std::uint32_t const at = std::exchange(life.earlier, earlier_[life.earlier].next);
            earlier_[at].next = std::exchange(free_, at);
        }
        life.last = {};
    }
    void bury(Life& life) {
        decide(life, life.was_used() ? Phase::drag : Phase::void_);
        life = {};
    }

    std::function<bool(N)> inherent_;
    Hashed<N, Life, Hash> lives_;
    std::vector<Earlier> earlier_;
    std::uint32_t free_ = none;   // a list in earlier_
    std::optional<N> used_last_;  // in this era, nothing else having happened since
    detail::Changes changes_;
    std::size_t alive_ = 0;  // in this census
    Era era_ = 1;
};

}  // namespace trav
