// Breakdowns of a mapped dump equal those of the same dump in memory.
#include "catch.hpp"
#include "support/folder.hpp"

#include <heapprof/breakdown/by_retainer.hpp>
#include <heapprof/breakdown/by_root.hpp>
#include <heapprof/breakdown/in_memory.hpp>
#include <heapprof/breakdown/streamed.hpp>
#include <heapprof/heap/heap_graph.hpp>
#include <heapprof/question/dump_profiler.hpp>

#include <trav/dump/csr/writer.hpp>
#include <trav/dump/dump_graph.hpp>
#include <trav/dump/jsonl/reader.hpp>
#include <trav/dump/make_any_dump.hpp>
#include <trav/flow/solve.hpp>
#include <trav/profile/profiler.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace {

using trav::dump::AnyDump;
using trav::dump::CsrDump;
using trav::dump::EdgeList;
using trav::dump::Node;

// A random dump with two roots. Either some references are weak and some are the runtime's, or all are plain.
EdgeList random_dump(std::mt19937& random, std::size_t size) {
    bool const plain = random() % 3 == 0;
    std::string text;
    for (std::size_t n = 0; n != size; ++n) {
        std::string const id = std::to_string(n);
        text += "{\"id\": " + id + ", \"type\": \"T\", \"size\": " + std::to_string(random() % 100) +
                (n < 2 ? ", \"roots\": [\"r" + id + "\"]" : "") + ", \"refs\": [";
        std::size_t const references = random() % 4;
        for (std::size_t i = 0; i != references; ++i) {
            std::size_t const kind = plain ? 9 : random() % 10;
            text += (i == 0 ? "" : ", ") + ("{\"id\": " + std::to_string(random() % size)) +
                    (kind < 2   ? ", \"weak\": true}"
                     : kind < 5 ? ", \"runtime\": true}"
                                : "}");
        }
        text += "]}\n";
    }
    std::istringstream stream(text);
    trav::dump::Input input(stream, "random.jsonl");
    return trav::dump::read_json_lines(input);
}

// A line for each band, sorted by name.
std::string bands(std::string const& name, AnyDump const& dump, auto breakdown) {
    trav::Profiler profiler{heapprof::CountedObjects{&dump},
                            std::vector{trav::AnyBreakdown<Node>(std::move(breakdown))}};
    profiler.sample_heap(trav::dump::roots(dump), 1);
    std::vector<std::string> lines;
    for (auto const& line : profiler.profile().by_names({name}).lines)
        lines.push_back(line.texts[0] + ' ' + std::to_string(line.amounts[0].bytes) + ' ' +
                        std::to_string(line.amounts[0].objects) + '\n');
    std::ranges::sort(lines);
    std::string all;
    for (std::string const& line : lines) all += line;
    return all;
}

// Sets, solved along the edges of a graph.
template <class Sets, class Graph>
struct Along : Sets {
    Graph graph;
    Along(Sets sets, Graph along) : Sets(std::move(sets)), graph(std::move(along)) {}
    Graph const& edges() const { return graph; }
};

}  // namespace

TEST_CASE("on disc: root sets of random dumps equal those in memory, for any number of roots", "[property]") {
    Folder const folder;
    std::mt19937 random(1);
    for (std::size_t const count : {1U, 2U, 7U, 8U, 15U, 16U, 31U, 32U, 63U, 64U, 70U})
        for (int times = 0; times != 5; ++times) {
            INFO(count << " roots, " << times);
            auto const list = any_dump(random_dump(random, count + 1 + random() % 100));
            write_csr_dump(folder / "x.csr", *list);
            auto const csr = any_dump(CsrDump(folder / "x.csr"));
            std::vector<heapprof::NamedRoot> roots;
            for (std::size_t i = 0; i != count; ++i)
                roots.push_back(
                    {"r" + std::to_string(i), heapprof::ObjectSelector("@" + std::to_string(i + 1))});
            CHECK(bands("root", *csr, heapprof::by_root(heapprof::Streamed(*csr), roots)) ==
                  bands("root", *list, heapprof::by_root(heapprof::InMemory(*list), roots)));
        }
}

TEST_CASE("on disc: retainer sets of random dumps follow the program's references", "[property]") {
    Folder const folder;
    std::mt19937 random(2);
    for (int times = 0; times != 50; ++times) {
        INFO(times);
        EdgeList const list = random_dump(random, 2 + random() % 100);
        write_csr_dump(folder / "x.csr", list);
        auto const csr = any_dump(CsrDump(folder / "x.csr")), any = any_dump(EdgeList(list));
        auto const retainers = std::make_shared<heapprof::RetainerNames>();
        std::vector<std::string> rule;
        retainers->is_retainer.resize(list.node_count());
        for (Node n = 0; n < list.node_count(); n += 3) {
            retainers->is_retainer[n] = true;
            retainers->numbers.touch(n).data() = static_cast<std::uint32_t>(rule.size());
            rule.push_back('@' + std::string(list.id(n)));
        }
        retainers->names = rule;
        std::vector<Node> const roots = trav::dump::roots(list);
        std::vector<bool> data(list.node_count());  // reached by the program's own references
        std::vector<Node> waiting = roots;
        while (!waiting.empty()) {
            Node const n = waiting.back();
            waiting.pop_back();
            if (data[n]) continue;
            data[n] = true;
            list.for_each_edge(n, [&](auto const& edge) {
                if (!edge.weak && !edge.runtime) waiting.push_back(edge.to);
            });
        }
        Along defined{heapprof::retainer_sets<false>(retainers, 4),
                      trav::dump::DumpGraph(list, [&](auto const& edge) {
                          return !edge.weak && (!data[edge.to] || (data[edge.from] && !edge.runtime));
                      })};
        std::string const expected = bands("retainer", *any, std::move(defined));
        CHECK(bands("retainer", *csr, heapprof::by_retainer(heapprof::Streamed(*csr), rule, 4)) == expected);
        CHECK(bands("retainer", *any, heapprof::by_retainer(heapprof::InMemory(*any), rule, 4)) == expected);
    }
}
