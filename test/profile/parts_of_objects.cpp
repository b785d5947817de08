// Pointers into objects, and roots in objects: each byte that the allocator gave counts exactly once.
#include <trav/detail/malloc_bytes.hpp>
#include <trav/flow/solve.hpp>
#include <trav/graph/buffer.hpp>
#include <trav/graph/filter_edges.hpp>
#include <trav/graph/objects.hpp>
#include <trav/profile/by_type.hpp>
#include <trav/profile/dominator.hpp>
#include <trav/profile/profiler.hpp>
#include <trav/profile/root_set.hpp>

#include "catch.hpp"
#include "support/bytes_once.hpp"
#include "support/counting.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <new>
#include <optional>
#include <random>
#include <string>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

namespace {

using test::Counting;
using test::live;
using trav::Object;
using trav::object;

template <class T>
using Vector = std::vector<T, Counting<T>>;
using Text = std::basic_string<char, std::char_traits<char>, Counting<char>>;

struct WithName {
    long number = 0;
    Text name;
};
struct Placed {
    Vector<int> place;
    struct Node* near = nullptr;
};
/// Its second base class does not begin where it begins.
struct Node : WithName, Placed {
    Node *next = nullptr, *parent = nullptr;
    Placed* placed = nullptr;
    int* number_of = nullptr;
    Text* name_of = nullptr;
    Vector<int>* place_of = nullptr;
    int value = 0;
};
struct Secret {
    Vector<int> bytes;
    Node* to = nullptr;
};
struct Pair {
    std::array<Node, 2> nodes;
    Secret secret;  // its description leaves it out
    Secret* to_secret = nullptr;
};
/// Does not own its numbers alone.
struct Numbers {
    int* data = nullptr;
    std::size_t count = 0;
};
struct App {
    Vector<Node> nodes;
    std::deque<Node, Counting<Node>> queue;
    std::list<Node, Counting<Node>> list;
    std::map<int, Node, std::less<>, Counting<std::pair<int const, Node>>> map;
    std::unordered_map<int, Pair, std::hash<int>, std::equal_to<>, Counting<std::pair<int const, Pair>>>
        index;
    std::optional<Node> maybe;
    std::variant<int, Node, Pair> either;
    Node array[3];
    Pair pair;
    Vector<Vector<Pair>> nested;
    Vector<Node*> pointers;
    Vector<Numbers> numbers;  // in the places of nodes
};
/// A tree by value.
struct Tree {
    Vector<Tree> children;
    Tree* other = nullptr;
    Vector<char> bytes;
};
/// Lies where its only member lies.
struct Box {
    Node node;
};
struct Boxes {
    Node* node = nullptr;
    Box* box = nullptr;
};
struct OtherBoxes {
    Box* box = nullptr;
    Node* node = nullptr;
};
struct Shared {
    Numbers first, second;
    std::unique_ptr<Numbers> other, rest;
};
/// Has parts that its description leaves out.
struct Links {
    Node *first = nullptr, *second = nullptr;
};
struct Hiding {
    Text text;
    Links links;
    Node* known = nullptr;
    Text* to_text = nullptr;
    Links* to_links = nullptr;
};
struct Secrets {
    Vector<Secret*> all;
};
/// Lies in the block that it owns, behind a header.
struct Short {
    long number = 0;
};
struct Headed {
    Numbers* header = nullptr;
    Short* body = nullptr;
};
struct Tiny {
    int number = 0;
};
struct Tinies {
    Tiny *first = nullptr, *second = nullptr;
};
struct Unknown;
struct First {
    Unknown* unknown = nullptr;
    Short* known = nullptr;
};
struct Last {
    Short* known = nullptr;
    Unknown* unknown = nullptr;
};
/// Memory for other objects.
struct Arena {
    char* data = nullptr;
    std::size_t size = 0;
};
struct Bytes {
    char const* data = nullptr;
    std::size_t count = 0;
};
struct Overlapping {
    Bytes known, hidden;  // its description leaves out the latter
    Bytes* to_hidden = nullptr;
};
struct Aliased {
    Numbers numbers;
    std::unique_ptr<int[]> array;
};
struct Owners {
    std::array<std::unique_ptr<Numbers>, 4> all;
};
struct Texts {
    std::unique_ptr<Text[]> all;
    Text* first = nullptr;
    Text* last = nullptr;
};

}  // namespace

template <>
struct trav::Described<WithName> : trav::Members<&WithName::name> {};
template <>
struct trav::Described<Placed> : trav::Members<&Placed::place, &Placed::near> {};
template <>
struct trav::Described<Node> {
    static void members(Node const& node, auto&& member) {
        Described<WithName>::members(node, member);
        Described<Placed>::members(node, member);
        member("next", node.next), member("parent", node.parent), member("placed", node.placed);
        member("number_of", node.number_of), member("name_of", node.name_of);
        member("place_of", node.place_of);
    }
};
template <>
struct trav::Described<Secret> : trav::Members<&Secret::bytes, &Secret::to> {};
template <>
struct trav::Described<Pair> : trav::Members<&Pair::nodes, &Pair::to_secret> {};
template <>
struct trav::Described<App>
    : trav::Members<&App::nodes, &App::queue, &App::list, &App::map, &App::index, &App::maybe, &App::either,
                    &App::array, &App::pair, &App::nested, &App::pointers, &App::numbers> {};
template <>
struct trav::Described<Tree> : trav::Members<&Tree::children, &Tree::other, &Tree::bytes> {};
template <>
struct trav::Described<Box> : trav::Members<&Box::node> {};
template <>
struct trav::Described<Boxes> : trav::Members<&Boxes::node, &Boxes::box> {};
template <>
struct trav::Described<OtherBoxes> : trav::Members<&OtherBoxes::box, &OtherBoxes::node> {};
template <>
struct trav::Described<Numbers> {
    static void members(Numbers const& numbers, auto&& member) {
        member("data", trav::Buffer(numbers.data, numbers.count));
    }
};
template <>
struct trav::Described<Shared>
    : trav::Members<&Shared::first, &Shared::second, &Shared::other, &Shared::rest> {};
template <>
struct trav::Described<Links> : trav::Members<&Links::first, &Links::second> {};
template <>
struct trav::Described<Hiding> : trav::Members<&Hiding::known, &Hiding::to_text, &Hiding::to_links> {};
template <>
struct trav::Described<Secrets> : trav::Members<&Secrets::all> {};
template <>
struct trav::Described<Short> {
    static void members(Short const& body, auto&& member) {
        if (body.number != 0) member("", trav::Buffer(reinterpret_cast<long const*>(&body) - 2, 0, 8));
    }
};
template <>
struct trav::Described<Headed> : trav::Members<&Headed::header, &Headed::body> {};
template <>
struct trav::Described<Tiny> : trav::Members<> {};
template <>
struct trav::Described<Tinies> : trav::Members<&Tinies::first, &Tinies::second> {};
template <>
struct trav::Described<First> : trav::Members<&First::unknown, &First::known> {};
template <>
struct trav::Described<Last> : trav::Members<&Last::known, &Last::unknown> {};
template <>
struct trav::Described<Arena> {
    static constexpr bool gives_way = true;
    static void members(Arena const& arena, auto&& member) {
        member("data", trav::Buffer(arena.data, 0, arena.size));
    }
};
template <>
struct trav::Described<Bytes> {
    static void members(Bytes const& bytes, auto&& member) {
        member("data", trav::Buffer(bytes.data, bytes.count));
    }
};
template <>
struct trav::Described<Overlapping> : trav::Members<&Overlapping::known, &Overlapping::to_hidden> {};
template <>
struct trav::Described<Aliased> : trav::Members<&Aliased::numbers, &Aliased::array> {};
template <>
struct trav::Described<Owners> : trav::Members<&Owners::all> {};
template <>
struct trav::Described<Texts> : trav::Members<&Texts::all, &Texts::first, &Texts::last> {};

namespace {

using Roots = std::vector<Object>;

struct Marked {
    using value = unsigned;
    static constexpr value nothing = 0;
    value join(value a, value b) const { return a | b; }
};

std::size_t total(trav::Profile const& profile) {
    std::size_t bytes = 0;
    for (auto const& entry : profile.samples.back().entries) bytes += entry.amount.bytes;
    return bytes;
}
/// The bytes of everything that the roots reach, by a profile by type and these named roots.
std::size_t profiled(Roots const& roots, Roots const& named = {}) {
    auto type = trav::by_type();
    if (named.empty()) {
        trav::Profiler profiler{trav::Objects<>(), type};
        profiler.sample(roots, 0);
        return total(profiler.profile());
    }
    std::vector<trav::NamedRoot<Object>> list;
    for (Object const& o : named) list.emplace_back("root " + std::to_string(list.size()), o);
    trav::RootSets<Object> sets(std::move(list));
    trav::Profiler profiler{trav::Objects<>(), type, sets};
    profiler.sample(roots, 0);
    return total(profiler.profile());
}
std::vector<Object> reached(trav::Objects<> const& heap, Roots const& roots) {
    std::vector<Object> all;
    trav::Hashed<Object> known;
    auto const arrive = [&](Object const& handle) {
        Object const o = trav::resolve(heap, handle);
        if (known.touch(o).fresh) all.push_back(o);
    };
    for (Object const& root : roots) arrive(root);
    for (std::size_t i = 0; i != all.size(); ++i) heap.scan(Object(all[i]), arrive);
    return all;
}

}  // namespace

TEST_CASE("nodes of a vector that point to each other belong to its owner", "[unit]") {
    std::size_t const before = live;
    App app;
    app.nodes.resize(1000);
    for (std::size_t i = 0; i != 1000; ++i) {
        app.nodes[i].next = &app.nodes[i * 7 % 1000];
        app.nodes[i].parent = &app.nodes[i / 2];
    }
    std::size_t const given = live - before + sizeof app;
    Roots const roots{object(app)};
    CHECK(profiled(roots) == given);
    trav::Objects<> const heap;
    auto const tree = trav::dominators(heap, roots);
    CHECK(tree.preorder().size() == 1);
    CHECK(tree.retained(object(app)).bytes == given);
    // a pointer to one leads to the owner
    Texts const other;
    CHECK(tree.retained(object(app.nodes[7])).bytes == given);
    CHECK(tree.retained(object(other)).bytes == 0);
    auto const none = [](Object const&, Object const& to) { return to.type != &trav::type_of<Node>; };
    auto const filtered = trav::filter_edges(heap, none);
    CHECK(trav::dominators(filtered, roots).total().bytes == given);
}

TEST_CASE("a member that is a root takes its bytes along", "[unit]") {
    std::size_t const before = live;
    Node outside;
    App app;
    app.nodes.resize(100);
    app.nodes[3].next = &outside;
    app.pair.nodes[1].next = &app.nodes[5];
    std::size_t const given = live - before + sizeof app + sizeof outside;
    CHECK(profiled({object(app)}) == given);
    CHECK(profiled({object(app)}, {object(app.nodes)}) == given);
    CHECK(profiled({object(app)}, {object(app.nodes), object(app.nodes[3]), object(app.pair)}) == given);

    trav::Objects<> const heap;
    Roots const roots{object(app), object(app.nodes), object(app.nodes[3])};
    auto const tree = trav::dominators(heap, roots);
    CHECK(tree.total().bytes == given);
    CHECK(tree.retained(object(app.nodes[3])).bytes == 2 * sizeof(Node));  // with `outside`
    CHECK(tree.retained(object(app.nodes)).bytes == sizeof app.nodes + 99 * sizeof(Node));
    // the owner has an edge to it, named by the member, and none past it
    auto const whole = heap.with_owners(roots);
    std::vector<std::pair<std::string, Object>> edges;
    whole.edges(object(app), [&](trav::NamedEdge const& edge) { edges.emplace_back(edge.label(), edge.to); });
    CHECK(edges == std::vector<std::pair<std::string, Object>>{{"nodes", object(app.nodes)},
                                                               {"pair.nodes[1].next", object(app.nodes)}});
}

TEST_CASE("the outer one of two objects at one address is the owner", "[unit]") {
    std::size_t const before = live;
    Box box;
    box.node.next = &box.node;
    box.node.placed = &box.node;
    box.node.place.resize(10);
    trav::Objects<> const heap;
    auto const whole = heap.with_owners(trav::roots(box));
    CHECK(whole.resolve(object(box.node)) == object(box));
    CHECK(whole.resolve(object(static_cast<Placed&>(box.node))) == object(box));
    CHECK(whole.size(object(box)) == sizeof box + live - before);
    // whichever is reached first
    Boxes boxes{&box.node, &box};
    std::size_t const all = sizeof boxes + sizeof box + live - before;
    CHECK(profiled({object(boxes)}) == all);
    auto const from_both = heap.with_owners(trav::roots(boxes));
    CHECK(reached(from_both, {object(boxes)}) == Roots{object(boxes), object(box)});
    OtherBoxes others{&box, &box.node};
    auto const from_others = heap.with_owners(trav::roots(others));
    CHECK(reached(from_others, {object(others)}) == Roots{object(others), object(box)});
}

TEST_CASE("elements of an array of a unique_ptr belong to the array", "[unit]") {
    std::size_t const before = live;
    Texts texts{std::make_unique<Text[]>(3)};
    texts.all[2].assign(100, 'x');
    texts.first = &texts.all[0];
    texts.last = &texts.all[2];
    CHECK(profiled({object(texts)}) == sizeof texts + sizeof(std::size_t) + 3 * sizeof(Text) + live - before);
    Texts one{std::make_unique<Text[]>(1)};
    one.first = &one.all[0];
    CHECK(profiled({object(one)}) == sizeof one + sizeof(std::size_t) + sizeof(Text));
}

TEST_CASE("what lies behind the end of an object does not belong to it", "[unit]") {
    Node nodes[2];
    nodes[0].next = &nodes[1];  // the end of nodes[0]
    CHECK(profiled({object(nodes[0])}) == 2 * sizeof(Node));
    auto const whole = trav::Objects<>().with_owners(trav::roots(nodes[0]));
    CHECK(whole.resolve(object(nodes[1])) == object(nodes[1]));
}

TEST_CASE("objects in the same 8 bytes are no parts of each other", "[unit]") {
    alignas(8) Tiny tiny[2];
    for (Tinies const& both : {Tinies{&tiny[0], &tiny[1]}, Tinies{&tiny[1], &tiny[0]}}) {
        CHECK(profiled({object(both)}) == sizeof both + sizeof tiny);
        auto const whole = trav::Objects<>().with_owners(trav::roots(both));
        for (Tiny const& one : tiny) CHECK(whole.resolve(object(one)) == object(one));
    }
}

TEST_CASE("a block of several owners counts once", "[unit]") {
    std::size_t const before = live;
    Vector<int> numbers(1000);
    int* const data = numbers.data();
    std::size_t const given = live - before;
    Shared shared;
    shared.first = {data, 1000};
    CHECK(profiled({object(shared)}) == given + sizeof shared);
    shared.second = {data, 1000};
    CHECK(profiled({object(shared)}) == given + sizeof shared);
    shared.other = std::make_unique<Numbers>(Numbers{data, 1000});
    CHECK(profiled({object(shared)}) == given + sizeof shared + sizeof(Numbers));
    shared.rest = std::make_unique<Numbers>(Numbers{data, 100});
    CHECK(trav::Objects<>().with_owners(trav::roots(shared)).size(object(*shared.rest)) ==
          sizeof(Numbers) + 100 * sizeof(int));
    *shared.rest = {data + 300, 100};
    std::size_t const all = given + sizeof shared + 2 * sizeof(Numbers);
    CHECK(profiled({object(shared)}) == all);
    CHECK(profiled({object(*shared.rest), object(shared)}) == all);
    CHECK(profiled({object(shared)}, {object(*shared.rest)}) == all);
    trav::Objects<> const heap;
    CHECK(trav::dominators(heap, trav::roots(shared)).total().bytes == all);
    // the first object that has all of it keeps what no other one has
    Numbers const low{data, 600}, high{data + 400, 600};
    CHECK(profiled({object(low), object(high)}) == given + 2 * sizeof(Numbers));
    auto const whole = heap.with_owners(trav::roots(low, high));
    CHECK(whole.size(object(low)) + whole.size(object(high)) == given + 2 * sizeof(Numbers));
}

TEST_CASE("of several owners of a block the first one has it, a root before others", "[unit]") {
    int numbers[100] = {};
    Owners owners;
    for (auto& one : owners.all) one = std::make_unique<Numbers>(Numbers{numbers, 100});
    auto const sizes = [&](Roots const& roots) {
        auto const whole = trav::Objects<>().with_owners(roots);
        std::vector<std::size_t> all;
        for (auto const& one : owners.all) all.push_back(whole.size(object(*one)));
        return all;
    };
    std::size_t const own = sizeof(Numbers), all = own + sizeof numbers;
    CHECK(sizes({object(owners)}) == std::vector{all, own, own, own});
    CHECK(sizes({object(owners), object(*owners.all[2])}) == std::vector{own, own, all, own});
}

TEST_CASE("an arena gives its bytes to an object in it, whichever is found first", "[unit]") {
    for (std::size_t const at : {0u, 8u}) {
        alignas(16) char memory[32];
        auto& inside = *new (memory + at) Short;
        Arena const arena{memory + at, 16};
        for (Roots const& roots : {Roots{object(arena), object(inside)}, {object(inside), object(arena)}}) {
            CHECK(profiled(roots) == sizeof arena + 16);
            auto const whole = trav::Objects<>().with_owners(roots);
            CHECK(whole.size(object(inside)) == sizeof inside);
        }
    }
}

TEST_CASE("a part with a byte more than its owner knows adds this byte", "[unit]") {
    std::string const bytes(101, 'x');
    Overlapping one{{bytes.data(), 100}, {bytes.data(), 100}, nullptr};
    one.to_hidden = &one.hidden;
    CHECK(profiled({object(one)}) == sizeof one + 100);
    one.hidden.count = 101;
    CHECK(profiled({object(one)}) == sizeof one + 101);
}

TEST_CASE("an array in its owner's memory adds none for malloc's rounding", "[unit]") {
    Aliased one;
    for (std::size_t const count : {5u, 101u}) {
        one.array = std::make_unique<int[]>(count);
        one.numbers = {one.array.get(), count};
        CHECK(profiled({object(one)}) == sizeof one + count * sizeof(int));
    }
    one.array = std::make_unique<int[]>(100);
    one.numbers = {one.array.get(), 5};
    if (std::size_t const given = trav::detail::malloc_bytes(one.array.get()); given != 0)
        CHECK(profiled({object(one)}) == sizeof one + given);
}

TEST_CASE("a part that a description leaves out keeps its memory and its references", "[unit]") {
    std::size_t const before = live;
    Node outside;
    Pair pair;
    pair.secret.bytes.resize(1000);
    pair.secret.to = &outside;
    CHECK(profiled({object(pair)}) == sizeof pair);
    pair.to_secret = &pair.secret;
    std::size_t const given = live - before + sizeof pair + sizeof outside;
    CHECK(profiled({object(pair)}) == given);
    CHECK(profiled({object(pair)}, {object(pair.secret)}) == given);
    auto const whole = trav::Objects<>().with_owners(trav::roots(pair));
    CHECK(reached(whole, {object(pair)}) == Roots{object(pair), object(outside)});
    CHECK(whole.left_out(object(pair)).size() == 1);
    CHECK(whole.left_out(object(pair.secret)).empty());
}

TEST_CASE("parts that are left out may have only memory, or only references", "[unit]") {
    std::size_t const before = live;
    Node known, outside;
    Hiding hiding;
    hiding.known = &known;
    hiding.text.assign(100, 'x');
    hiding.links = {&outside, &known};
    hiding.to_text = &hiding.text;
    hiding.to_links = &hiding.links;
    CHECK(profiled({object(hiding)}) == live - before + sizeof hiding + sizeof known + sizeof outside);
    auto const whole = trav::Objects<>().with_owners(trav::roots(hiding));
    CHECK(reached(whole, {object(hiding)}).size() == 3);
    CHECK(whole.size(object(hiding)) == live - before + sizeof hiding);
}

TEST_CASE("of two roots at one address the inner one has the bytes, whichever is named first", "[unit]") {
    Box box;
    for (Roots const& roots : {Roots{object(box), object(box.node)}, Roots{object(box.node), object(box)}}) {
        auto const whole = trav::Objects<>().with_owners(roots);
        CHECK(whole.size(object(box)) == 0);
        CHECK(whole.size(object(box.node)) == sizeof box);
    }
}

TEST_CASE("a part that its owner's description has adds neither edges nor bytes", "[unit]") {
    std::size_t const before = live;
    Node outside;
    Box box;
    box.node.name.assign(100, 'x');
    box.node.next = &outside;
    box.node.near = &box.node;
    std::size_t const given = live - before + sizeof box + sizeof outside;
    auto const whole = trav::Objects<>().with_owners(trav::roots(box));
    Roots edges;
    whole.scan(object(box), [&](Object const& child) { edges.push_back(whole.resolve(child)); });
    CHECK(edges == Roots{object(box), object(outside)});
    CHECK(profiled({object(box)}) == given);
}

TEST_CASE("parts and roots of several owners may be found in any order", "[unit]") {
    std::size_t const before = live;
    Node outside[4];
    App one, two;
    Node beyond[2];  // from parts that are listed
    Secrets secrets;
    for (App* const app : {&one, &two}) {
        app->array[1].next = &beyond[app == &one ? 0 : 1];
        app->pointers = {&app->array[1]};
        app->nested.resize(1);
        app->nested[0].resize(1);
        app->pair.secret.to = &outside[app == &one ? 0 : 1];
        app->nested[0][0].secret.to = &outside[app == &one ? 2 : 3];
    }
    for (auto& to : outside) to.name.assign(100, 'x');
    secrets.all = {&one.pair.secret, &two.pair.secret, &one.nested[0][0].secret, &two.nested[0][0].secret};
    std::size_t const given =
        live - before + sizeof outside + sizeof beyond + sizeof one + sizeof two + sizeof secrets;
    Roots const inner{object(one.array[2]), object(two.array[0]), object(one.array[0]), object(two.array[2])};
    Roots const roots{object(secrets), object(one), object(two)};
    CHECK(profiled(roots) == given);
    CHECK(profiled(roots, inner) == given);
    auto const whole = trav::Objects<>().with_owners(roots, inner);
    for (App* const app : {&one, &two}) {
        Roots found;
        whole.scan(object(*app), [&](Object const& child) { found.push_back(whole.resolve(child)); });
        std::size_t const number = app == &one ? 0 : 1;
        for (Object const& each : {object(app->array[0]), object(app->array[2]), object(outside[number]),
                                   object(outside[2 + number]), object(beyond[number])})
            CHECK(std::ranges::count(found, each) == 1);
        std::vector<std::string> names;
        whole.edges(object(*app), [&](trav::NamedEdge const& edge) {
            if (edge.to == object(app->array[0]) || edge.to == object(app->array[2]))
                names.push_back(edge.label());
        });
        CHECK(names == std::vector<std::string>{"array[0]", "array[2]"});
    }
}

TEST_CASE("an object in its own block counts once, as does what lies in front of it", "[unit]") {
    Vector<long> block(8);
    auto* const body = reinterpret_cast<Short*>(block.data() + 2);
    body->number = 1;
    CHECK(profiled({object(*body)}) == 8 * sizeof(long));
    Headed const headed{reinterpret_cast<Numbers*>(block.data()), body};
    CHECK(profiled({object(headed)}) == sizeof headed + 8 * sizeof(long));
}

TEST_CASE("an object of an unknown class is a part of the one at its address, in any order", "[unit]") {
    Short known;
    auto* const unknown = reinterpret_cast<Unknown*>(&known);
    trav::Objects<> const heap;
    First const first{unknown, &known};
    Last const last{&known, unknown};
    for (Object const& root : {object(first), object(last)}) {
        auto const whole = heap.with_owners(Roots{root});
        CHECK(whole.resolve({unknown, &trav::type_of<Unknown>}) == object(known));
        CHECK(reached(whole, {root}) == Roots{root, object(known)});
    }
}

TEST_CASE("a deep tree by value is one object", "[unit]") {
    std::size_t const before = live;
    Tree root;
    Tree* at = &root;
    for (int depth = 0; depth != 500; ++depth) {
        at->children.resize(2);
        at->bytes.resize(3);
        at->other = &at->children[0];
        at = &at->children[1];
    }
    std::size_t const given = live - before + sizeof root;
    CHECK(profiled({object(root)}) == given);
    CHECK(profiled({object(root)}, {object(root.children), object(*at)}) == given);
}

TEST_CASE("each byte counts once, whatever points into objects and is a root", "[property]") {
    for (unsigned seed = 0; seed != 300; ++seed) {
        INFO("seed " << seed);
        std::mt19937 random(seed);
        auto const below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
        std::size_t const before = live;
        App app;
        std::vector<Node*> nodes;
        std::vector<Pair*> pairs;
        auto const add = [&](Node& node) {
            nodes.push_back(&node);
            node.name.assign(below(40), 'x');
            node.place.resize(below(5));
        };
        auto const add_pair = [&](Pair& pair) {
            pairs.push_back(&pair);
            for (Node& node : pair.nodes) add(node);
        };
        app.nodes.resize(below(5));
        app.queue.resize(below(20));
        app.list.resize(below(5));
        for (std::size_t i = below(5); i-- != 0;) add(app.map[static_cast<int>(i)]);
        for (std::size_t i = below(5); i-- != 0;) add_pair(app.index[static_cast<int>(i)]);
        if (below(2)) add(app.maybe.emplace());
        if (below(2)) add(app.either.emplace<Node>());
        else add_pair(app.either.emplace<Pair>());
        for (Node& node : app.nodes) add(node);
        for (Node& node : app.queue) add(node);
        for (Node& node : app.list) add(node);
        for (Node& node : app.array) add(node);
        add_pair(app.pair);
        app.nested.resize(below(4));
        for (auto& inner : app.nested) {
            inner.resize(below(3));
            for (Pair& pair : inner) add_pair(pair);
        }
        auto const some = [&] { return nodes[below(nodes.size())]; };
        app.pointers.resize(below(10));
        for (Node*& p : app.pointers) p = some();
        for (Node* const node : nodes) {
            if (below(2)) node->next = some();
            if (below(2)) node->near = some();
            if (below(3) == 0) node->placed = some();
            if (below(3) == 0) node->number_of = &some()->value;
            if (below(3) == 0) node->name_of = &some()->name;
            if (below(3) == 0) node->place_of = &some()->place;
            if (Node* const one = some(); below(3) == 0 && !one->place.empty())
                node->number_of = &one->place[below(one->place.size())];
        }
        for (Pair* const pair : pairs) {
            if (below(2)) continue;
            pair->secret.bytes.resize(below(9));
            pair->secret.to = some();
            pair->to_secret = &pair->secret;
        }
        app.numbers.resize(below(6));
        for (Numbers& numbers : app.numbers) {
            auto& place = some()->place;
            std::size_t const first = below(place.size() + 1);
            numbers = {place.data() + first, below(place.size() - first + 1)};
        }
        std::size_t const given = live - before + sizeof app;

        Roots named;
        Roots const possible{object(*some()),
                             object(*pairs[below(pairs.size())]),
                             object(app.nodes),
                             object(app.nested),
                             object(app.index),
                             object(some()->name),
                             object(static_cast<Placed&>(*some())),
                             object(app.pair)};
        for (std::size_t i = below(4); i-- != 0;) named.push_back(possible[below(possible.size())]);
        Roots roots{object(app)};
        if (!named.empty() && below(2)) roots.insert(roots.begin(), named[0]);
        CHECK(profiled(roots) == given);
        CHECK(profiled(roots, named) == given);
        CHECK(test::bytes_once(trav::Objects<>(), roots) == given);
        trav::Objects<> const heap;
        auto const tree = trav::dominators(heap, roots);
        CHECK(tree.total().bytes == given);

        // the objects are the owners of what is reached without owners, and edges() lists what scan() lists
        auto const whole = heap.with_owners(roots, named);
        trav::Hashed<Object> owners;
        Roots all = roots;
        all.insert(all.end(), named.begin(), named.end());
        std::size_t count = 0;
        for (Object const& o : reached(heap, all)) count += owners.touch(whole.resolve(o)).fresh;
        auto const objects = reached(whole, all);
        CHECK(objects.size() == count);
        std::size_t bytes = 0;
        for (Object const& o : objects) {
            bytes += whole.size(o);
            Roots listed, scanned;
            whole.edges(o, [&](trav::NamedEdge const& edge) {
                if (edge.kind != trav::EdgeKind::opaque) listed.push_back(edge.to);
            });
            whole.scan(o, [&](Object const& child) { scanned.push_back(whole.resolve(child)); });
            auto const by_address = [](Object const& a, Object const& b) {
                return std::pair(a.address, a.type) < std::pair(b.address, b.type);
            };
            std::sort(listed.begin(), listed.end(), by_address);
            std::sort(scanned.begin(), scanned.end(), by_address);
            CHECK(listed == scanned);
        }
        CHECK(bytes == given);
    }
}

TEST_CASE("a flow from a pointer to a part goes on from its owner", "[unit]") {
    Marked flow;
    Node outside, before;
    App app;
    app.nodes.resize(2);
    before.next = &app.nodes[1];
    app.pair.nodes[0].next = &outside;
    trav::Objects<> const heap;
    std::vector<trav::Source<Object, unsigned>> const sources{{object(before), 1}, {object(app), 0}};
    auto const reach = trav::solve(heap, sources, flow);
    REQUIRE(reach.find(object(outside)));
    CHECK(*reach.find(object(outside)) == 1);
    CHECK(reach.find(object(app.nodes[1])) == reach.find(object(app)));
}
