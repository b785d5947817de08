// trav/ghc/collector.hpp: a copying collection of the mock heap: Cheney's algorithm, one generation, no
// recursion.
//
// Offers Collector. Objects move and keep their header words; large objects and compact regions stay; static
// closures that are reached are scanned where they are. Indirections and evaluated blackholes are taken out,
// as GHC does. A weak pointer does not keep its key alive: its key dead, it becomes a DEAD_WEAK and leaves
// the list. Costs O(what is alive), plus a linear walk over what was allocated if somebody observes deaths.
#pragma once

#include "fields.hpp"
#include "storage.hpp"

#include <unordered_map>

namespace trav::ghc {

class Collector {
  public:
    Collector(Storage& heap, Entry const* dead_weak)
        : heap_(heap), dead_weak_(dead_weak), to_(heap.blocks_in_use_) {
        std::swap(from_, heap_.blocks_in_use_);
        for (auto const* list : {&from_.large, &from_.compacts})
            for (Block* b : *list) b->evacuated = false;
        heap_.static_mark_ = heap_.static_mark_ == 1 ? 2 : 1;
        heap_.mutable_list_.clear();
        heap_.static_list_.clear();
    }

    /// A root of the caller's: kept alive and updated.
    void operator()(Closure*& root) { root = evacuate(root); }

    /// A pointer that keeps nothing alive, once everything else is done: where its object is now, null if it died.
    void weakly(Closure*& pointer) { pointer = alive(pointer) ? evacuate(pointer) : nullptr; }

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
    static bool forwarded(Closure const* c) { return (address(c->info) & 1) != 0; }
    static Closure* forwarding(Closure const* c) { return untag(reinterpret_cast<Closure const*>(c->info)); }

    // a blackhole whose owner is still at work is an object; one that has its value is only in the way
    static bool under_evaluation(Closure const* blackhole) {
        Closure const* const owner = as<Ind>(blackhole)->indirectee;
        if (!owner) return true;
        if (tag(owner) != 0) return false;
        ClosureType const t = type(forwarded(owner) ? forwarding(owner) : owner);
        return t == ClosureType::TSO || t == ClosureType::BLOCKING_QUEUE;
    }

    // the object that is found behind indirections; stops at one that has moved, and outside the heap
    Closure* behind(Closure* ref) const {
        for (;;) {
            Closure* const c = untag(ref);
            if (!c || heap_.is_static(c) || forwarded(c)) return ref;
            if (type(c) != ClosureType::IND && (type(c) != ClosureType::BLACKHOLE || under_evaluation(c)))
                return ref;
            ref = as<Ind>(c)->indirectee;
        }
    }

    bool alive(Closure* ref) const {
        Closure* const c = untag(behind(ref));
        return !c || heap_.is_static(c) || forwarded(c) || (Block::of(c)->large && Block::of(c)->evacuated);
    }

    Closure* evacuate(Closure* ref) {
        ref = behind(ref);
        Closure* const c = untag(ref);
        if (!c) return ref;
        if (heap_.is_static(c)) return reach_static(c), ref;
        if (forwarded(c)) return with_tag(forwarding(c), tag(ref));
        if (Closure* const shared = heap_.shared_value(c)) return tagged(shared);
        Block* const block = Block::of(c);
        if (block->large) {
            if (!block->evacuated) {
                block->evacuated = true;
                (type(c) == ClosureType::COMPACT_NFDATA ? to_.compacts : to_.large).push_back(block);
                stayed_.push_back(c);
                key_lives(c);
            }
            return ref;
        }
        std::size_t const words = size_words(c);
        auto* const to = reinterpret_cast<Closure*>(heap_.room(words * word_bytes));
        std::memcpy(static_cast<void*>(to), c, words * word_bytes);
        if (type(to) == ClosureType::STACK)
            as<Stack>(to)->sp = words_after(as<Stack>(to)) + (as<Stack>(c)->sp - words_after(as<Stack>(c)));
        c->info = reinterpret_cast<Entry const*>(address(to) | 1);
        heap_.observers_.moved(c, to);
        key_lives(c);
        return with_tag(to, tag(ref));
    }

    void reach_static(Closure* c) {
        using enum ClosureType;
        InfoTable const& table = info(c);
        PayloadLayout const fields = table.layout.payload;
        Word* link = nullptr;
        switch (table.type) {
        case CONSTR_0_1:
        case CONSTR_0_2:
        case CONSTR_NOCAF: return;  // no pointers
        case THUNK_STATIC:
        case IND_STATIC: link = &as<IndStatic>(c)->static_link; break;
        case FUN_STATIC:
            if (!srt(table) && fields.ptrs == 0) return;
            [[fallthrough]];
        case CONSTR:
        case CONSTR_1_0:
        case CONSTR_2_0:
        case CONSTR_1_1: link = words_after(c) + fields.ptrs + fields.nptrs; break;
        default: throw IllFormed("cannot be a static closure", table.type, c);
        }
        if (*link == heap_.static_mark_) return;
        *link = heap_.static_mark_;
        heap_.static_list_.push_back(c);
    }

    void scavenge_all() {
        for (bool more = true; more;) {
            more = false;
            for (; scanned_statics_ < heap_.static_list_.size(); more = true)
                scavenge(heap_.static_list_[scanned_statics_++]);
            for (; !stayed_.empty(); more = true) {
                Closure* const c = stayed_.back();
                stayed_.pop_back();
                scavenge(c);
            }
            while (scanned_block_ < to_.small.size()) {
                Block const& block = *to_.small[scanned_block_];
                if (!scan_) scan_ = block.start;
                while (scan_ < block.free) {
                    more = true;
                    auto* const c = reinterpret_cast<Closure*>(scan_);
                    scan_ += size_words(c) * word_bytes;
                    scavenge(c);
                }
                if (scanned_block_ + 1 == to_.small.size()) break;  // this block may still be filled
                ++scanned_block_;
                scan_ = nullptr;
            }
        }
    }

    void scavenge(Closure* c) {
        if (flags(type(c)) & flag::mutable_) heap_.mutable_list_.push_back(c);
        update_fields(c, *this);
    }

    // -- weak pointers

    void key_lives(Closure* key) {
        if (waiting_.empty()) return;
        auto const [first, last] = waiting_.equal_range(key);
        for (auto at = first; at != last; ++at) revived_.push_back(at->second);
        waiting_.erase(first, last);
    }

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

    Storage& heap_;
    Entry const* dead_weak_;
    BlockLists from_;
    BlockLists& to_;
    std::vector<Closure*> stayed_;  // large objects whose fields are to be scanned
    std::size_t scanned_statics_ = 0, scanned_block_ = 0;
    std::byte* scan_ = nullptr;
    // by key: places in the weak list of those whose key is not known to live
    std::unordered_multimap<Closure*, std::size_t> waiting_;
    std::vector<std::size_t> revived_;
};

}  // namespace trav::ghc
