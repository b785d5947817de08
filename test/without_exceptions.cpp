// A program without exceptions and RTTI. It counts three objects with many features of the engine, and
// profiles others.
#include <trav/trav.hpp>

#include <trav/profile/dominator.hpp>
#include <trav/report/heapsnapshot.hpp>
#if __has_include(<range/v3/view/facade.hpp>)
#include <trav/view.hpp>
#endif

#include <cstdio>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

namespace {

struct Cell {
    std::vector<Cell*> fields;
};
struct Count {
    int objects = 0;
    void visit(auto& here) { objects += here.first; }
};
struct Depth {
    using returned = int;
    void visit(auto&) {}
    void leave(auto& here) { here.to_parent += 1 + here.returned; }
};
struct Masks {
    using value = unsigned;
    value join(value a, value b) { return a | b; }
};

struct Shape {
    virtual ~Shape() = default;
};
struct Circle : Shape {
    std::vector<char> pixels = std::vector<char>(1000);
};
struct Drawing {
    std::unique_ptr<Shape> shape = std::make_unique<Circle>();
    std::unique_ptr<Circle> circle = std::make_unique<Circle>();
    std::shared_ptr<std::string> name = std::make_shared<std::string>(100, 'n');
};

int wrong = 0;
void expect(bool holds, char const* what) {
    if (holds) return;
    std::printf("wrong: %s\n", what);
    wrong = 1;
}

}  // namespace

template <>
struct trav::Described<Shape> : trav::Members<> {};
template <>
struct trav::Described<Circle> : trav::Extends<Shape, &Circle::pixels> {};
template <>
struct trav::Described<Drawing> : trav::Members<&Drawing::shape, &Drawing::circle, &Drawing::name> {};

namespace {

/// As in README.md.
void profile_drawing() {
    Drawing const drawing;
    trav::Objects<> const heap;
    auto const roots = trav::roots(drawing);
    auto type = trav::by_type();
    trav::RootSets<trav::Object> by_root{{"name", trav::object(drawing.name)},
                                         {"all", trav::object(drawing)}};
    trav::Profiler profiler{heap, by_root, type};
    profiler.sample(roots);
    expect(profiler.profile().by(type).at("Circle").bytes == sizeof(Circle) + 1000, "a profile");
    std::ostringstream text;
    trav::print(text, profiler.profile().by(by_root, type));
    expect(text.str().find("Circle") != std::string::npos, "a table");

    expect(trav::dominators(heap, roots).retained(trav::object(*drawing.circle)).bytes ==
               sizeof(Circle) + 1000,
           "a dominator tree");
    std::ostringstream snapshot;
    trav::write_heapsnapshot(snapshot, heap, {{"drawing", trav::object(drawing)}});
    expect(snapshot.str().find("\"Circle\"") != std::string::npos, "a heap snapshot");

    bool told = false;
    for (auto const& [member, amount] : trav::unseen(heap, roots))
        told = told || member == "Drawing.shape: a class unknown without RTTI, seen as Shape";
    expect(told, "a class behind its base is unseen");
}

}  // namespace

int main() {
    profile_drawing();
    Cell a, b, c;
    a.fields = {&b, &c};
    b.fields = {&c};
    c.fields = {&a};
    std::vector<Cell*> const roots{&a};
    trav::Via<&Cell::fields> const heap;

    expect(trav::traverse<trav::DepthFirst>(heap, roots, Count{}).objects == 3, "depth first");
    expect(trav::traverse<trav::BreadthFirst>(heap, roots, Count{}).objects == 3, "breadth first");
    expect(trav::traverse<trav::MarkStack>(heap, roots, Count{}).objects == 3, "mark stack");
    expect(trav::traverse<trav::Prefetch<>>(heap, roots, Count{}).objects == 3, "prefetching");

    Depth depth;
    expect(trav::traverse(heap, roots, depth).returned == 3, "one for each object is returned");

    Count count;
    trav::TraverseHeap traversal(heap, count);
    traversal.push_root(&a);
    expect(traversal.run() && count.objects == 3, "TraverseHeap");

    Count one, other;
    auto both = trav::fuse(one, other);
    trav::traverse(heap, roots, both);
    expect(one.objects == 3 && other.objects == 3, "fused policies");

    Masks masks;
    auto const found = trav::solve(heap, {{&a, 1u}, {&b, 2u}}, masks);
    expect(*found.find(&c) == 3u, "a flow");

#if __has_include(<range/v3/view/facade.hpp>)
    int visited = 0;
    for (Cell* const cell : trav::views::preorder(heap, roots)) visited += cell != nullptr;
    expect(visited == 3, "a view");
#endif
    return wrong;
}
