// trav/ghc/heap/storage.hpp: the heap without its builder: where objects lie, and who is told of their lives.
//
// Offers Storage: allocate(info, words), objects() (a linear walk over everything allocated, live or dead), the
// producer on whom allocation is booked, the profilers' header word and the era; roots are roots.hpp's. Allocation is a
// bump of a pointer.
#pragma once

#include "../layout/cost_centre.hpp"
#include "../layout/ldv_word.hpp"
#include "../layout/size.hpp"
#include "block.hpp"
#include "objects.hpp"
#include "observer.hpp"
#include "program.hpp"
#include "roots.hpp"

#include <cstring>
#include <stdexcept>
#include <utility>
#include <vector>

namespace trav::ghc {

struct Options {
    bool ldv = false;                                   ///< header words hold biographies, from era 1
    bool keep_cafs = false;                             ///< a CAF that nothing refers to keeps its value
    std::size_t program_bytes = std::size_t{16} << 20;  ///< room for info tables and static closures
};

class Storage : public Roots {
  public:
    explicit Storage(Options options = {})
        : options_(options),
          program_(options.program_bytes),
          ccs_(cost_centres_.main()),
          era_(options.ldv ? 1 : 0) {}

    /// The info tables and static closures.
    Program& program() { return program_; }
    CostCentres& cost_centres() { return cost_centres_; }
    Observers& observers() { return observers_; }

    /// Whether c (tagged or not) lies outside the heap.
    bool is_static(Closure const* c) const { return program_.contains(c); }

    /// The stack of cost centres on which allocation is booked.
    CostCentreStack* ccs() const { return ccs_; }
    void set_ccs(CostCentreStack* ccs) { ccs_ = ccs; }

    /// A new object of that many words, all zero but its header.
    Closure* allocate(Entry const* table, std::size_t words) {
        return header(room(words * word_bytes), table, words);
    }
    /// A compact region of that many words, in blocks of its own.
    Closure* allocate_compact(Entry const* table, std::size_t words) {
        return header(room_apart(blocks_in_use_.compacts, words * word_bytes), table, words);
    }

    /// The bytes allocated so far, profiling words included.
    std::uint64_t bytes_allocated() const { return words_allocated_ * word_bytes; }

    /// The bytes that the heap has asked of the system, those of static closures aside.
    std::size_t bytes_of_system() const { return blocks_.bytes(); }

    /// Every object allocated, live or dead, in the order of GHC's census.
    Objects objects() const { return Objects(blocks_in_use_); }

    // -- the profilers' header word

    /// What the word of an object must be if it is allocated from now on.
    void set_fresh_word(Word word) { fresh_word_ = word; }
    /// The mutable objects that survived the last collection. (GHC's mutable lists.)
    std::vector<Closure*> const& mutable_list() const { return mutable_list_; }
    /// The static closures that the last collection went through. (GHC's scavenged static objects.)
    std::vector<Closure*> const& static_list() const { return static_list_; }

    /// From now on every collection puts a static closure, values[i], in the place of a constructor of this table
    /// whose one word is `first + i`. (GHC does so with an Int from -16 to 255 and with every Char.)
    void share_values(Entry const* table, std::int64_t first, std::vector<Closure*> values) {
        shared_.push_back({table, first, std::move(values)});
    }
    /// The static closure that stands for this one; null if there is none.
    Closure* shared_value(Closure const* c) const {
        for (Shared const& s : shared_)
            if (s.table == c->info) {
                auto const at =
                    static_cast<Word>(*words_after(const_cast<Closure*>(c))) - static_cast<Word>(s.first);
                return at < s.values.size() ? s.values[at] : nullptr;
            }
        return nullptr;
    }

    // -- biography

    /// The current era, from 1; 0 = no biographies.
    Word era() const { return era_; }
    /// Ends an era (after its census).
    void next_era() {
        if (era_ + 1 >= ldv::era_limit) throw std::length_error("Maximum number of censuses reached.");
        ++era_;
    }
    /// The closure (untagged) is entered.
    void used(Closure* c) {
        if (is_static(c)) return;
        if (era_ > 0) c->hp = ldv::use(c->hp, era_);
        observers_.used(c);
    }

    /// Puts another object in the place of a larger one; what is left over becomes slop.
    void overwrite(Closure* c, Entry const* table, std::size_t words) {
        std::size_t const before = size_words(c);
        observers_.died(c, (before - profiling_words) * word_bytes);
        c->info = table;
        c->hp = new_word();
        std::memset(static_cast<void*>(c + 1), 0, (before - words_of<Closure>)*word_bytes);
        observers_.created(c, (words - profiling_words) * word_bytes);
    }

  protected:
    friend class Evacuation;
    friend class Collector;

    Closure* header(std::byte* p, Entry const* table, std::size_t words) {
        auto* const c = reinterpret_cast<Closure*>(p);
        std::memset(static_cast<void*>(c), 0, words * word_bytes);
        c->info = table;
        c->ccs = ccs_;
        c->hp = new_word();
        ccs_->mem_alloc += words - profiling_words;
        words_allocated_ += words;
        observers_.created(c, (words - profiling_words) * word_bytes);
        return c;
    }

    Word new_word() const { return era_ > 0 ? ldv::create(era_) : fresh_word_; }

    std::byte* room(std::size_t bytes) {
        if (bytes >= large_object_bytes) return room_apart(blocks_in_use_.large, bytes);
        std::vector<Block*>& small = blocks_in_use_.small;
        if (small.empty() || small.back()->free + bytes > small.back()->end())
            small.push_back(blocks_.allocate(1));
        return std::exchange(small.back()->free, small.back()->free + bytes);
    }

    std::byte* room_apart(std::vector<Block*>& list, std::size_t bytes) {
        Block* const group = blocks_.allocate((bytes + block_bytes - 1) / block_bytes);
        group->large = true;
        group->free = group->start + bytes;
        list.push_back(group);
        return group->start;
    }

    struct Shared {
        Entry const* table;
        std::int64_t first;
        std::vector<Closure*> values;
    };

    Options options_;
    Program program_;
    CostCentres cost_centres_;
    CostCentreStack* ccs_;
    BlockAllocator blocks_;
    BlockLists blocks_in_use_;
    std::vector<Closure*> mutable_list_, static_list_, cafs_;
    std::vector<Shared> shared_;
    Observers observers_;
    Word fresh_word_ = 0, era_, static_mark_ = 0;
    std::uint64_t words_allocated_ = 0;
};

}  // namespace trav::ghc
