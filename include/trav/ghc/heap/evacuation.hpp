// trav/ghc/heap/evacuation.hpp: finds and moves live objects with Cheney's algorithm, without recursion.
//
// Offers Evacuation, one collection in progress. Live objects move to new blocks and keep their header words.
// Large objects and compact regions stay in place; reached static closures are scanned in place. Like GHC, it
// removes indirections and evaluated blackholes, and evaluates selectors of evaluated records (P. Wadler,
// Fixing some space leaks with a garbage collector, 1987). Takes time proportional to the live objects.
#pragma once

#include "../layout/fields.hpp"
#include "observer.hpp"
#include "program.hpp"
#include "shared_values.hpp"
#include "storage.hpp"
#include "survivors.hpp"
#include "waiting_keys.hpp"

#include <cstddef>
#include <cstring>
#include <utility>
#include <vector>

namespace trav::ghc {

/// The info tables of an evaluated selector.
struct SelectorTables {
    Entry const *indirection, *under_evaluation;
    Entry const* loop;  ///< a selector of its own first field
    Word word;          ///< the profiling word of new objects
};

class Evacuation {
  public:
    Evacuation(Storage& storage, Survivors& survivors, Program const& program, SharedValues const& shared,
               Observers const& observers, SelectorTables selectors)
        : storage_(storage),
          survivors_(survivors),
          program_(program),
          shared_(shared),
          observers_(observers),
          selectors_(selectors),
          from_(storage.take()) {
        for (auto const* list : {&from_.small, &from_.large, &from_.compacts})
            for (Block* b : *list) b->evacuated = false;
        ++survivors_.mark;
        survivors_.mutable_list.clear();
        survivors_.static_list.clear();
    }

    /// Keeps the object that a field or root points to alive, and updates the pointer.
    void operator()(Closure*& pointer) { pointer = evacuate(pointer); }

    /// Whether an object is known to be alive.
    bool alive(Closure* ref) const {
        Closure* const c = untag(behind(ref));
        return !c || program_.contains(c) || forwarded(c) || Block::of(c)->head->evacuated;
    }
    /// Of an object that is not known to be alive: itself, or the compact region around it.
    static Closure* whole(Closure* c) {
        Block const& block = *Block::of(c);
        return block.large ? reinterpret_cast<Closure*>(block.head->start) : c;
    }

    /// Whether GHC calls this key of a weak pointer dead although it may be alive: a thunk with an untagged
    /// value, such as a partial application or a raised exception. A collection that reaches the thunk leaves
    /// no new address in it. (GHC: isAlive)
    static bool lost(Closure* key) {
        for (;;) {
            Closure* const c = untag(key);
            if (!is_indirection(c)) return false;
            key = as<Ind>(c)->indirectee;
            if (is(c, ClosureType::BLACKHOLE) && tag(key) == 0) return true;
        }
    }

    /// Whether the object has moved, and its new address.
    static bool forwarded(Closure const* c) { return (address(c->info) & 1) != 0; }
    static Closure* forwarding(Closure const* c) { return untag(reinterpret_cast<Closure const*>(c->info)); }
    /// The object behind indirections. The search stops at a moved object.
    static Closure* behind(Closure* ref) {
        for (;;) {
            Closure* const c = untag(ref);
            if (!is_indirection(c)) return ref;
            ref = as<Ind>(c)->indirectee;
        }
    }
    /// Scans live objects until all have been scanned.
    void scavenge_all() {
        std::vector<Closure*> const& statics = survivors_.static_list;
        do {
            while (scanned_statics_ < statics.size()) scavenge(statics[scanned_statics_++]);
            while (!stayed_.empty()) {
                Closure* const c = stayed_.back();
                stayed_.pop_back();
                scavenge(c);
            }
            while (scanned_block_ < storage_.in_use().small.size()) {
                Block const& block = *storage_.in_use().small[scanned_block_];
                if (!scan_) scan_ = block.start;
                while (scan_ < block.free) {
                    auto* const c = reinterpret_cast<Closure*>(scan_);
                    scan_ += size_words(c) * word_bytes;
                    scavenge(c);
                }
                if (scanned_block_ + 1 == storage_.in_use().small.size())
                    break;  // this block may still be filled
                ++scanned_block_;
                scan_ = nullptr;
            }
        } while (scanned_statics_ < statics.size() || !stayed_.empty());
    }

    WaitingKeys& keys() { return keys_; }
    /// The blocks used before the collection.
    BlockLists const& from() const { return from_; }

  private:
    /// Whether the object has this type; false if it has moved, or is null.
    static bool is(Closure const* c, ClosureType its) { return c && !forwarded(c) && type(c) == its; }
    // a blackhole under evaluation is an object; an evaluated one is an indirection
    static bool is_indirection(Closure const* c) {
        if (is(c, ClosureType::IND)) return true;
        if (!is(c, ClosureType::BLACKHOLE)) return false;
        Closure const* const owner = as<Ind>(c)->indirectee;
        if (!owner) return false;
        if (tag(owner) != 0) return true;
        ClosureType const t = type(forwarded(owner) ? forwarding(owner) : owner);
        return t != ClosureType::TSO && t != ClosureType::BLOCKING_QUEUE;
    }

    Closure* evacuate(Closure* ref) {
        ref = behind(ref);
        Closure* const c = untag(ref);
        if (!c) return ref;
        if (program_.contains(c)) return reach_static(c), ref;
        if (forwarded(c)) return with_tag(forwarding(c), tag(ref));
        Block* const block = Block::of(c);
        if (block->large) return stay(block->head), ref;
        if (Closure* const shared = shared_.of(c)) return tagged(shared);
        if (block->evacuated) return ref;
        if (type(c) == ClosureType::THUNK_SELECTOR)
            if (Closure* const value = evaluated(c, 0)) return evacuate(value);
        std::size_t const words = size_words(c);
        auto* const to = reinterpret_cast<Closure*>(storage_.room(words * word_bytes));
        std::memcpy(static_cast<void*>(to), c, words * word_bytes);
        if (type(to) == ClosureType::STACK)
            as<Stack>(to)->sp = words_after(as<Stack>(to)) + (as<Stack>(c)->sp - words_after(as<Stack>(c)));
        c->info = reinterpret_cast<Entry const*>(address(to) | 1);
        observers_.moved(c, to);
        keys_.found(c);
        return with_tag(to, tag(ref));
    }

    /// Keeps a large object, or a compact region.
    void stay(Block* block) {
        if (block->evacuated) return;
        block->evacuated = true;
        auto* const c = reinterpret_cast<Closure*>(block->start);
        BlockLists& to = storage_.in_use();
        (type(c) == ClosureType::COMPACT_NFDATA ? to.compacts : to.large).push_back(block);
        stayed_.push_back(c);
        keys_.found(c);
    }

    // -- selectors (GHC: eval_thunk_selector)

    /// The value of a selector of an evaluated record: the selector becomes an indirection to it. Null if the
    /// record is not evaluated or has moved. `nested` selectors wait for this one's value; GHC, too, gives up
    /// at sixteen.
    Closure* evaluated(Closure* selector, int nested) {
        Closure *chain = nullptr, *value = nullptr;  // selectors that have the same value, linked
        for (;;) {
            Entry const* const entry = std::exchange(selector->info, selectors_.under_evaluation);
            Closure* const field = field_of(as<Selector>(selector)->selectee, info(entry), nested);
            selector->info = entry;
            if (!field) break;  // the others have the value of this selector
            observers_.died(selector, (words_of<Selector> - profiling_words) * word_bytes);
            selector->info = selectors_.under_evaluation;
            as<Selector>(selector)->selectee = std::exchange(chain, selector);
            value = behind_cafs(field);
            if (!is_new_selector(value)) break;
            selector = untag(value);
        }
        while (chain) become(std::exchange(chain, as<Selector>(chain)->selectee), value);
        return value;
    }
    /// The field that a selector with this table selects from the record; null if it is not known yet.
    Closure* field_of(Closure* record, InfoTable const& selector, int nested) {
        for (;;) {
            Closure* const c = untag(behind_cafs(record));
            if (!c || forwarded(c)) return nullptr;
            if (is_constructor(type(c))) {
                Word const field = selector.layout.selector;
                return field < info(c).layout.payload.ptrs ? pointers_after(c)[field] : nullptr;
            }
            if (nested == most_nested || !is_new_selector(c)) return nullptr;
            record = evaluated(c, nested + 1);
            if (is_new_selector(record)) return nullptr;
        }
    }
    /// The object behind indirections and evaluated CAFs.
    static Closure* behind_cafs(Closure* ref) {
        for (;;) {
            ref = behind(ref);
            Closure* const c = untag(ref);
            if (!is(c, ClosureType::IND_STATIC)) return ref;
            ref = as<Ind>(c)->indirectee;
        }
    }
    /// Whether this is a selector that the collection has not found alive.
    static bool is_new_selector(Closure const* ref) {
        Closure const* const c = untag(ref);
        return is(c, ClosureType::THUNK_SELECTOR) && !Block::of(c)->evacuated;
    }
    void become(Closure* selector, Closure* value) {
        selector->hp = selectors_.word;
        if (selector == untag(value)) {  // its value is itself
            selector->info = selectors_.loop;
            as<Selector>(selector)->selectee = value;
        } else {
            selector->info = selectors_.indirection;
            as<Selector>(selector)->selectee = nullptr;
            as<Ind>(selector)->indirectee = value;
            if (alive(value)) keys_.found(selector);
            else keys_.replace(selector, whole(untag(behind(value))));
        }
        observers_.created(selector, (size_words(selector) - profiling_words) * word_bytes);
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
        if (*link == survivors_.mark) return;
        *link = survivors_.mark;
        survivors_.static_list.push_back(c);
    }

    void scavenge(Closure* c) {
        if (flags(type(c)) & flag::mut) survivors_.mutable_list.push_back(c);
        update_fields(c, *this);
    }

    static constexpr int most_nested = 16;

    Storage& storage_;
    Survivors& survivors_;
    Program const& program_;
    SharedValues const& shared_;
    Observers const& observers_;
    SelectorTables const selectors_;
    BlockLists const from_;
    WaitingKeys keys_;
    std::vector<Closure*> stayed_;  // large objects that have not been scanned yet
    std::size_t scanned_statics_ = 0, scanned_block_ = 0;
    std::byte* scan_ = nullptr;
};

}  // namespace trav::ghc
