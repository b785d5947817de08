// The suite `limits`: time and memory for one large quantity: sets, depth, references of one object, roots,
// or censuses. Each row runs in a separate process, so that its peak of memory is its own.
#include "apart.hpp"
#include "harness.hpp"
#include "mark/mark.hpp"

#include <trav/graph/csr.hpp>
#include <trav/profile/biography.hpp>
#include <trav/profile/by.hpp>
#include <trav/profile/profiler.hpp>
#include <trav/profile/retainer.hpp>
#include <trav/profile/root_set.hpp>
#include <trav/store/in_node.hpp>
#include <trav/strategy/breadth_first.hpp>
#include <trav/strategy/pointer_reversal.hpp>
#include <trav/traverse_heap.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace bench {
namespace {

// --- Heaps ---------------------------------------------------------------------------------------

/// A heap in rows, made object by object.
struct Rows {
    std::vector<Number> offsets{0}, targets, sizes, roots;

    Number add(std::initializer_list<Number> children) {
        targets.insert(targets.end(), children);
        offsets.push_back(static_cast<Number>(targets.size()));
        sizes.push_back(static_cast<Number>(8 + 8 * children.size()));
        return static_cast<Number>(sizes.size() - 1);
    }
    trav::Csr<Number, Number, Number> graph() const { return {offsets, targets, sizes}; }
};

/// n roots that all refer to one object.
Rows star(std::size_t n) {
    Rows rows;
    for (std::size_t i = 0; i != n; ++i) rows.roots.push_back(rows.add({static_cast<Number>(n)}));
    rows.add({});
    return rows;
}
/// n cycles of two objects. Each cycle leads to the next, and each has a root of its own.
Rows ladder(std::size_t n) {
    Rows rows;
    for (std::size_t i = 0; i != n; ++i) {
        auto const at = static_cast<Number>(3 * i);
        if (i + 1 == n) rows.add({at + 1});
        else rows.add({at + 1, at + 3});
        rows.add({at});
        rows.roots.push_back(rows.add({at}));
    }
    return rows;
}
/// An object with n references to n others, which have none.
Rows array(std::size_t n) {
    Rows rows;
    rows.offsets.assign(n + 2, static_cast<Number>(n));
    rows.offsets[0] = 0;
    rows.targets.reserve(n);
    for (std::size_t i = 0; i != n; ++i) rows.targets.push_back(static_cast<Number>(i + 1));
    rows.roots.push_back(0);
    return rows;
}

/// A cell of a list: 16 bytes.
struct Cell {
    trav::Slot<> mark;
    std::uint32_t cursor = 0;
    Cell* next = nullptr;
};
struct List {
    using node = Cell*;
    std::span<Cell* const> children(Cell* n) const { return {&n->next, 1}; }
    std::span<Cell*> slots(Cell* n) const { return {&n->next, 1}; }
    std::uint32_t& cursor(Cell* n) const { return n->cursor; }
};

/// Objects that all have the same row of 2^16 references, to the first 32 objects.
struct OneRow {
    using node = Number;
    std::size_t objects;
    std::span<Number const> row;

    std::span<Number const> children(Number) const { return row; }
    std::size_t size(Number) const { return 8; }
    std::size_t count() const { return objects; }
    std::size_t index(Number n) const { return n; }
    Number node_at(std::size_t i) const { return static_cast<Number>(i); }
};

// --- Work ----------------------------------------------------------------------------------------

struct CountLeft : CountOnce {
    std::size_t left = 0;
    void leave(auto&) { ++left; }
};

template <class Strategy, class Policy>
std::function<Work()> list(std::size_t n) {
    return [n] {
        auto const cells = std::make_shared<std::vector<Cell>>(n);  // shared: Work is copyable
        for (std::size_t i = 0; i + 1 < n; ++i) (*cells)[i].next = &(*cells)[i + 1];
        return [cells] {
            trav::InNode<&Cell::mark> marks;
            Policy count;
            trav::traverse<Strategy>(List{}, std::vector{cells->data()}, count, marks);
            return static_cast<std::size_t>(count.found);
        };
    };
}
/// Work on rows.
std::function<Work()> on(Rows (*make)(std::size_t), std::size_t n, std::size_t (*work)(Rows const&)) {
    return [=] { return [rows = make(n), work] { return work(rows); }; };
}
template <class Strategy>
std::size_t mark_rows(Rows const& rows) {
    CountOnce count;
    trav::traverse<Strategy>(trav::Csr<Number, Number>{rows.offsets, rows.targets}, rows.roots, count);
    return count.found;
}
/// The number of objects in a profile by sets.
std::size_t counted(Rows const& rows, auto& breakdown, std::vector<Number> const& roots) {
    trav::Profiler profiler{rows.graph(), breakdown};
    profiler.sample(roots, 0);
    return profiler.profile().by().total().objects;
}
std::size_t retained(Rows const& rows) {
    std::vector<bool> is_root(rows.sizes.size());
    for (Number const root : rows.roots) is_root[root] = true;
    auto retainers = trav::by_retainer<Number>([&](Number n) { return is_root[n]; },
                                               [](Number n) { return n; }, trav::InternedSets::no_cap);
    return counted(rows, retainers, rows.roots);
}
std::size_t reached_by_name(Rows const& rows) {
    std::vector<trav::RootSets<Number>::Root> named;
    for (Number const root : rows.roots) named.emplace_back(std::to_string(root), root);
    trav::RootSets<Number> roots(std::move(named));
    return counted(rows, roots, {});
}
std::size_t by_references(Rows const& rows) {
    auto degree = trav::by("references", [&](Number n) { return rows.offsets[n + 1] - rows.offsets[n]; });
    return counted(rows, degree, rows.roots);
}
/// Sets of 20 named roots, with many objects each.
std::function<Work()> sets_of_one_row(std::size_t n) {
    return [n] {
        return [n] {
            std::vector<Number> row(std::size_t{1} << 16), all(n);
            for (std::size_t i = 0; i != row.size(); ++i)
                row[i] = static_cast<Number>(i % std::min<std::size_t>(n, 32));
            std::vector<trav::RootSets<Number>::Root> named;
            for (Number i = 0; i != n; ++i) named.emplace_back(std::to_string(i % 20), all[i] = i);
            trav::RootSets<Number> roots(std::move(named));
            trav::Profiler profiler{OneRow{n, row}, roots};
            profiler.sample(all, 0);
            return profiler.profile().by().total().objects;
        };
    };
}
/// This many censuses of a ladder of 300 steps: by retainers, references and phases of lives.
std::function<Work()> censuses(std::size_t n) {
    return [n] {
        return [rows = ladder(300), n] {
            auto retainers =
                trav::by_retainer<Number>([](Number o) { return o % 9 == 2; }, [](Number o) { return o; });
            auto degree =
                trav::by("references", [&](Number o) { return rows.offsets[o + 1] - rows.offsets[o]; });
            trav::Biography<Number> life;
            trav::Profiler profiler{rows.graph(), retainers, degree, life};
            for (std::size_t census = 0; census != n; ++census) {
                profiler.used(static_cast<Number>(census % rows.sizes.size()));
                profiler.sample(rows.roots, static_cast<double>(census));
            }
            std::size_t objects = 0;
            trav::Profile const profile = profiler.profile();
            for (auto const& sample : profile.samples)
                for (auto const& entry : sample.entries) objects += entry.amount.objects;
            return objects;
        };
    };
}

std::vector<Row> all_rows(std::size_t n) {
    auto const part = [n](std::size_t of) { return std::max<std::size_t>(n / of, 2); };
    std::size_t const sets = part(1000), roots = part(100), times = part(10000);
    return {
        {"retainers of one object", sets, on(star, sets, retained), sets + 1},
        {"two-cycles, each adding a retainer", sets, on(ladder, sets, retained), 3 * sets},
        {"named roots of one object", sets, on(star, sets, reached_by_name), sets + 1},
        {"two-cycles, each adding a named root", sets, on(ladder, sets, reached_by_name), 3 * sets},
        {"cells of a list, depth first", n, list<trav::DepthFirst, CountOnce>(n), n},
        {"cells, depth first with leave", n, list<trav::DepthFirst, CountLeft>(n), n},
        {"cells, pointer reversal with leave", n, list<trav::PointerReversal, CountLeft>(n), n},
        {"cells, breadth first", n, list<trav::BreadthFirst, CountOnce>(n), n},
        {"references of one array, depth first", n, on(array, n, mark_rows<trav::DepthFirst>), n + 1},
        {"references, breadth first", n, on(array, n, mark_rows<trav::BreadthFirst>), n + 1},
        {"roots, a census", roots, on(star, roots, by_references), roots + 1},
        {"objects with 2^16 references each", part(1500), sets_of_one_row(part(1500)), part(1500)},
        {"censuses of 900 objects", times, censuses(times), 900 * times},
    };
}

}  // namespace

void limits(Settings const& settings, Contests& contests) {
    fmt::print("\nlimits\n{:<40}{:>12}{:>10}{:>12}{:>12}\n", "", "how many", "seconds", "heap, MiB",
               "peak, MiB");
    for (Row const& row : all_rows(settings.largest)) {
        if (!settings.wants(row.name)) continue;
        Measured const measured = measure_apart("limits", row);
        fmt::print("{:<40}{:>12}{:>10.2f}{:>12.0f}{:>12.0f}\n", row.name, row.n, measured.seconds,
                   measured.heap, measured.peak);
        contests.add({"limits",
                      "",
                      row.name,
                      row.n,
                      measured.seconds * 1e9 / static_cast<double>(row.n),
                      0,
                      {},
                      "peak_mebibytes",
                      measured.peak});
    }
}

}  // namespace bench
