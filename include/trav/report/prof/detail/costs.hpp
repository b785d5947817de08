// trav/report/prof/detail/costs.hpp: the sums and the order of a time and allocation report, for its writers.
#pragma once

#include "../report.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <vector>

namespace trav::detail {

/// Ticks and bytes.
struct ProfCost {
    std::uint64_t ticks = 0, alloc = 0;

    ProfCost& operator+=(ProfCost const& more) {
        ticks += more.ticks;
        alloc += more.alloc;
        return *this;
    }
};

/// The rows of a report, and their costs. O(stacks log stacks), without recursion.
class ProfCosts {
  public:
    struct Row {
        std::size_t stack, depth;
    };

    ProfCosts(ProfReport const& report, bool everything) : report_(report), everything_(everything) {
        report.check();
        std::size_t const n = report.stacks.size();
        centres_.resize(report.centres.size());
        inherited_.resize(n);
        std::vector<bool> kept(n);
        for (std::size_t i = n; i-- != 0;) {
            ProfStack const& stack = report.stacks[i];
            ProfCost const own{stack.ticks, stack.alloc};
            centres_[stack.centre] += own;
            if (counts(stack.centre)) {
                total_ += own;
                inherited_[i] += own;
                if (i != 0) inherited_[stack.parent] += inherited_[i];
            }
            if (everything || stack.entries || stack.ticks || stack.alloc || i == 0) kept[i] = true;
            if (kept[i]) kept[stack.parent] = true;
        }
        order(kept);
    }

    /// Whether a cost centre belongs to the program, or everything is shown.
    bool counts(std::size_t centre) const { return everything_ || !report_.centres[centre].is_overhead; }
    ProfCost const& total() const { return total_; }
    ProfCost const& of_centre(std::size_t centre) const { return centres_[centre]; }
    ProfCost const& inherited(std::size_t stack) const { return inherited_[stack]; }
    /// The rows of the tree, including rows of cost centres that do not count.
    std::vector<Row> const& rows() const { return rows_; }

    /// The share of the total, in percent.
    double time_of(ProfCost const& cost) const { return percent(cost.ticks, total_.ticks); }
    double alloc_of(ProfCost const& cost) const { return percent(cost.alloc, total_.alloc); }

  private:
    static double percent(std::uint64_t part, std::uint64_t whole) {
        return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole) * 100;
    }

    // Orders children by entries, most first; then by label; then as in the report.
    void order(std::vector<bool> const& kept) {
        std::vector<std::vector<std::size_t>> children(report_.stacks.size());
        for (std::size_t i = 1; i < report_.stacks.size(); ++i)
            if (kept[i]) children[report_.stacks[i].parent].push_back(i);
        for (auto& siblings : children)
            std::ranges::sort(siblings, [&](std::size_t a, std::size_t b) {
                auto const& [x, y] = std::tie(report_.stacks[a], report_.stacks[b]);
                auto const key = [&](ProfStack const& s, std::size_t i) {
                    return std::tuple<std::string const&, std::size_t>(report_.centres[s.centre].label, i);
                };
                return x.entries != y.entries ? x.entries > y.entries : key(x, a) < key(y, b);
            });
        std::vector<Row> open;
        if (!report_.stacks.empty()) open.push_back({0, 0});
        while (!open.empty()) {
            Row const row = open.back();
            open.pop_back();
            rows_.push_back(row);
            auto const& siblings = children[row.stack];
            for (std::size_t i = siblings.size(); i-- != 0;) open.push_back({siblings[i], row.depth + 1});
        }
    }

    ProfReport const& report_;
    bool everything_;
    ProfCost total_;
    std::vector<ProfCost> centres_, inherited_;
    std::vector<Row> rows_;
};

}  // namespace trav::detail
