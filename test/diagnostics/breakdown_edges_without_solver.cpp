// expect: trav: the flow of a breakdown with edges() needs a solver: write #include <trav/flow/solve.hpp>
// lines: 23
#include <trav/profile/profiler.hpp>

#include <string>
#include <vector>

struct Obj {
    std::vector<Obj*> fields;
};
struct Heap {
    using node = Obj*;
    auto const& children(node n) const { return n->fields; }
    std::size_t size(node) const { return sizeof(Obj); }
};
struct ByColour {
    using value = int;
    int join(int a, int b) const { return a | b; }
    ByColour& flow() { return *this; }
    void sources(auto const& roots, auto push) {
        for (Obj* const root : roots) push(root, 1);
    }
    Heap edges() const { return {}; }
    std::string name() const { return "colour"; }
    int key(Obj*, int const* colour) const { return colour ? *colour : 0; }
    trav::Band band(int colour) const { return {std::to_string(colour)}; }
};

int main() {
    Obj root{};
    ByColour colour;
    trav::Profiler profiler{Heap{}, colour};
    profiler.sample(std::vector{&root}, 0);
}
