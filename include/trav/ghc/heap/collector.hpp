// trav/ghc/heap/collector.hpp: a copying collection of the mock heap, one generation.
//
// Offers Collector: what evacuation.hpp moves lives, the rest dies. A weak pointer does not keep its key alive: its key
// dead, it becomes a DEAD_WEAK and leaves the list. Costs O(what is alive), plus a linear walk over what was allocated if
// somebody observes deaths.
#pragma once

#include "evacuation.hpp"

namespace trav::ghc {

class Collector : public Evacuation {
  public:
    Collector(Storage& heap, Entry const* dead_weak) : Evacuation(heap), dead_weak_(dead_weak) {}

    /// Collects; answers the finalizers of the weak pointers that died, which nothing else keeps alive from
    /// now on.
    template <class AtEnd>
    std::vector<Closure*> run(AtEnd&& at_end) {
        for (auto* roots : {&heap_.run_queue_, &heap_.suspended_, &heap_.stable_})
            for (Closure*& root : *roots) (*this)(root);
        if (heap_.options_.keep_cafs)
            for (Closure* caf : heap_.cafs_) evacuate(caf);
        scavenge_all();
        std::vector<Closure*> const finalizers = weak_pointers();
        for (Closure* caf : heap_.cafs_)  // nothing can ask for it again; its value is about to go
            if (as<IndStatic>(caf)->static_link != heap_.static_mark_)
                as<IndStatic>(caf)->indirectee = nullptr;
        at_end(*this);
        release();
        return finalizers;
    }

  private:
    // -- weak pointers

    std::vector<Closure*> weak_pointers() {
        std::vector<Closure*>& list = heap_.weak_list_;
        std::vector<bool> lives(list.size());
        for (std::size_t i = 0; i < list.size(); ++i) {
            Closure* const key = weak_at(list[i])->key;
            if (alive(key)) revived_.push_back(i);
            else waiting_.emplace(untag(behind(key)), i);
        }
        while (!revived_.empty()) {
            std::size_t const i = revived_.back();
            revived_.pop_back();
            lives[i] = true;
            list[i] = untag(evacuate(list[i]));
            Weak* const weak = as<Weak>(list[i]);
            for (Closure** field : {&weak->key, &weak->value, &weak->finalizer}) (*this)(*field);
            scavenge_all();
        }
        waiting_.clear();
        std::vector<Closure*> finalizers;
        for (std::size_t i = 0; i < list.size(); ++i)
            if (Closure* const f = lives[i] ? nullptr : weak_at(list[i])->finalizer; f && !heap_.is_static(f))
                finalizers.push_back(evacuate(f));
        scavenge_all();
        std::size_t kept = 0;
        for (std::size_t i = 0; i < list.size(); ++i) {
            if (lives[i]) list[kept++] = list[i];
            else if (forwarded(list[i])) bury(forwarding(list[i]));
        }
        list.resize(kept);
        for (std::size_t i = 0; i < kept; ++i) as<Weak>(list[i])->link = i + 1 < kept ? list[i + 1] : nullptr;
        return finalizers;
    }

    static Weak* weak_at(Closure* c) { return as<Weak>(forwarded(c) ? forwarding(c) : c); }

    void bury(Closure* weak) {
        weak->info = dead_weak_;
        std::memset(static_cast<void*>(weak + 1), 0, sizeof(Weak) - sizeof(Closure));
    }

    // -- the end of what was left behind

    void release() {
        if (!heap_.observers_.empty()) report_deaths();
        for (Block* b : from_.small) heap_.blocks_.release(b);
        for (auto const* list : {&from_.large, &from_.compacts})
            for (Block* b : *list)
                if (!b->evacuated) heap_.blocks_.release(b);
    }

    void report_deaths() {
        for (Block* b : from_.small)
            for (std::byte* at = b->start; at < b->free;) {
                auto* const c = reinterpret_cast<Closure*>(at);
                if (!c->info) {
                    at += word_bytes;
                    continue;
                }
                std::size_t const words = size_words(forwarded(c) ? forwarding(c) : c);
                if (!forwarded(c)) died(c, words);
                at += words * word_bytes;
            }
        for (auto const* list : {&from_.large, &from_.compacts})
            for (Block* b : *list)
                if (auto* const c = reinterpret_cast<Closure*>(b->start); !b->evacuated)
                    died(c, size_words(c));
    }

    void died(Closure* c, std::size_t words) const {
        heap_.observers_.died(c, (words - profiling_words) * word_bytes);
    }

    Entry const* dead_weak_;
};

}  // namespace trav::ghc
