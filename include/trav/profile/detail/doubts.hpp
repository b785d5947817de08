// trav/profile/detail/doubts.hpp: Doubts, members that may own memory, or may refer to memory of objects, and
// pointers to blocks of malloc that may be larger than the objects in them. All objects' memory decides.
#pragma once

#include "../../detail/compiler.hpp"
#include "../../detail/malloc_block.hpp"
#include "../../detail/malloc_bytes.hpp"
#include "../../graph/object.hpp"
#include "../../graph/object_memory.hpp"
#include "../amount.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace trav::detail {

/// The most bytes of a block that glibc's malloc gives for a request at this address. A block may have 16
/// bytes more than it needs, or 32 if it is aligned. A large one is whole pages, two more if it is aligned.
constexpr std::size_t most_given(std::size_t asked, std::size_t given, std::uintptr_t at) {
    constexpr std::size_t unit = 16, pages = std::size_t{3} << 12;
    bool const may_be_aligned = asked % (2 * unit) == 0 && at % (2 * unit) == 0;
    return usable_size_for(asked) + (may_fill_pages(given) ? pages : may_be_aligned ? 2 * unit : unit);
}

/// Blocks of malloc, and the bytes in them that objects have.
class CoveredBlocks {
  public:
    /// Adds the block that an object, or the first element of an array, begins. Returns its address; 0 if it
    /// is not certain.
    std::uintptr_t add(std::uintptr_t first, std::size_t bytes) {
        std::size_t const given = malloc_block(first);
        if (given != 0) return add_block(first, given);
        for (std::size_t const before : {sizeof(std::size_t), 2 * sizeof(std::size_t)})
            if (std::size_t const all = malloc_block(first - before); is_array(first, bytes, before, all))
                return add_block(first - before, all);
        return 0;
    }
    void cover(std::uintptr_t begin, std::uintptr_t end) {
        auto at = blocks_.upper_bound(begin);
        if (at != blocks_.begin()) --at;
        for (; at != blocks_.end() && at->first < end; ++at) {
            std::uintptr_t const from = at->first > begin ? at->first : begin;
            std::uintptr_t const last = at->first + at->second.given, to = last < end ? last : end;
            if (from < to) at->second.covered += to - from;
        }
    }
    /// Whether objects have less of a block than malloc was asked for.
    bool is_larger(std::uintptr_t block, std::size_t bytes) const {
        Block const& its = blocks_.at(block);
        std::size_t const asked = its.covered > bytes ? its.covered : bytes;
        return asked == 0 || its.given > most_given(asked, its.given, block);
    }

  private:
    struct Block {
        std::size_t given, covered = 0;
    };
    std::uintptr_t add_block(std::uintptr_t begin, std::size_t given) {
        blocks_.emplace(begin, Block{given});
        return begin;
    }
    /// Whether an array begins in a block behind the number of its elements, as new T[n] makes it.
    static bool is_array(std::uintptr_t first, std::size_t bytes, std::size_t before, std::size_t given) {
        if (given <= before || bytes == 0) return false;
        std::size_t const count = word_at(first - sizeof(std::size_t));
        if (count == 0 || count > (given - before) / bytes) return false;
        return given <= most_given(before + count * bytes, given, first - before);
    }
    std::map<std::uintptr_t, Block> blocks_;
};

/// Members and pointers, and whether objects have the memory behind them.
class Doubts {
  public:
    /// A member that may own memory. Its words may be pointers.
    void add(Object const& member, std::string const& text) {
        std::uintptr_t words[4] = {};
        std::size_t const bytes = member.type->size;
        copy_bytes(words, member.address, bytes < sizeof words ? bytes : sizeof words);
        Doubt doubt{text, {bytes, 1}};
        for (std::uintptr_t const word : words) {
            if (word == 0) continue;
            words_.emplace(word, all_.size());
            if (std::uintptr_t const block = blocks_.add(word, 0)) doubt.blocks.push_back(block);
        }
        all_.push_back(std::move(doubt));
    }
    /// The target of a pointer, or the first element of a view. `least`: the bytes of the block that are an
    /// object's for sure, none for a view. `text()` tells the target.
    void add_target(Object const& target, std::size_t least, auto const& text) {
        std::size_t const bytes = target.type->size;
        auto const at = reinterpret_cast<std::uintptr_t>(target.address);
        // The header of most objects says that they fill their block; no other question is as fast.
        std::size_t const given =
            least != 0 && is_tracked_block == nullptr ? usable_size_at(target.address) : 0;
        if (given != 0 && given <= most_given(least, given, at)) return;
        std::uintptr_t const block = blocks_.add(at, bytes);
        if (block != 0 && blocks_.is_larger(block, least) && targets_.insert(block).second)
            all_.push_back({text(), {bytes, 1}, true, least, {block}});
    }
    /// An object whose deleter may have members, if it is the control block of a shared_ptr.
    void add_deleter(Object const& o, char const* text) {
        Doubt doubt{text, {0, 1}, true, 0, {}, true};
        each_word_of_deleter(o, [&](std::uintptr_t word) {
            if (std::uintptr_t const block = blocks_.add(word, 0)) doubt.blocks.push_back(block);
        });
        if (!doubt.blocks.empty()) all_.push_back(std::move(doubt));
    }
    /// An object of unknown size was told, and need not be told again.
    void excuse(Object const& o) { excused_.insert(reinterpret_cast<std::uintptr_t>(o.address)); }
    bool empty() const { return all_.empty(); }
    /// The memory from `begin` on, and the address of its end, are of an object.
    void view(std::uintptr_t begin, std::uintptr_t end) {
        blocks_.cover(begin, end);
        auto at = words_.lower_bound(begin);
        for (; at != words_.end() && at->first <= end; ++at) all_[at->second].viewed = true;
    }
    /// Calls f(text, amount) for each member of which no object has the memory.
    void each_told(auto const& f) const {
        for (Doubt const& doubt : all_) {
            bool told = !doubt.viewed;
            for (std::uintptr_t const block : doubt.blocks)
                told = told || (!is_told(doubt, block) && blocks_.is_larger(block, doubt.bytes));
            if (told) f(doubt.text, doubt.amount);
        }
    }

  private:
    struct Doubt {
        std::string text;
        Amount amount;
        bool viewed = false;
        std::size_t bytes = 0;  // of the object at the beginning of a block
        std::vector<std::uintptr_t> blocks{};
        bool in_deleter = false;
    };
    /// Whether another line tells that a block is larger.
    bool is_told(Doubt const& doubt, std::uintptr_t block) const {
        return excused_.contains(block) || (doubt.in_deleter && targets_.contains(block));
    }
    std::vector<Doubt> all_;
    std::multimap<std::uintptr_t, std::size_t> words_;  // in the members, with numbers of members
    std::set<std::uintptr_t> targets_, excused_;        // blocks with a line, and objects of unknown size
    CoveredBlocks blocks_;
};

}  // namespace trav::detail
