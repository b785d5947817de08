// The suite `disc`: root sets over a graph in a file, with seven roots near the top of the heap, in a byte
// per object. The peers have the graph in memory. The file is in the system's cache.
#include "../harness.hpp"
#include "bins.hpp"

#include <trav/flow/streamed_graph.hpp>
#include <trav/graph/row_blocks.hpp>
#include <trav/graph/write_csr.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace bench {
namespace {

struct Masks {
    using value = std::uint8_t;
    static constexpr value nothing = 0;
    value join(value a, value b) const { return a | b; }
};

void contest(std::string const& title, Arrays const& arrays, std::vector<Number> const& roots,
             std::string const& file, Settings const& settings, Contests& contests) {
    std::vector<trav::Source<Number, std::uint8_t>> sources;
    for (Number const root : roots)
        sources.push_back({root, static_cast<std::uint8_t>(1u << sources.size())});
    auto const graph = arrays.graph();
    auto const solved = [&](auto solve) {
        return [&, solve] {
            auto const masks = kept(Masks{});
            auto const found = kept(solve(sources, *masks));
            return [&arrays, masks, found] {
                std::uint64_t sum = 0;
                for (Number n = 0; n != arrays.size(); ++n)
                    if (auto const* const mask = found->find(n)) sum += mix(*mask) * arrays.sizes[n];
                return sum;
            };
        };
    };
    trav::MappedCsr<> const mapped(file, trav::Trust::arrays);
    trav::RowBlocks rows(mapped);
    std::size_t passes = 0;
    Method disc{"solve, streamed", solved([&](auto const& from, auto& flow) {
                    auto found = trav::solve(trav::StreamedGraph(rows), from, flow);
                    passes = found.passes();
                    return found;
                })};
    disc.threads = 2;  // one of them reads
    disc.extra_name = "passes";
    disc.extra = [&] { return static_cast<double>(passes); };
    Method const memory{"solve",
                        solved([&](auto const& from, auto& flow) { return trav::solve(graph, from, flow); })};
    Method const numbering{"solve_by_numbering", solved([&](auto const& from, auto& flow) {
                               return trav::solve_by_numbering(graph, from, flow);
                           })};
    contests.hold("disc", title, settings, {disc, memory, numbering}, {"solve", "solve_by_numbering"});
}

}  // namespace

void disc(Settings const& settings, Contests& contests) {
    std::filesystem::create_directories("build/bench");
    std::string const file = "build/bench/on_disc.csr";
    for (auto const& shape_name : settings.shapes) {
        Shape const shape = make_shape(shape_name, settings.n);
        for (Order const order : settings.orders) {
            Arrays const arrays = make_arrays(shape, order);
            trav::write_csr(file, arrays.graph());
            contest(shape_name + ", " + name(order), arrays, roots_near_the_top(shape, order, 7), file,
                    settings, contests);
        }
    }
    std::filesystem::remove(file);
}

}  // namespace bench
