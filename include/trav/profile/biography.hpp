// trav/profile/biography.hpp: a breakdown by the use of objects over their lives (Röjemo and Runciman; GHC's
// -hb).
//
//     trav::Biography<Obj*> life;
//     trav::Profiler profiler{heap, life, type};
//     profiler.used(o);                     // each time the program uses an object
//     profiler.sample(roots, seconds);      // one census: objects no longer found have died
//
// At a census a live object is in LAG (not used yet, but used later), USE (used since the previous census, or
// used again later), DRAG (used before, but never again) or VOID (never used). Only the future decides which
// of them it is. So each object keeps its undecided censuses until its next use or its death decides them, as
// runs of censuses with unchanged bands in the other breakdowns. Objects alive at the end stay LAG and USE,
// as in GHC. Objects of inherent use, which cannot be observed, have a phase of their own.
//
// The first era is 1, and each census ends one; their number is unlimited. A life takes about 80 bytes. An
// idle object has one run, however long it is idle, and deciding a run is O(1). used() is a look-up in a hash
// table, or one comparison if the object was also the last one used. alive() is one comparison for objects in
// the order in which they were first seen.
//
// A call that failed, because memory ran out or `inherent` threw, may be repeated, and counts once. Hashing
// and comparing handles must not throw.
#pragma once

#include "../detail/compiler.hpp"
#include "../detail/function.hpp"
#include "../store/hashed.hpp"
#include "amount.hpp"
#include "band.hpp"
#include "detail/changes.hpp"
#include "detail/pool.hpp"
#include "phase.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace trav {

/// The lives of objects with handles of type N.
template <class N>
class Biography {
  public:
    using Era = std::uint32_t;

    /// `inherent(node)` selects objects of inherent use, which cannot be observed and is taken for granted.
    explicit Biography(detail::Function<bool(N)> inherent = {}) : inherent_(std::move(inherent)) {}

    std::string name() const { return "biography"; }
    /// The era that the next census will end.
    Era era() const { return era_; }

    /// Reports a new object. Needed only if its handle may have belonged to another since the last census.
    void created(N const& n) {
        died(n);
        life_of(n).seen = era_;
    }
    /// Reports a use of the object.
    void used(N const& n) {
        if (used_last_ == n) return;
        Life& life = life_of(n);
        Phase const phase = life.was_used() ? Phase::use : Phase::lag;
        make_room(life, phase);
        if (life.seen == 0) life.seen = era_;
        decide(life, phase);
        life.last_use = era_;
        used_last_ = n;
    }
    /// Reports a death. Otherwise the next census detects it.
    void died(N const& n) {
        used_last_.reset();
        auto const* const id = ids_.find(n);
        if (id == nullptr) return;
        make_room(lives_[*id], last_phase(lives_[*id]));
        bury(*id);
    }
    /// Reports that the object has a new handle (copying collection).
    void moved(N const& from, N const& to) {
        if (from == to) return;
        died(to);
        auto const* const found = ids_.find(from);
        if (found == nullptr) return;
        auto const id = *found;
        ids_.erase(from);
        ids_.touch(to).data() = id;
        lives_[id].node = to;
    }

    /// Reports that `n` is alive in the census of this era; `row` identifies its bands in the other
    /// breakdowns. Called by the profiler.
    void alive(N const& n, std::uint32_t row, std::uint64_t bytes) {
        Life& life = life_of(n);
        alive_ += life.seen <= era_;
        life.seen = era_ + 1;
        Run const now{era_, era_ + 1, bytes, row};
        if (inherent_ && inherent_(n)) note(changes_, now, Phase::inherent_use);
        else if (life.last_use == era_) note(changes_, now, Phase::use);
        else if (life.last.goes_on(now)) ++life.last.end;
        else begin_run(life, now);
    }
    /// Undoes alive() for the census of this era; the object will be reported again with another row.
    void take_back(N const& n, std::uint32_t row, std::uint64_t bytes) {
        Life& life = life_of(n);
        Run const back{era_ + 1, era_, bytes, row};  // from its end to its beginning
        if (inherent_ && inherent_(n)) note(changes_, back, Phase::inherent_use);
        else if (life.last_use == era_) note(changes_, back, Phase::use);
        else forget_last(life);
    }
    /// Announces the number of objects that are about to be reported alive.
    void expect_all(std::size_t count) { ids_.reserve(count); }
    /// Announces objects that are about to be reported alive.
    void expect(std::span<N const> nodes) const {
        std::uint32_t at = next_;
        for (N const& n : nodes)
            if (is_at(at, n)) ++at;
            else detail::prefetch_at<1>(ids_.address(n));
    }
    /// Ends the census and the era: objects not reported alive have died. Called by the profiler.
    void end_census() {
        changes_.begin_era(era_ + 2);
        if (alive_ != ids_.size()) bury_missing();
        ++era_;
        used_last_.reset();
        alive_ = next_ = 0;
    }
    /// Undoes all reports of this era. Called by the profiler when a census fails.
    void abandon_census() {
        for (std::uint32_t id = 0; id != lives_.values().size(); ++id) {
            Life& life = lives_[id];
            if (life.seen > era_) life.seen = era_;
            forget_last(life);
        }
        changes_.take_back(era_);
        alive_ = next_ = 0;
    }

    /// One band per phase, in the order of the phases, numbered like them.
    std::vector<Band> bands() const {
        std::vector<Band> bands;
        for (Phase const phase : all_phases)
            bands.push_back({trav::name(phase), {}, {}, {static_cast<std::uint64_t>(phase)}});
        return bands;
    }
    /// Calls f(census, row, phase, amount) for everything known so far; living objects count as survivors.
    /// Censuses are numbered from 0.
    template <class F>
    void each(F f) const {
        detail::Changes<std::uint64_t> all = changes_;
        for (Life const& life : lives_.values())
            each_run(life,
                     [&](Run const& run) { note(all, run, life.was_used() ? Phase::use : Phase::lag); });
        all.each_sum(era_, [&](Era era, std::uint64_t key, Amount const& amount) {
            f(era - 1, static_cast<std::uint32_t>(key / phase_count),
              static_cast<std::uint32_t>(key % phase_count), amount);
        });
    }

    friend Restriction operator==(Biography const& life, Phases phases) {
        return {&life, life.name(), [phases](Band const& band, auto const&) {
                    return phases.has(static_cast<Phase>(band.identity.number));
                }};
    }

  private:
    static constexpr std::uint64_t phase_count = std::size(all_phases);

    static constexpr std::uint32_t none = ~std::uint32_t{0};
    /// The unchanged censuses of the eras [begin, end). Empty if begin is 0.
    struct Run {
        Era begin = 0, end = 0;
        std::uint64_t bytes = 0;
        std::uint32_t row = 0;
        std::uint32_t earlier = none;  // the previous undecided run, in earlier_
        bool goes_on(Run const& next) const {
            return end == next.begin && row == next.row && bytes == next.bytes;
        }
    };
    struct Life {
        N node{};
        Era seen = 0;      // the last era with the object known to be alive; 0: never
        Era last_use = 0;  // 0: never
        Run last{};        // the last undecided run
        bool was_used() const { return last_use != 0; }
    };
    /// Whether this is known to be the life of `n`.
    TRAV_INLINE bool is_at(std::uint32_t id, N const& n) const {
        auto const lives = lives_.values();
        return id < lives.size() && lives[id].node == n && lives[id].seen != 0;
    }
    TRAV_INLINE Life& life_of(N const& n) {
        std::uint32_t const id = is_at(next_, n) ? next_ : id_of(n);
        next_ = id + 1;  // neighbours often come in the same order again
        return lives_[id];
    }
    TRAV_NOINLINE std::uint32_t id_of(N const& n) {
        lives_.make_room();
        auto const id = ids_.touch(n);
        if (id.fresh) id.data() = lives_.add({.node = n});
        return id.data();
    }
    /// Whether a census has not found the object alive.
    bool is_missing(Life const& life) const { return life.seen != 0 && life.seen <= era_; }
    /// The phase of an object after its last use.
    static Phase last_phase(Life const& life) { return life.was_used() ? Phase::drag : Phase::void_; }
    static std::uint64_t key(Run const& run, Phase phase) {
        return run.row * phase_count + static_cast<unsigned>(phase);
    }
    static void note(detail::Changes<std::uint64_t>& changes, Run const& run, Phase phase) {
        changes.add(run.begin, run.end, key(run, phase), {run.bytes, 1});
    }
    void begin_run(Life& life, Run const& run) {
        std::uint32_t const earlier = life.last.begin != 0 ? earlier_.add(life.last) : none;
        life.last = run;
        life.last.earlier = earlier;
    }
    /// Undoes alive() for this era.
    void forget_last(Life& life) {
        if (life.last.begin == era_) end_run(life);
        else if (life.last.end > era_) --life.last.end;
    }
    /// Removes the last run; the run before it becomes the last.
    void end_run(Life& life) {
        life.last = life.last.earlier != none ? earlier_.remove(life.last.earlier) : Run{};
    }
    template <class F>
    void each_run(Life const& life, F f) const {
        if (life.last.begin != 0) f(life.last);
        for (auto at = life.last.earlier; at != none; at = earlier_[at].earlier) f(earlier_[at]);
    }
    /// Makes room for decide(), so that it does not throw.
    void make_room(Life const& life, Phase phase) {
        each_run(life, [&](Run const& run) { changes_.make_room(run.begin, run.end, key(run, phase)); });
    }
    void decide(Life& life, Phase phase) {
        each_run(life, [&](Run const& run) { note(changes_, run, phase); });
        auto& earlier = life.last.earlier;
        while (earlier != none) earlier = earlier_.remove(earlier).earlier;
        life.last = {};
    }
    TRAV_NOINLINE void bury_missing() {
        for (Life const& life : lives_.values())
            if (is_missing(life)) make_room(life, last_phase(life));
        for (std::uint32_t id = 0; id != lives_.values().size(); ++id)
            if (is_missing(lives_[id])) bury(id);
    }
    void bury(std::uint32_t id) {
        Life life = lives_.remove(id);
        alive_ -= life.seen > era_;
        decide(life, last_phase(life));
        ids_.erase(life.node);
    }

    detail::Function<bool(N)> inherent_;
    Hashed<N, std::uint32_t> ids_;
    detail::Pool<Life> lives_;
    detail::Pool<Run> earlier_;
    std::optional<N> used_last_;  // in this era, with no other event since
    detail::Changes<std::uint64_t> changes_;
    Era era_ = 1;
    std::size_t alive_ = 0;   // objects found alive by the current census
    std::uint32_t next_ = 0;  // possible id of the next object's life
};

}  // namespace trav
