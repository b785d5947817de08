// trav/profile/coverage.hpp: coverage(heap, roots), the share of malloc's memory that a profile of a heap of
// trav::Objects has seen, and the holders of the rest.
//
//     auto const coverage = trav::coverage(heap, trav::roots(server));     // before the Profiler is made
//     ...
//     trav::print(std::cout, trav::with_unseen(table, coverage));
//     trav::print(std::cout, trav::with_resident(table, coverage));        // all memory of the process
//
//     (behind) Player.on_death: std::function<void()>   531 KiB   blocks behind pointers in the member
//     (behind) Player                                  1.20 KiB   ... in a Player, but in none of its members
//     (beside) Player                                  63.1 KiB   the rest of blocks that Players are in
//     (elsewhere)                                      80.0 KiB   ... in static data, and on this stack
//     (leaked) game::load                               359 KiB   unreachable blocks, by allocation site
//     (malloc)                                          118 KiB   not from new, or for malloc's own use
//     (rounding)                                       32.3 KiB   malloc's rounding and headers
//
// If allocations are tracked (../allocations.hpp), the result is exact to the block, and "beside" is exact to
// the byte, except for roots that are parts of other objects. But any word that looks like a
// pointer is treated as one, so some blocks "behind" or "elsewhere" may have leaked. The stacks of other
// threads are not scanned: pass the objects that they hold as roots.
//
// Otherwise `live` comes from glibc (mallinfo2), and the rest is one line, (unseen). About 100 KiB of it is
// always there: memory of libraries, and malloc's reserve. unseen.hpp lists the members that may hide more.
// Takes a traversal, and a look-up in a list per object and pointer.
#pragma once

#include "../allocations.hpp"
#include "../graph/named_edge.hpp"
#include "../graph/owned_bytes.hpp"
#include "../graph/with_owners.hpp"
#include "../traverse_heap.hpp"
#include "amount.hpp"
#include "detail/block_marks.hpp"
#include "detail/given_by_malloc.hpp"
#include "detail/mark_names.hpp"
#include "detail/process_memory.hpp"
#include "symbols.hpp"
#include "table.hpp"
#include "unseen.hpp"

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace trav {

/// The memory that malloc has given, and the share of it that belongs to the objects of a heap.
struct Coverage {
    /// Unreachable blocks of one size, allocated at one site.
    struct Leak {
        std::size_t bytes;  ///< requested bytes of one block
        std::size_t blocks;
        std::string site;
    };
    bool tracked = false;  ///< by trav/allocations.hpp
    Amount live{};  ///< given bytes, if malloc reports them or they are tracked; number of tracked blocks
    Amount seen{};  ///< of `live`: blocks that hold objects, i.e. the objects and malloc's rounding
    std::uint64_t outside = 0;  ///< bytes of objects in no block: static, or on a stack
    ProcessMemory process{};    ///< the whole process, when the coverage was computed
    std::vector<std::pair<std::string, Amount>> unseen{};  ///< the rest, most bytes first
    std::vector<Leak> leaks{};  ///< the leaked blocks among these, most bytes first

    /// The share of the bytes that has been seen.
    double share() const {
        return live.bytes == 0 ? 0 : static_cast<double>(seen.bytes) / static_cast<double>(live.bytes);
    }
};

namespace detail {

/// Reports every object and block seen, and all members and objects that cannot be inspected.
template <class G, class Seen, class Opaque>
struct WalkBlocks {
    static constexpr bool once = true;
    G const& heap;
    Seen seen;      // seen(type, address, bytes, whether it has pointers)
    Opaque opaque;  // opaque(edge to an object that cannot be inspected, its text)

    void visit(auto& here) {
        tell(here.node);
        if constexpr (requires { heap.left_out(here.node); })
            for (Object const& part : heap.left_out(here.node)) tell(part);
        unseen_edges(heap, here.node, opaque);
    }
    void tell(Object const& o) {
        if (o.type->size != 0) seen(o.type, o.address, o.type->size, true);
        if (o.type->owned) {
            auto const own = [&](void const* block, std::size_t bytes, bool pointers) {
                seen(o.type, block, bytes, pointers);
            };
            BlocksTo<decltype(own) const> list(own);
            o.type->owned(o.address, &list);
        }
    }
};
template <class G, class Seen, class Opaque>
WalkBlocks(G const&, Seen, Opaque) -> WalkBlocks<G, Seen, Opaque>;

/// The coverage if allocations are tracked.
template <class G, class Roots>
class TrackedCoverage {
  public:
    TrackedCoverage(G const& heap, Roots const& roots)
        : by_malloc_(given_by_malloc()), marks_(live_blocks()) {
        coverage_.tracked = true;
        coverage_.process = process_;
        walk(heap, roots);
        for (auto const& [memory, mark] : opaque_) marks_.mark_behind(memory, mark);
        for (auto const& [memory, mark] : outside_) marks_.mark_behind(memory, mark);
        for (std::size_t i = 0; i != marks_.blocks().size(); ++i)
            if (MarkNames::is_seen(marks_[i]) && MarkNames::relation(marks_[i]) == Relation::holds)
                marks_.mark_behind(BlockMarks::range(marks_.blocks()[i]),
                                   MarkNames::with(marks_[i], Relation::behind));
        Mark const elsewhere = names_.of("(elsewhere)");
        for (MemoryRange const& range : static_memory()) marks_.mark_behind(range, elsewhere, true);
        with_stack([&](MemoryRange const& stack) { marks_.mark_behind(stack, elsewhere, true); });
        add_up();
    }
    Coverage coverage() && { return std::move(coverage_); }

  private:
    using Mark = MarkNames::Mark;
    using Relation = MarkNames::Relation;

    void walk(G const& heap, Roots const& roots) {
        auto const seen = [this](Type const* type, void const* p, std::size_t bytes, bool pointers) {
            Mark const mark = names_.of(type);
            if (marks_.mark(p, pointers ? mark : MarkNames::with(mark, Relation::plain), bytes)) return;
            coverage_.outside += bytes;
            if (pointers) outside_.emplace_back(range(p, bytes), MarkNames::with(mark, Relation::behind));
        };
        auto const opaque = [this](NamedEdge const& edge, std::string const& text) {
            Mark const mark = names_.of("(behind) " + text);
            LiveBlock const* const block = marks_.blocks().at(edge.to.address);
            bool const whole = block != nullptr && block->address == edge.to.address &&
                               (edge.kind != EdgeKind::opaque || edge.to.type->size == 0);
            if (whole && edge.to.type->size == 0 && edge.to.type->owned == nullptr)
                marks_.mark(edge.to.address, mark, 0);  // of unknown size
            opaque_.emplace_back(
                whole ? BlockMarks::range(*block) : range(edge.to.address, edge.to.type->size), mark);
        };
        WithOwners<G> const whole(heap, roots);
        WalkBlocks policy{*whole, seen, opaque};
        traverse(*whole, roots, policy);
    }
    void add_up() {
        std::map<std::string, Amount> unseen;
        std::unordered_map<Mark, Amount> marked;
        std::map<std::pair<void const* const*, std::size_t>, Leak> leaks;
        std::unordered_map<void const* const*, std::string> sites;
        Symbols symbols;
        for (std::size_t i = 0; i != marks_.blocks().size(); ++i) {
            LiveBlock const& block = marks_.blocks()[i];
            Amount const amount{block.given + header_, 1};
            coverage_.live += amount;
            if (MarkNames::is_seen(marks_[i])) {
                Amount const left{marks_.left(i), 0};
                coverage_.seen += amount - left;
                if (left.bytes != 0) marked[MarkNames::with(marks_[i], Relation::beside)] += left;
            } else if (marks_[i] != BlockMarks::none) {
                marked[marks_[i]] += amount;
            } else {
                auto const [site, fresh] = sites.try_emplace(block.site.data());
                if (fresh) site->second = symbols.site(block.site);
                unseen["(leaked) " + site->second] += amount;
                Leak& leak = leaks[{block.site.data(), block.bytes}];
                leak = {block.bytes, leak.blocks + 1, site->second};
            }
        }
        for (auto const& [mark, amount] : marked) unseen[names_.text(mark)] += amount;
        if (by_malloc_.bytes > coverage_.live.bytes) {
            unseen["(malloc)"] = {by_malloc_.bytes - coverage_.live.bytes, 0};
            coverage_.live.bytes = by_malloc_.bytes;
        }
        coverage_.unseen.assign(unseen.begin(), unseen.end());
        std::ranges::sort(coverage_.unseen, [](auto const& a, auto const& b) {
            return a.second.bytes != b.second.bytes ? a.second.bytes > b.second.bytes : a.first < b.first;
        });
        for (auto& [key, leak] : leaks) coverage_.leaks.push_back(std::move(leak));
        std::ranges::sort(coverage_.leaks, [](Leak const& a, Leak const& b) {
            std::size_t const all = a.bytes * a.blocks, others = b.bytes * b.blocks;
            return all != others ? all > others : a.bytes != b.bytes ? a.bytes > b.bytes : a.site < b.site;
        });
    }

    using Leak = Coverage::Leak;

    static MemoryRange range(void const* p, std::size_t bytes) {
        auto const first = reinterpret_cast<std::uintptr_t>(p);
        return {first, first + bytes};
    }

    Coverage coverage_;
    ProcessMemory process_ = process_memory();  // first, like malloc's bytes: this class allocates memory
    Amount by_malloc_;
    std::size_t header_ = by_malloc_.bytes != 0 ? sizeof(std::size_t) : 0;  // of a block, which malloc counts
    BlockMarks marks_;
    MarkNames names_;
    std::vector<std::pair<MemoryRange, Mark>> opaque_, outside_;
};

template <class G, class Roots>
Coverage untracked_coverage(G const& heap, Roots const& roots) {
    Coverage coverage;
    coverage.live = given_by_malloc();  // before the traversal allocates memory
    coverage.process = process_memory();
    SeenBlocks blocks;
    auto const seen = [&](Type const*, void const* p, std::size_t bytes, bool) { blocks.add(p, bytes); };
    WithOwners<G> const whole(heap, roots);
    WalkBlocks policy{*whole, seen, [](NamedEdge const&, std::string const&) {}};
    traverse(*whole, roots, policy);
    coverage.seen = blocks.given(coverage.outside);
    if (coverage.live.bytes > coverage.seen.bytes)
        coverage.unseen = {{"(unseen)", {coverage.live.bytes - coverage.seen.bytes, 0}}};
    return coverage;
}

}  // namespace detail

/// Compares the objects that `roots` reach in a heap of trav::Objects with the memory that malloc has given.
/// The heap must not change meanwhile.
template <class G, class Roots>
Coverage coverage(G const& heap, Roots const& roots) {
    if constexpr (!std::same_as<node_t<G>, Object>) {
        static_assert(detail::never<G>,
                      "trav: coverage() needs a heap of trav::Objects: of other nodes nobody "
                      "knows what they own");
        return {};
    } else {
        if (allocations() == 0 || detail::allocations_are_sampled())
            return detail::untracked_coverage(heap, roots);
        return detail::TrackedCoverage<G, Roots>(heap, roots).coverage();
    }
}

namespace detail {

/// Adds lines to the last sample of a table.
inline void add_lines(Table& table, std::vector<std::pair<std::string, Amount>> const& lines) {
    for (auto const& [text, amount] : lines) {
        if (amount == Amount{}) continue;
        Table::Line line{std::vector<std::string>(table.columns.size(), text),
                         std::vector<Amount>(table.times.size())};
        line.amounts.back() = amount;
        table.lines.push_back(std::move(line));
    }
    std::ranges::sort(table.lines, [](auto const& a, auto const& b) {
        std::uint64_t const bytes = a.sum().bytes, others = b.sum().bytes;
        return bytes != others ? bytes > others : a.texts < b.texts;
    });
}

}  // namespace detail

/// The table with a line for each of `coverage.unseen` and one for malloc's rounding, so that it adds up to
/// `live` plus `outside`. It must be a table of everything that the same roots reach. The lines are added to
/// its last sample.
inline Table with_unseen(Table table, Coverage const& coverage) {
    if (table.times.empty()) return table;
    std::uint64_t const all = coverage.live.bytes + coverage.outside;
    detail::add_lines(table, coverage.unseen);
    if (std::uint64_t const sum = table.total(table.times.size() - 1).bytes; sum < all)
        detail::add_lines(table, {{"(rounding)", {all - sum, 0}}});
    return table;
}

/// with_unseen() with three more lines: (free) of malloc, (files), and (other) memory, so that the table adds
/// up to the resident memory of the process. If more bytes of blocks than `(other)` and `(free)` have are not
/// resident, such as room that was never written to, the total is larger by the excess.
inline Table with_resident(Table table, Coverage const& coverage) {
    auto const& [kept, resident, files] = coverage.process;
    if (table.times.empty() || resident == 0) return with_unseen(std::move(table), coverage);
    std::uint64_t const blocks = coverage.live.bytes + coverage.outside + files;
    std::uint64_t const rest = resident > blocks ? resident - blocks : 0;
    table = with_unseen(std::move(table), coverage);
    detail::add_lines(table, {{"(files)", {files, 0}},
                              {"(free)", {std::min(kept, rest), 0}},
                              {"(other)", {rest - std::min(kept, rest), 0}}});
    return table;
}

/// Refused: arguments in the other order.
template <std::same_as<Coverage> C>
Table with_unseen(C const&, Table const& table) {
    static_assert(!sizeof(C), "trav: with_unseen(table, coverage): first the table");
    return table;
}
template <std::same_as<Coverage> C>
Table with_resident(C const&, Table const& table) {
    static_assert(!sizeof(C), "trav: with_resident(table, coverage): first the table");
    return table;
}

}  // namespace trav
