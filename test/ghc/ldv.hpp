// GHC's arithmetic of biographical profiling (-hb), from counters alone: the oracle for trav::Biography on a
// mock heap.
//
// Only at an object's death is it known whether a census met it as void or lag, as drag or use. GHC then
// corrects all censuses in the object's life by two signed counters and prefix sums. Objects alive at the end
// stay lag or use.
#pragma once

#include <trav/ghc/heap/heap.hpp>

#include <cstdint>
#include <vector>

namespace test {

using namespace trav::ghc;

class Ldv {
  public:
    /// The bytes of one census in GHC's order.
    struct Bands {
        std::int64_t void_ = 0, lag = 0, use = 0, inherent_use = 0, drag = 0;
        bool operator==(Bands const&) const = default;
    };

    /// Observes a heap with biographies as long as it exists.
    explicit Ldv(Heap& heap) : heap_(heap) { heap.observers().add(*this); }
    Ldv(Ldv const&) = delete;
    Ldv& operator=(Ldv const&) = delete;
    ~Ldv() { heap_.observers().remove(this); }

    /// Counts allocated objects (so collect first) and ends the era.
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

    /// The bands of all censuses so far, oldest first; bands()[t - 1] is era t.
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

    Heap& heap_;
    std::vector<Counters> counters_;
};

}  // namespace test
