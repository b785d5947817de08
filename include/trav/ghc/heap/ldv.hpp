// trav/ghc/heap/ldv.hpp: GHC's own arithmetic of biographical profiling (-hb): lag, drag, void, use and inherent
// use, from counters alone.
//
//     ghc::Heap heap({.ldv = true});
//     ghc::Ldv ldv(heap);
//     ... heap.collect(); ldv.census(); ...
//     for (ghc::Ldv::Bands b : ldv.bands()) ...
//
// Whether an object that a census meets is void or lag, drag or use, is known only at its death; GHC then
// corrects all censuses it lived through by two signed counters and prefix sums. What is alive at the end
// stays lag or use. O(1) for a death, a linear walk for a census, and no limit to the number of censuses but
// the word's (2^30).
#pragma once

#include "storage.hpp"

namespace trav::ghc {

/// Kinds whose objects count as in use as long as they live.
constexpr bool inherently_used(ClosureType type) {
    using enum ClosureType;
    if (is_array(type) || is_small_array(type)) return true;
    switch (type) {
    case TSO:
    case STACK:
    case MVAR_CLEAN:
    case MVAR_DIRTY:
    case TVAR:
    case ARR_WORDS:
    case WEAK:
    case MUT_VAR_CLEAN:
    case MUT_VAR_DIRTY:
    case BCO:
    case PRIM:
    case MUT_PRIM:
    case TREC_CHUNK:
    case COMPACT_NFDATA: return true;
    default: return false;
    }
}

class Ldv {
  public:
    /// The bytes of one census in GHC's order.
    struct Bands {
        std::int64_t void_ = 0, lag = 0, use = 0, inherent_use = 0, drag = 0;
        bool operator==(Bands const&) const = default;
    };

    /// Observes a heap with biographies until it is destroyed.
    explicit Ldv(Storage& heap) : heap_(heap) { heap.observers().add(*this); }
    Ldv(Ldv const&) = delete;
    Ldv& operator=(Ldv const&) = delete;
    ~Ldv() { heap_.observers().remove(this); }

    /// Counts what is allocated (so collect first) and ends the era.
    void census() {
        Counters& now = at(heap_.era());
        auto const all = heap_.objects();
        for (auto c = all.begin(); c != all.end(); ++c) {
            auto const bytes = static_cast<std::int64_t>(size_bytes(*c));
            (inherently_used(type(*c)) ? now.prim
             : ldv::was_used((*c)->hp) ? now.used
                                       : now.not_used) += bytes;
        }
        heap_.next_era();
    }

    /// The bands of every census so far, oldest first; bands()[t - 1] is that of era t.
    std::vector<Bands> bands() const {
        std::vector<Bands> all;
        std::int64_t void_total = 0, drag_total = 0;
        for (Word era = 1; era < heap_.era(); ++era) {
            Counters const c = era < counters_.size() ? counters_[era] : Counters{};
            void_total += c.void_;
            drag_total += c.drag;
            all.push_back({void_total, c.not_used - void_total, c.used - drag_total, c.prim, drag_total});
        }
        return all;
    }

    void created(Closure*, std::size_t) {}
    void used(Closure*) {}
    void moved(Closure*, Closure*) {}
    void died(Closure* c, std::size_t size) {
        Word const era = heap_.era();
        if (era == 0 || inherently_used(type(c))) return;
        auto const bytes = static_cast<std::int64_t>(size);
        if (!ldv::was_used(c->hp)) {
            if (Word const first = ldv::created_in(c->hp); first < era) {
                at(first).void_ += bytes;
                at(era).void_ -= bytes;
            }
        } else if (Word const first = ldv::last_used_in(c->hp) + 1; first < era) {
            at(first).drag += bytes;
            at(era).drag -= bytes;
        }
    }

  private:
    struct Counters {
        std::int64_t not_used = 0, used = 0, prim = 0, void_ = 0, drag = 0;
    };

    Counters& at(Word era) {
        if (counters_.size() <= era) counters_.resize(era + 1);
        return counters_[era];
    }

    Storage& heap_;
    std::vector<Counters> counters_;
};

}  // namespace trav::ghc
