// The paths and dominators of `why`, compared with a model of small random heaps.
#include "catch.hpp"
#include "heapprof/dump_of.hpp"
#include "heapprof/node_of.hpp"
#include "support/dice.hpp"

#include <heapprof/question/why.hpp>

#include <trav/dump/selector.hpp>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace {

using heapprof::AnyDump;
using heapprof::Node;
using heapprof::WhyAnswer;
using heapprof::WhyOptions;

// A heap of up to eight objects; the reference i has the name "ei".
struct Heap {
    enum Kind { program, runtime, weak };
    struct Reference {
        std::size_t from, to;
        Kind kind;
    };
    std::size_t size;
    std::set<std::size_t> roots;
    std::vector<Reference> references;

    explicit Heap(test::Dice& dice) : size(1 + dice.below(8)) {
        for (std::size_t i = 1 + dice.below(3); i != 0; --i) roots.insert(dice.below(size));
        for (std::size_t i = dice.below(3 * size); i != 0; --i)
            references.push_back({dice.below(size), dice.below(size),
                                  dice.one_in(5)   ? weak
                                  : dice.one_in(4) ? runtime
                                                   : program});
    }
    // The object n has 2^n bytes.
    std::unique_ptr<AnyDump const> dump() const {
        std::string lines;
        for (std::size_t n = 0; n != size; ++n) {
            lines += "{\"id\": \"" + std::to_string(n) +
                     "\", \"type\": \"T\", \"size\": " + std::to_string(1 << n) +
                     (roots.contains(n) ? ", \"roots\": [\"r\"]" : "") + ", \"refs\": [";
            std::string comma;
            for (std::size_t i = 0; i != references.size(); ++i) {
                if (references[i].from != n) continue;
                lines += std::exchange(comma, ", ") + "{\"id\": \"" + std::to_string(references[i].to) +
                         "\", \"name\": \"e" + std::to_string(i) + '"' +
                         (references[i].kind == weak      ? ", \"weak\": true"
                          : references[i].kind == runtime ? ", \"runtime\": true"
                                                          : "") +
                         '}';
            }
            lines += "]}\n";
        }
        return any_dump_of_json(lines + "{\"objects\": " + std::to_string(size) + "}\n");
    }
    // The number of objects on the shortest path from `starts` to each object; 0 without a path. The paths
    // avoid the objects `without`.
    std::vector<std::size_t> distances(std::set<std::size_t> const& starts, Kind most,
                                       std::set<std::size_t> const& without = {}) const {
        std::vector<std::size_t> found(size);
        for (std::size_t const n : starts)
            if (!without.contains(n)) found[n] = 1;
        for (std::size_t step = 1; step <= size; ++step)
            for (auto const& [from, to, kind] : references)
                if (kind <= most && found[from] == step && found[to] == 0 && !without.contains(to))
                    found[to] = step + 1;
        return found;
    }
    // The bytes reachable only through an object.
    std::uint64_t retained(std::size_t n) const {
        auto const all = distances(roots, runtime), rest = distances(roots, runtime, {n});
        std::uint64_t bytes = 0;
        for (std::size_t i = 0; i != size; ++i)
            if (all[i] != 0 && rest[i] == 0) bytes += 1U << i;
        return bytes;
    }
    // The dominators of an object, the nearest first.
    std::vector<std::size_t> dominators(std::size_t n) const {
        std::vector<std::size_t> found;
        for (std::size_t i = 0; i != size; ++i)
            if (i != n && distances(roots, runtime, {i})[n] == 0) found.push_back(i);
        std::ranges::sort(found, {}, [&](std::size_t i) { return retained(i); });
        return found;
    }
};

std::string id(std::size_t n) { return std::to_string(n); }

// Whether each step is a reference of the heap, and the path ends at an object.
void check_steps(Heap const& heap, WhyAnswer::Path const& path, std::size_t end, Heap::Kind most) {
    REQUIRE(!path.steps.empty());
    CHECK(path.steps.front().field.empty());
    CHECK(heap.roots.contains(std::stoul(path.steps.front().object.id)));
    CHECK(path.steps.back().object.id == id(end));
    CHECK(path.left_out == 0);
    for (std::size_t i = 0; i != path.steps.size(); ++i) {
        WhyAnswer::Step const& step = path.steps[i];
        CHECK(step.retained == heap.retained(std::stoul(step.object.id)));
        if (i == 0) continue;
        REQUIRE(step.field.starts_with(".e"));
        auto const& [from, to, kind] = heap.references.at(std::stoul(step.field.substr(2)));
        CHECK(id(from) == path.steps[i - 1].object.id);
        CHECK(id(to) == step.object.id);
        CHECK(kind <= most);
    }
}

void check_dominators(Heap const& heap, WhyAnswer const& answer, std::vector<std::size_t> const& due) {
    REQUIRE(answer.dominators.size() == due.size());
    for (std::size_t i = 0; i != due.size(); ++i) {
        CHECK(answer.dominators[i].object.id == id(due[i]));
        CHECK(answer.dominators[i].retained.bytes == heap.retained(due[i]));
    }
}

WhyAnswer about(AnyDump const& dump, std::vector<std::size_t> const& ids, WhyOptions const& options) {
    std::vector<Node> nodes;
    for (std::size_t const n : ids) nodes.push_back(test::node_of(dump, id(n)));
    return why(dump, std::move(nodes), options);
}

}  // namespace

TEST_CASE("heapprof why paths: the shortest path to one object", "[property]") {
    test::Dice dice(1);
    for (int i = 0; i != 200; ++i) {
        Heap const heap(dice);
        auto const dump = heap.dump();
        auto const plain = heap.distances(heap.roots, Heap::program);
        auto const strong = heap.distances(heap.roots, Heap::runtime);
        for (std::size_t n = 0; n != heap.size; ++n) {
            WhyAnswer const answer = about(*dump, {n}, {});
            INFO(i << ' ' << n);
            REQUIRE(answer.object);
            CHECK(answer.object->id == id(n));
            CHECK(answer.own == trav::Amount{1U << n, 1});
            CHECK(answer.total == trav::Amount{(1U << heap.size) - 1, heap.size});
            CHECK(answer.retained.bytes == heap.retained(n));
            CHECK(answer.merged.empty());
            CHECK(answer.unreached == (strong[n] == 0 ? 1 : 0));
            CHECK(answer.paths_in_all == answer.paths.size());
            REQUIRE(answer.paths.size() == (strong[n] == 0 ? 0 : 1));
            if (strong[n] == 0) {
                check_dominators(heap, answer, {});
                continue;
            }
            check_dominators(heap, answer, heap.dominators(n));
            CHECK(answer.paths[0].runtime == (plain[n] == 0));
            CHECK(answer.paths[0].steps.size() == (plain[n] == 0 ? strong[n] : plain[n]));
            check_steps(heap, answer.paths[0], n, plain[n] == 0 ? Heap::runtime : Heap::program);
        }
    }
}

TEST_CASE("heapprof why paths: a path from each root, without other roots", "[property]") {
    test::Dice dice(2);
    for (int i = 0; i != 200; ++i) {
        Heap const heap(dice);
        auto const dump = heap.dump();
        for (std::size_t n = 0; n != heap.size; ++n) {
            std::vector<std::pair<std::size_t, Node>> due, found;  // objects, and the root
            for (std::size_t const root : heap.roots) {
                std::set<std::size_t> others = heap.roots;
                others.erase(root), others.erase(n);
                std::size_t const steps = heap.distances({root}, Heap::program, others)[n];
                if (steps != 0) due.emplace_back(steps, test::node_of(*dump, id(root)));
            }
            std::ranges::sort(due);
            WhyAnswer const answer = about(*dump, {n}, {.each_root = true, .top = 0});
            INFO(i << ' ' << n);
            for (auto const& path : answer.paths) {
                found.emplace_back(path.steps.size(), test::node_of(*dump, path.steps.at(0).object.id));
                CHECK(!path.runtime);
                check_steps(heap, path, n, Heap::program);
                CHECK(trav::dump::Selector(path.selector).find(*dump) ==
                      std::vector{test::node_of(*dump, id(n))});
            }
            CHECK(found == due);
            CHECK(answer.paths_in_all == due.size());
            WhyAnswer const first = about(*dump, {n}, {.each_root = true, .top = 1});
            CHECK(first.paths_in_all == due.size());
            CHECK(first.paths.size() == std::min<std::size_t>(1, due.size()));
        }
    }
}

TEST_CASE("heapprof why paths: several objects", "[property]") {
    test::Dice dice(3);
    for (int i = 0; i != 300; ++i) {
        Heap const heap(dice);
        if (heap.size == 1) continue;
        auto const dump = heap.dump();
        auto const plain = heap.distances(heap.roots, Heap::program);
        auto const strong = heap.distances(heap.roots, Heap::runtime);
        auto wanted = dice.order(heap.size);
        wanted.resize(2 + dice.below(heap.size - 1));
        std::uint64_t own = 0, retained = 0, by_program = 0, by_runtime = 0;
        std::optional<std::vector<std::size_t>> common;
        for (std::size_t const n : wanted) {
            own += 1U << n;
            if (plain[n] != 0) by_program += 1U << n;
            else if (strong[n] != 0) by_runtime += 1U << n;
            if (strong[n] == 0) continue;
            auto const above = heap.dominators(n);
            bool const below_another = std::ranges::any_of(
                wanted, [&](std::size_t each) { return std::ranges::find(above, each) != above.end(); });
            if (!below_another) retained += heap.retained(n);
            if (!common) common = above;
            std::erase_if(*common,
                          [&](std::size_t each) { return std::ranges::find(above, each) == above.end(); });
        }
        WhyAnswer const answer = about(*dump, wanted, {.top = 0});
        INFO(i);
        CHECK(!answer.object);
        CHECK(answer.paths.empty());
        CHECK(answer.own == trav::Amount{own, wanted.size()});
        CHECK(answer.retained.bytes == retained);
        CHECK(answer.unreached ==
              std::size_t(std::ranges::count_if(wanted, [&](std::size_t n) { return strong[n] == 0; })));
        check_dominators(heap, answer, common.value_or(std::vector<std::size_t>{}));
        std::uint64_t merged[2] = {0, 0};
        for (auto const& [runtime, paths] : answer.merged)
            for (auto const& line : paths)
                if (line.depth == 0) merged[runtime] += line.amount.bytes;
        CHECK(merged[0] == by_program);
        CHECK(merged[1] == by_runtime);
        CHECK(answer.merged.size() == std::size_t(by_program != 0) + std::size_t(by_runtime != 0));
        std::size_t const all = answer.dominators.size();
        WhyAnswer const two = about(*dump, wanted, {.top = 2});
        CHECK(two.dominators.size() == std::min<std::size_t>(2, all));
        CHECK(two.more_dominators == all - two.dominators.size());
    }
}
