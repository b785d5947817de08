// expect: trav: an AnyDump keeps at most 16 bytes of a dump's Edge, which must be trivially copyable
#include <trav/dump/make_any_dump.hpp>

#include <cstdint>
#include <string>

struct Mine {
    struct Edge {
        trav::dump::Node from, to;
        std::uint64_t field;
        std::uint32_t index;
    };
    std::string source() const { return "mine"; }
    std::uint32_t node_count() const { return 1; }
    std::uint32_t edge_count() const { return 0; }
    std::uint64_t size(trav::dump::Node) const { return 8; }
    int type(trav::dump::Node) const { return 0; }
    std::string type_name(int) const { return "T"; }
    void for_each_root(auto f) const { f(trav::dump::Node{0}, "root"); }
    void for_each_edge(trav::dump::Node, auto) const {}
};

int main() { auto const any = trav::dump::any_dump(Mine()); }
