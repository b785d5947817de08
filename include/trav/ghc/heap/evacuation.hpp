// trav/ghc/heap/evacuation.hpp: the way of a copying collection through the mock heap: Cheney's algorithm, no recursion.
//
// Offers Evacuation: what is alive moves to new blocks and keeps its header words; large objects and compact regions stay;
// static closures that are reached are scanned where they are. Indirections and evaluated blackholes are taken out, as
// GHC does. Costs O(what is alive).
#pragma once

#include "../layout/fields.hpp"
#include "storage.hpp"

#include <unordered_map>

namespace trav::ghc {

class Evacuation {
  public:
    explicit Evacuation(Storage& heap) : heap_(heap), to_(heap.blocks_in_use_) {
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

  protected:
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
        if (flags(type(c)) & flag::mut) heap_.mutable_list_.push_back(c);
        update_fields(c, *this);
    }

    // a weak pointer's key, perhaps: then the weak pointer lives
    void key_lives(Closure* key) {
        if (waiting_.empty()) return;
        auto const [first, last] = waiting_.equal_range(key);
        for (auto at = first; at != last; ++at) revived_.push_back(at->second);
        waiting_.erase(first, last);
    }

    Storage& heap_;
    BlockLists from_;
    BlockLists& to_;
    // by key: places in the weak list of those whose key is not known to live
    std::unordered_multimap<Closure*, std::size_t> waiting_;
    std::vector<std::size_t> revived_;

  private:
    std::vector<Closure*> stayed_;  // large objects whose fields are to be scanned
    std::size_t scanned_statics_ = 0, scanned_block_ = 0;
    std::byte* scan_ = nullptr;
};

}  // namespace trav::ghc
