// expect: trav: the name of an object must be a std::string_view for an AnyDump
// lines: 21
#include <trav/dump/make_any_dump.hpp>

#include <cstdint>
#include <string>

struct Mine {
    struct Edge {
        trav::dump::Node from, to;
    };
    std::string source() const { return "mine"; }
    std::uint32_t node_count() const { return 1; }
    std::uint32_t edge_count() const { return 0; }
    std::uint64_t size(trav::dump::Node) const { return 8; }
    int type(trav::dump::Node) const { return 0; }
    std::string type_name(int) const { return "T"; }
    std::string name(trav::dump::Node) const { return "the only one"; }
    void for_each_root(auto f) const { f(trav::dump::Node{0}, "root"); }
    void for_each_edge(trav::dump::Node, auto) const {}
};

int main() { auto const any = trav::dump::any_dump(Mine()); }
