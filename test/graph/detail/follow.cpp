// The references in a value of any shape, recorded by a sink, and the names of their edges.
#include <trav/graph/detail/follow.hpp>
#include <trav/graph/objects.hpp>

#include "catch.hpp"
#include "support/tracked_block.hpp"

#include <any>
#include <array>
#include <atomic>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stack>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

using test::if_tracked;
using trav::EdgeKind;
using trav::Object;
using trav::object;

namespace {

struct Leaf {
    long number = 0;
};
struct Part {
    Leaf *first = nullptr, *second = nullptr;
};
template <class T>
struct Holder {
    T value{};
};
/// Frees its object, and leads to another one.
struct Pool {
    Leaf* pool = nullptr;
    void operator()(Leaf* p) const { delete p; }
    void operator()(int* p) const { delete[] p; }
};

}  // namespace

template <>
struct trav::Described<Leaf> : trav::Members<> {};
template <>
struct trav::Described<Part> : trav::Members<&Part::first, &Part::second> {};
template <>
struct trav::Described<Pool> : trav::Members<&Pool::pool> {};
template <class T>
struct trav::Described<Holder<T>> : trav::Members<&Holder<T>::value> {};

namespace {

using Found = std::vector<std::pair<EdgeKind, void const*>>;

struct Sink {
    static constexpr bool names = false;
    bool enters = true;
    Found found{};
    std::vector<void const*> entered{};
    int open = 0;

    void add(EdgeKind kind, void const* address, trav::Type const&) { found.emplace_back(kind, address); }
    bool enter(void const* part, trav::Type const&) {
        entered.push_back(part);
        open += enters;
        return enters;
    }
    void leave() { --open; }
};
template <class V>
Found followed(V const& value, trav::detail::As as = {}) {
    Sink sink;
    trav::detail::follow(value, as, sink);
    CHECK(sink.open == 0);
    return sink.found;
}
Found refers(auto... addresses) { return {{EdgeKind::refers, addresses}...}; }
Found owns(auto... addresses) { return {{EdgeKind::owns, addresses}...}; }

using Labels = std::vector<std::string>;
/// The edges of a Holder, opaque ones with a `?`.
template <class T>
Labels labels(Holder<T> const& holder) {
    Labels all;
    trav::Objects<>().edges(object(holder), [&](trav::NamedEdge const& edge) {
        all.push_back(edge.label() + (edge.kind == EdgeKind::opaque ? "?" : ""));
    });
    return all;
}

}  // namespace

TEST_CASE("follow: pointers refer, smart pointers own, and null ones do neither", "[unit]") {
    Leaf a;
    Leaf* const none = nullptr;
    CHECK(followed(&a) == refers(&a));
    CHECK(followed(none).empty());
    CHECK(followed(std::ref(a)) == refers(&a));
    CHECK(followed(object(a)) == refers(&a));
    CHECK(followed(Object{}).empty());
    auto const unique = std::make_unique<Leaf>();
    CHECK(followed(unique) == owns(unique.get()));
    CHECK(followed(std::unique_ptr<Leaf>()).empty());
    std::unique_ptr<Leaf[]> const array(new Leaf[2]);
    CHECK(followed(array) == owns(array.get()));
    CHECK(followed(std::unique_ptr<Leaf[]>()).empty());
    CHECK(followed(std::unique_ptr<Leaf, Pool>(nullptr, Pool{&a})) == refers(&a));
    CHECK(followed(std::unique_ptr<int[], Pool>(nullptr, Pool{&a})) == refers(&a));

    auto shared = std::make_shared<Leaf>();
    std::weak_ptr<Leaf> const weak = shared;
    auto const its = followed(shared), of_weak = followed(weak);
    REQUIRE((its.size() == 2 && of_weak.size() == 2));  // the object, and its control block
    CHECK(its[0] == std::pair<EdgeKind, void const*>(EdgeKind::owns, shared.get()));
    CHECK(of_weak[0] == std::pair<EdgeKind, void const*>(EdgeKind::weak, shared.get()));
    CHECK(its[1] == of_weak[1]);
    shared.reset();
    CHECK(followed(weak) == Found{its[1]});
    CHECK(followed(shared).empty());
}

TEST_CASE("follow: the parts of values are followed in their order", "[unit]") {
    Leaf a, b;
    CHECK(followed(Part{&a, &b}) == refers(&a, &b));
    CHECK(followed(std::pair(&b, Part{nullptr, &a})) == refers(&b, &a));
    CHECK(followed(std::tuple(&a, 1, &b)) == refers(&a, &b));
    CHECK(followed(std::array{&b, static_cast<Leaf*>(nullptr), &a}) == refers(&b, &a));
    CHECK(followed(std::map<int, Leaf*>{{1, &b}, {2, &a}}) == refers(&b, &a));
    CHECK(followed(std::map<Leaf*, Leaf*>{{&a, &b}}) == refers(&a, &b));
    CHECK(followed(std::optional(&a)) == refers(&a));
    CHECK(followed(std::optional<Leaf*>()).empty());
    std::variant<int, Leaf*, Part> variant = 1;
    CHECK(followed(variant).empty());
    CHECK(followed(variant = &a) == refers(&a));
    CHECK(followed(variant = Part{&b, &a}) == refers(&b, &a));
    std::atomic<Leaf*> const atomic = &b;
    CHECK(followed(atomic) == refers(&b));
    std::stack<Leaf*> stack;
    stack.push(&a), stack.push(&b);
    CHECK(followed(stack) == refers(&a, &b));
}

TEST_CASE("follow: the kind of a description counts, except for weak pointers and for members", "[unit]") {
    Leaf a;
    trav::detail::As const own{true, EdgeKind::owns}, refer{true, EdgeKind::refers};
    CHECK(followed(&a, own) == owns(&a));
    CHECK(followed(object(a), own) == owns(&a));
    CHECK(followed(std::ref(a), own) == owns(&a));
    CHECK(followed(std::vector{&a, &a}, own) == owns(&a, &a));
    CHECK(followed(std::map<Leaf*, Leaf*>{{&a, &a}}, own) == owns(&a, &a));
    CHECK(followed(std::tuple(1, std::optional(&a)), own) == owns(&a));
    std::vector<Leaf> const leaves(1);
    CHECK(followed(std::span(leaves), own) == owns(leaves.data()));
    auto const unique = std::make_unique<Leaf>();
    CHECK(followed(unique, refer) == refers(unique.get()));
    std::unique_ptr<Leaf[]> const array(new Leaf[1]);
    CHECK(followed(array, refer) == refers(array.get()));
    CHECK(followed(Part{&a, nullptr}, own) == refers(&a));  // by its description
    auto const shared = std::make_shared<Leaf>();
    CHECK(followed(std::weak_ptr<Leaf>(shared), own)[0].first == EdgeKind::weak);
}

TEST_CASE("follow: structs in a container are parts, structs in a view are not", "[unit]") {
    Leaf a, b;
    std::vector<Part> const parts{{&a, nullptr}, {nullptr, &b}};
    CHECK(followed(parts) == refers(&a, &b));
    CHECK(followed(std::span(parts)) == refers(&parts[0], &parts[1]));
    std::vector<Leaf*> const pointers{&b, &a};
    CHECK(followed(std::span(pointers)) == refers(&b, &a));
    Sink sink;
    trav::detail::follow(parts, {}, sink);
    CHECK(sink.entered == std::vector<void const*>{&parts[0], &parts[1]});
    Sink closed{false};
    trav::detail::follow(parts, {}, closed);
    CHECK(closed.found.empty());
    CHECK(closed.entered.size() == 2);
}

TEST_CASE("follow: a pointer to numbers leads to an array if the program tracks one there", "[unit]") {
    int numbers[2] = {};
    int* const first = numbers;
    CHECK(followed(first).empty());
    auto const found = [](int* to, void const* block) {
        return if_tracked(block, [&] { return followed(to); });
    };
    auto const label = [&](int* to) { return if_tracked(numbers, [&] { return labels(Holder<int*>{to}); }); };
    CHECK(found(first, numbers) == refers(&numbers));
    CHECK(found(first + 1, numbers).empty());
    CHECK(found(nullptr, numbers).empty());
    CHECK(found(nullptr, nullptr).empty());
    CHECK(label(first) == Labels{"value"});
    CHECK(label(first + 1) == Labels{"value?"});
}

TEST_CASE("follow: names of edges", "[unit]") {
    Leaf a;
    CHECK(labels(Holder<Leaf*>{&a}) == Labels{"value"});
    CHECK(labels(Holder<Part>{{&a, &a}}) == Labels{"value.first", "value.second"});
    CHECK(labels(Holder<std::array<Leaf*, 2>>{{&a, &a}}) == Labels{"value[0]", "value[1]"});
    CHECK(labels(Holder<std::map<std::string, Leaf*>>{{{"x", &a}}}) == Labels{"value[\"x\"]"});
    CHECK(labels(Holder<std::pair<int, Leaf*>>{{1, &a}}) == Labels{"value.second"});
    CHECK(labels(Holder<std::tuple<Leaf*, int, Leaf*>>{{&a, 1, &a}}) == Labels{"value.0", "value.2"});
    using Ten = std::tuple<int, int, int, int, int, int, int, int, int, Leaf*, Leaf*, Leaf*>;
    CHECK(labels(Holder<Ten>{{0, 0, 0, 0, 0, 0, 0, 0, 0, &a, &a, &a}}) ==
          Labels{"value.9", "value....", "value...."});
    std::vector<Part> const parts(2);
    CHECK(labels(Holder<std::span<Part const>>{parts}) == Labels{"value[0]", "value[1]"});
    Holder<std::unique_ptr<Leaf, Pool>> const holder{{new Leaf, Pool{&a}}};
    CHECK(labels(holder) == Labels{"value", "value.deleter.pool"});
    using Owner = std::unique_ptr<Leaf, Pool>;
    Holder<std::tuple<Owner, Leaf*>> const two{{Owner(new Leaf, Pool{&a}), &a}};
    CHECK(labels(two) == Labels{"value.0", "value.0.deleter.pool", "value.1"});
}

TEST_CASE("follow: opaque values are told if something is in them", "[unit]") {
    int number = 0;
    CHECK(labels(Holder<void*>{&number}) == Labels{"value?"});
    CHECK(labels(Holder<void*>{}).empty());
    CHECK(labels(Holder<std::function<void()>>{[] {}}) == Labels{"value?"});
    CHECK(labels(Holder<std::function<void()>>{}).empty());
    CHECK(labels(Holder<std::any>{1}) == Labels{"value?"});
    CHECK(labels(Holder<std::any>{}).empty());
    CHECK(labels(Holder<int*>{&number}) == Labels{"value?"});
    CHECK(labels(Holder<int*>{}).empty());
    CHECK(labels(Holder<std::shared_ptr<Leaf[]>>{}).empty());
    CHECK(labels(Holder<int>{1}).empty());
    CHECK(labels(Holder<std::string>{"text"}).empty());
}
