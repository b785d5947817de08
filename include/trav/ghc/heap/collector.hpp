// trav/ghc/heap/collector.hpp: a major collection of the mock heap, which has one generation.
//
// Offers Collector. Objects that evacuation.hpp moves are alive; all others die. A weak pointer does not keep
// its key alive. If the key dies, the weak pointer becomes a DEAD_WEAK and leaves the weak list. As in GHC,
// it survives this collection, so that the next census shows it; the next collection frees it unless
// something refers to it. A collection takes time proportional to the live objects. If there are observers,
// it also walks over all allocated objects.
#pragma once

#include "declaration.hpp"
#include "evacuation.hpp"

namespace trav::ghc {

class Collector {
  public:
    /// New blocks are for survivors from now on, so run() must follow.
    explicit Collector(Heap& heap)
        : heap_(heap),
          dead_weak_(heap.table(ClosureType::CONSTR, Code("DEAD_WEAK").in("base:RTS"), 0, 5)),
          evacuation_(heap.storage_, heap.survivors_, heap.program_, heap.shared_, heap.observers_,
                      {heap.rts_info(ClosureType::IND, 1), heap.rts_info(ClosureType::WHITEHOLE),
                       heap.selector_info(0), heap.new_word()}) {}

    /// Keeps a root of the caller alive and updates it.
    void operator()(Closure*& root) { evacuation_(root); }

    /// For `unreached`: whether an object is known to be alive.
    bool alive(Closure* c) const { return evacuation_.alive(c); }
    /// For `at_end`: updates a pointer without keeping its object alive; sets it to null if the object died.
    void weakly(Closure*& pointer) {
        if (evacuation_.alive(pointer)) evacuation_(pointer);
        else pointer = nullptr;
    }

    /// Collects; returns the finalizers of dead weak pointers in GHC's order. Nothing else keeps the
    /// finalizers alive.
    template <class Unreached, class AtEnd>
    std::vector<Closure*> run(Unreached&& unreached, AtEnd&& at_end) {
        Roots& roots = heap_.roots_;
        for (auto& queue : roots.run_queues())
            for (Closure*& root : queue) evacuation_(root);
        for (auto* list : {&roots.suspended(), &roots.sleeping(), &roots.stable_table()})
            for (Closure*& root : *list) evacuation_(root);
        if (heap_.options_.keep_cafs)
            for (Closure* caf : heap_.survivors_.cafs) evacuation_(caf);
        evacuation_.scavenge_all();
        std::vector<Closure*> const finalizers = weak_pointers([&] { unreached(*this); });
        for (Closure* caf : heap_.survivors_.cafs)  // unreachable; its value is about to be freed
            if (as<IndStatic>(caf)->static_link != heap_.survivors_.mark)
                as<IndStatic>(caf)->indirectee = nullptr;
        at_end(*this);
        release();
        return finalizers;
    }

  private:
    using E = Evacuation;

    // -- weak pointers

    template <class Unreached>
    std::vector<Closure*> weak_pointers(Unreached&& unreached) {
        std::vector<Closure*>& list = heap_.roots_.weak_list();
        std::vector<Closure*> lives(list.size());  // null if the key is dead
        WaitingKeys& keys = evacuation_.keys();
        for (std::size_t i = 0; i < list.size(); ++i) {
            Closure* const key = weak_at(list[i])->key;
            if (E::lost(key)) continue;
            if (evacuation_.alive(key)) keys.alive(i);
            else keys.add(evacuation_.whole(untag(evacuation_.behind(key))), i);
        }
        auto const keep_values = [&] {
            for (std::size_t i = 0; keys.take(i);) {
                evacuation_(list[i]);
                Weak* const weak = as<Weak>(lives[i] = list[i] = untag(list[i]));
                for (Closure** field : {&weak->key, &weak->value, &weak->finalizer}) evacuation_(*field);
                evacuation_.scavenge_all();
            }
        };
        keep_values();
        unreached();
        evacuation_.scavenge_all();
        keep_values();
        keys.clear();
        std::vector<Closure*> finalizers;
        for (std::size_t i = list.size(); i-- > 0;)
            if (Closure* f = weak_at(list[i])->finalizer; !lives[i] && untag(f) != heap_.no_finalizer()) {
                evacuation_(f);
                finalizers.push_back(f);
            }
        evacuation_.scavenge_all();
        std::size_t kept = 0;
        for (std::size_t i = 0; i < list.size(); ++i) {
            if (lives[i]) list[kept++] = list[i];
            else bury(list[i]);
        }
        list.resize(kept);
        // GHC moves them one by one to the head of a new list, and runs finalizers from the list's end
        for (std::size_t i = 0; i < kept / 2; ++i) std::swap(list[i], list[kept - 1 - i]);
        for (std::size_t i = 0; i < kept; ++i) as<Weak>(list[i])->link = i + 1 < kept ? list[i + 1] : nullptr;
        return finalizers;
    }

    static Weak* weak_at(Closure* c) { return as<Weak>(E::forwarded(c) ? E::forwarding(c) : c); }

    void bury(Closure* weak) {
        evacuation_(weak);
        weak->info = dead_weak_;
        weak->hp = heap_.new_word();
        std::memset(static_cast<void*>(weak + 1), 0, sizeof(Weak) - sizeof(Closure));
    }

    // -- dead objects

    void release() {
        if (!heap_.observers_.empty()) report_deaths();
        for (Block* b : evacuation_.from().small) heap_.storage_.release(b);
        for (auto const* list : {&evacuation_.from().large, &evacuation_.from().compacts})
            for (Block* b : *list)
                if (!b->evacuated) heap_.storage_.release(b);
    }

    void report_deaths() {
        for (Block* b : evacuation_.from().small)
            for (std::byte* at = b->start; at < b->free;) {
                auto* const c = reinterpret_cast<Closure*>(at);
                if (!c->info) {
                    at += word_bytes;
                    continue;
                }
                std::size_t const words = size_words(E::forwarded(c) ? E::forwarding(c) : c);
                if (!E::forwarded(c)) died(c, words);
                at += words * word_bytes;
            }
        for (auto const* list : {&evacuation_.from().large, &evacuation_.from().compacts})
            for (Block* b : *list)
                if (auto* const c = reinterpret_cast<Closure*>(b->start); !b->evacuated)
                    died(c, size_words(c));
    }

    void died(Closure* c, std::size_t words) const {
        heap_.observers_.died(c, (words - profiling_words) * word_bytes);
    }

    Heap& heap_;
    Entry const* dead_weak_;
    Evacuation evacuation_;
};

}  // namespace trav::ghc
