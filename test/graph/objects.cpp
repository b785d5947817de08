#include <trav/graph/objects.hpp>

#include "catch.hpp"
#include "support/counting.hpp"
#include "support/sanitized.hpp"

#include <algorithm>
#include <any>
#include <array>
#include <atomic>
#include <deque>
#include <forward_list>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <queue>
#include <set>
#include <span>
#include <stack>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>

#if __has_include(<malloc.h>)
#include <malloc.h>
#endif

using test::Counting;
using test::live;

namespace {

struct Item {
    int price = 0;
};
struct Inner {
    Item* item = nullptr;
};
struct Plain {
    int x = 0;
};
struct Sealed {
    Item* item;
};
struct SealedStruct {
    Inner inner;
};
/// Nested by value at any depth.
struct Chain {
    std::vector<Chain> next;
    Item* item = nullptr;
};
struct Unfinished;

/// One member of type T.
template <class T>
struct With {
    T value{};
};

}  // namespace

template <>
struct trav::Described<Item> : trav::Members<&Item::price> {};
template <>
struct trav::Described<Inner> : trav::Members<&Inner::item> {};
template <>
struct trav::Described<Sealed> {
    static void members(Sealed const& sealed, auto&& member) {
        member("item", sealed.item, trav::EdgeKind::opaque);
    }
};
template <>
struct trav::Described<SealedStruct> {
    static void members(SealedStruct const& sealed, auto&& member) {
        member("inner", sealed.inner, trav::EdgeKind::opaque);
    }
};
template <>
struct trav::Described<Chain> : trav::Members<&Chain::next, &Chain::item> {};
template <class T>
struct trav::Described<With<T>> : trav::Members<&With<T>::value> {};

namespace {

using trav::EdgeKind;
using trav::Object;
using trav::object;

static_assert(sizeof(Object) == 2 * sizeof(void*) && std::is_trivially_copyable_v<Object>);
static_assert(trav::HeapGraph<trav::Objects<>> && trav::ScansBack<trav::Objects<>>);

using Labelled = std::vector<std::pair<std::string, Object>>;

/// The type of the control block of a shared_ptr.
trav::Type const* const block = &trav::type_of<trav::detail::SharedBlock>;

/// The edges of `x` of one kind, except edges to control blocks. children() and both scans must list exactly
/// the edges that own or refer.
template <class T>
Labelled edges(With<T>& x, EdgeKind kind) {
    trav::Objects<> const heap;
    Labelled all;
    std::vector<Object> strong;
    heap.edges(object(x), [&](trav::NamedEdge const& edge) {
        CHECK(edge.from == object(x));
        CHECK(edge.member() == "value");
        if (edge.kind == kind && edge.to.type != block) all.emplace_back(edge.label(), edge.to);
        if (edge.kind == EdgeKind::owns || edge.kind == EdgeKind::refers) strong.push_back(edge.to);
    });
    std::vector<Object> children, scanned, back;
    for (Object const& child : heap.children(object(x))) children.push_back(child);
    heap.scan(object(x), [&](Object const& child) { scanned.push_back(child); });
    heap.scan_back(object(x), [&](Object const& child) { back.insert(back.begin(), child); });
    CHECK(children == strong);
    CHECK(scanned == strong);
    CHECK(back == strong);
    if (kind == EdgeKind::opaque) CHECK(strong.empty());
    return all;
}
template <class T>
Labelled edges(T value, EdgeKind kind = EdgeKind::refers) {
    static With<T> kept;
    kept.value = std::move(value);
    return edges(kept, kind);
}

}  // namespace

TEST_CASE("pointers and references are followed", "[unit]") {
    Item a;
    CHECK(edges<Item*>(nullptr).empty());
    CHECK(edges<Item*>(&a) == Labelled{{"value", object(a)}});
    CHECK(edges<Item const*>(&a) == Labelled{{"value", object(a)}});
    With<std::reference_wrapper<Item>> reference{a};
    CHECK(edges(reference, EdgeKind::refers) == Labelled{{"value", object(a)}});
    With<std::atomic<Item*>> atomic{&a};
    CHECK(edges(atomic, EdgeKind::refers) == Labelled{{"value", object(a)}});
    int number = 0;
    CHECK(edges<int*>(&number).empty());  // perhaps the first of many
    With<std::reference_wrapper<int>> one{number};
    CHECK(edges(one, EdgeKind::refers) == Labelled{{"value", object(number)}});
    Item* p = &a;
    CHECK(edges<Item**>(&p).empty());  // likewise
    With<std::reference_wrapper<Item*>> pointer{p};
    CHECK(edges(pointer, EdgeKind::refers) == Labelled{{"value", {&p, &trav::type_of<Item*>}}});
    CHECK(edges<void (*)()>(nullptr).empty());
    CHECK(edges<void (*)()>([] {}).empty());
    CHECK(edges<int Item::*>(&Item::price).empty());
    CHECK(edges(object(a)) == Labelled{{"value", object(a)}});
    CHECK(edges(Object{}).empty());
}

TEST_CASE("smart pointers own", "[unit]") {
    auto const shared = std::make_shared<Item>();
    With<std::unique_ptr<Item>> unique;
    CHECK(edges(unique, EdgeKind::owns).empty());
    unique.value = std::make_unique<Item>();
    CHECK(edges(unique, EdgeKind::owns) == Labelled{{"value", object(*unique.value)}});
    Item b;
    With<std::unique_ptr<Item, void (*)(Item*)>> deleter{{&b, [](Item*) {}}};
    CHECK(edges(deleter, EdgeKind::owns) == Labelled{{"value", object(b)}});
    CHECK(edges(shared, EdgeKind::owns) == Labelled{{"value", object(*shared)}});
    CHECK(edges(std::weak_ptr(shared), EdgeKind::weak) == Labelled{{"value", object(*shared)}});
    CHECK(edges(std::weak_ptr<Item>(), EdgeKind::weak).empty());
}

namespace {

/// A smart pointer from another library.
template <class T>
struct Handle {
    T* p = nullptr;
    T& operator*() const {
        if (p == nullptr) throw std::logic_error("there is no object");
        return *p;
    }
    T* operator->() const { return p; }
    explicit operator bool() const { return p != nullptr; }
    ~Handle() {}
};

}  // namespace

TEST_CASE("a smart pointer of another library is recognised", "[unit]") {
    Item a;
    With<Handle<Item>> handle;
    CHECK(edges(handle, EdgeKind::owns).empty());
    handle.value.p = &a;
    CHECK(edges(handle, EdgeKind::owns) == Labelled{{"value", object(a)}});
}

TEST_CASE("a unique_ptr to an array owns it, and references in its elements are followed", "[unit]") {
    With<std::unique_ptr<char[]>> text{std::make_unique<char[]>(100)};
    auto const found = edges(text, EdgeKind::owns);
    REQUIRE(found.size() == 1);
    CHECK(found[0].first == "value");
    CHECK(found[0].second.address == text.value.get());
    CHECK(found[0].second.type->name() == "char[]");
    CHECK(found[0].second.type->children == nullptr);

    With<std::unique_ptr<std::shared_ptr<Item>[]>> array{std::make_unique<std::shared_ptr<Item>[]>(3)};
    array.value[1] = std::make_shared<Item>();
    auto const owned = edges(array, EdgeKind::owns);
    REQUIRE(owned.size() == 1);
    std::vector<Object> elements;
    for (Object const& o : trav::Objects<>().children(owned[0].second))
        if (o.type != block) elements.push_back(o);
    CHECK(elements == std::vector{object(*array.value[1])});

    text.value.reset();
    CHECK(edges(text, EdgeKind::owns).empty());

    // the length of an array without destructors is not known
    With<std::unique_ptr<Item*[]>> pointers{std::make_unique<Item*[]>(3)};
    auto const dark = edges(pointers, EdgeKind::owns);
    REQUIRE(dark.size() == 1);
    std::vector<EdgeKind> kinds;
    trav::Objects<>().edges(dark[0].second, [&](auto const& edge) { kinds.push_back(edge.kind); });
    CHECK(kinds == std::vector{EdgeKind::opaque});
}

TEST_CASE("optional values are followed if they exist", "[unit]") {
    Item a, b;
    CHECK(edges<std::optional<Item*>>(std::nullopt).empty());
    CHECK(edges<std::optional<Item*>>(&a) == Labelled{{"value", object(a)}});
    CHECK(edges<std::optional<Inner>>(Inner{&a}) == Labelled{{"value.item", object(a)}});
    using Variant = std::variant<int, Item*, Inner, std::monostate>;
    CHECK(edges<Variant>(3).empty());
    CHECK(edges<Variant>(&a) == Labelled{{"value", object(a)}});
    CHECK(edges<Variant>(Inner{&b}) == Labelled{{"value.item", object(b)}});
    CHECK(edges(std::pair(&a, Inner{&b})) ==
          Labelled{{"value.first", object(a)}, {"value.second.item", object(b)}});
    CHECK(edges(std::tuple(1, &a, &b)) == Labelled{{"value.1", object(a)}, {"value.2", object(b)}});
}

TEST_CASE("the elements of ranges are followed", "[unit]") {
    Item a, b;
    Labelled const all{{"value[0]", object(a)}, {"value[2]", object(b)}};
    CHECK(edges(std::vector<Item*>{&a, nullptr, &b}) == all);
    CHECK(edges(std::deque<Item*>{&a, nullptr, &b}) == all);
    CHECK(edges(std::list<Item*>{&a, nullptr, &b}) == all);
    CHECK(edges(std::forward_list<Item*>{&a, nullptr, &b}) == all);
    CHECK(edges(std::array<Item*, 3>{&a, nullptr, &b}) == all);
    With<Item* [3]> array{{&a, nullptr, &b}};
    CHECK(edges(array, EdgeKind::refers) == all);
    CHECK(edges(std::span<Item*>(array.value)) == all);
    CHECK(edges(std::vector<int>{1, 2}).empty());
    CHECK(edges(std::vector<bool>{true}).empty());
    CHECK(edges(std::string("text")).empty());
    CHECK(edges(std::string_view("text")).empty());
    CHECK(edges(std::set<Item*>{&a}) == Labelled{{"value[0]", object(a)}});
    CHECK(edges(std::unordered_set<Item*>{&a}) == Labelled{{"value[0]", object(a)}});
    CHECK(edges(std::stack<Item*>({&a, nullptr, &b})) == all);
    CHECK(edges(std::queue<Item*>({&a, nullptr, &b})) == all);
    CHECK(edges(std::priority_queue<Item*>({}, {&a})) == Labelled{{"value[0]", object(a)}});
    // many children
    std::vector<Item> items(1000);
    std::vector<Item*> pointers;
    for (Item& item : items) pointers.push_back(&item);
    Labelled many;
    for (Item& item : items) many.emplace_back("value[" + std::to_string(many.size()) + "]", object(item));
    CHECK(edges(pointers) == many);
}

TEST_CASE("keys and values of maps are followed, and name their edges", "[unit]") {
    Item a, b;
    CHECK(edges(std::map<std::string, Item*>{{"ann", &a}, {"bob", &b}}) ==
          Labelled{{"value[\"ann\"]", object(a)}, {"value[\"bob\"]", object(b)}});
    CHECK(edges(std::unordered_map<int, Inner>{{-7, {&a}}}) == Labelled{{"value[-7].item", object(a)}});
    CHECK(edges(std::map<Item*, Item*>{{&a, &b}}) ==
          Labelled{{"value[0]", object(a)}, {"value[0]", object(b)}});
    CHECK(edges(std::multimap<unsigned, Item*>{{1, &a}, {1, &b}}) ==
          Labelled{{"value[1]", object(a)}, {"value[1]", object(b)}});
}

TEST_CASE("structs by value are parts of their owner", "[unit]") {
    Item a, b;
    CHECK(edges(Inner{&a}) == Labelled{{"value.item", object(a)}});
    CHECK(edges(std::vector<Inner>{{&a}, {}, {&b}}) ==
          Labelled{{"value[0].item", object(a)}, {"value[2].item", object(b)}});
    using Nested = std::map<std::string, std::vector<std::optional<std::pair<int, Inner>>>>;
    CHECK(edges(Nested{{"x", {std::nullopt, std::pair(1, Inner{&a})}}}) ==
          Labelled{{"value[\"x\"][1].second.item", object(a)}});
    // structs in a span are elsewhere
    static std::vector<Item> items(2);
    CHECK(edges(std::span(items)) ==
          Labelled{{"value[0]", object(items[0])}, {"value[1]", object(items[1])}});
    // and so are those of a range that frees nothing, unless they are inside it
    struct View {
        Item const *first, *last;
        Item const* begin() const { return first; }
        Item const* end() const { return last; }
    };
    CHECK(edges(View{items.data(), items.data() + 2}) ==
          Labelled{{"value[0]", object(items[0])}, {"value[1]", object(items[1])}});
    struct Few {
        Inner all[2];
        Inner const* begin() const { return all; }
        Inner const* end() const { return all + 2; }
    };
    CHECK(edges(Few{{{&a}, {&b}}}) == Labelled{{"value[0].item", object(a)}, {"value[1].item", object(b)}});
    // such a range may own elements that are not inside it
    struct Numbers {
        int const *first = nullptr, *last = nullptr;
        int const* begin() const { return first; }
        int const* end() const { return last; }
    };
    static int const numbers[2] = {};
    With<Numbers> far{{numbers, numbers + 2}};
    CHECK(edges(far, EdgeKind::opaque) == Labelled{{"value", object(far.value)}});
    CHECK(edges(Numbers(), EdgeKind::opaque).empty());
    // a pointer to such a part leads to the part
    With<Inner> owner;
    CHECK(edges(&owner.value) == Labelled{{"value", object(owner.value)}});
    CHECK(object(owner).address == object(owner.value).address);
    CHECK(!(object(owner) == object(owner.value)));
}

TEST_CASE("a struct in 64 others by value is an object of its own", "[unit]") {
    Item item;
    With<Chain> first;
    Chain* last = &first.value;
    for (int structs = 2; structs != 65; ++structs) {
        last->item = &item;
        last = &last->next.emplace_back();
    }
    last->next.resize(3);
    auto const apart = edges(first, EdgeKind::owns);
    REQUIRE(apart.size() == 1);
    CHECK(apart[0].second == object(*last));
    // neighbours are not deep
    CHECK(edges(std::vector<Inner>(100, Inner{&item}), EdgeKind::owns).empty());
}

TEST_CASE("opaque members are reported", "[unit]") {
    auto const opaque = [](auto value) {
        auto const found = edges(std::move(value), EdgeKind::opaque);
        REQUIRE(found.size() == 1);
        CHECK(!found[0].second.type->known);
        return found[0].first + ": " + found[0].second.type->name();
    };
    CHECK(opaque(std::any(1)) == "value: std::any");
    CHECK(opaque(std::function<void()>([] {})) == "value: std::function<void()>");
    int x = 0;
    CHECK(opaque(static_cast<void*>(&x)) == "value: void*");
    CHECK(opaque(&x) == "value: int*");
    Item* item = nullptr;
    CHECK(opaque(&item) == "value: Item**");
    CHECK(opaque(std::vector{&x}) == "value[0]: int*");
    CHECK(opaque(std::shared_ptr<void>(&x, [](void*) {})) == "value: std::shared_ptr<void>");
    CHECK(opaque(std::vector<std::any>{{}, 1}) == "value[1]: std::any");
    // nothing is behind an empty one
    CHECK(edges(std::any(), EdgeKind::opaque).empty());
    CHECK(edges(std::function<void()>(), EdgeKind::opaque).empty());
    CHECK(edges(static_cast<void*>(nullptr), EdgeKind::opaque).empty());
    CHECK(edges(std::shared_ptr<void>(), EdgeKind::opaque).empty());
    // without a value it has an error
    struct Outcome {
        std::string error;
        bool has_value() const { return error.empty(); }
    };
    CHECK(edges(Outcome{"none"}, EdgeKind::opaque).size() == 1);
    // a comparison with nullptr would construct a text from it
    struct Text {
        std::string text;
        Text() = default;
        Text(char const* chars) : text(chars) {}  // NOLINT(google-explicit-constructor)
        bool operator==(Text const& other) const { return text == other.text; }
    };
    CHECK(edges(Text("text"), EdgeKind::opaque).size() == 1);
    // its description says so
    Item sealed;
    auto const told = edges(Sealed{&sealed}, EdgeKind::opaque);
    REQUIRE(told.size() == 1);
    CHECK(told[0].first == "value.item");
    CHECK(told[0].second.type == &trav::type_of<Item*>);
    CHECK(edges(Sealed{nullptr}, EdgeKind::opaque).empty());
    CHECK(edges(SealedStruct{{&sealed}}, EdgeKind::opaque).size() == 1);  // its contents are not followed
    // plain bytes are not reported
    CHECK(edges(Plain{}, EdgeKind::opaque).empty());
}

TEST_CASE("a type without a description is a leaf with a name and a size", "[unit]") {
    Plain plain;
    With<Plain*> owner{&plain};
    auto const found = edges(owner, EdgeKind::refers);
    REQUIRE(found.size() == 1);
    Object const leaf = found[0].second;
    CHECK(leaf.type->name() == "Plain");
    CHECK(leaf.type->size == sizeof(Plain));
    CHECK(!leaf.type->known);
    auto const none = trav::Objects<>().children(leaf);
    CHECK(none.begin() == none.end());

    With<Unfinished*> unfinished{reinterpret_cast<Unfinished*>(&plain)};
    auto const dark = edges(unfinished, EdgeKind::refers);
    REQUIRE(dark.size() == 1);
    CHECK(dark[0].second.type->name() == "Unfinished");
    CHECK(dark[0].second.type->size == 0);
    CHECK(!dark[0].second.type->known);
    CHECK(trav::type_of<Item>.known);
    CHECK(trav::type_of<int>.known);
    CHECK(trav::type_of<std::string>.known);
    CHECK(!trav::type_of<std::any>.known);
}

namespace {

/// The bytes of all objects reachable from `x`, each counted once, without the bytes of `x` itself.
template <class T>
std::size_t reached(T const& x) {
    trav::Objects<> const heap;
    std::vector<Object> seen{object(x)};
    std::size_t bytes = 0;
    for (std::size_t i = 0; i != seen.size(); ++i)
        for (Object const& child : heap.children(Object(seen[i]))) {
            if (std::find(seen.begin(), seen.end(), child) != seen.end()) continue;
            seen.push_back(child);
            bytes += heap.size(child);
        }
    return bytes;
}

}  // namespace

TEST_CASE("the control block of a shared_ptr counts once for all owners", "[unit]") {
    std::size_t const before = live;
    {
        auto const item = std::allocate_shared<std::size_t>(Counting<std::size_t>(), 15u);
        With<std::vector<std::shared_ptr<std::size_t>>> const owners{{item, nullptr, item, item}};
        CHECK(reached(owners) == live - before);
        auto const same = std::shared_ptr<void>(item);  // opaque
    }
    {
        std::shared_ptr<Inner> const item(new Inner, std::default_delete<Inner>(), Counting<Inner>());
        With<std::vector<std::shared_ptr<Inner>>> const owners{{item, item}};
        CHECK(reached(owners) == live - before + sizeof(Inner));
    }
    {
        With<std::weak_ptr<Inner>> observer;
        {
            std::shared_ptr<Inner> const item(new Inner, std::default_delete<Inner>(), Counting<Inner>());
            observer.value = item;
            CHECK(reached(observer) == live - before);  // it keeps only the block alive
        }
        CHECK(live > before);
        CHECK(reached(observer) == live - before);
    }
    CHECK(live == before);
    With<std::shared_ptr<Item>> const ours{std::shared_ptr<Item>(new Item)};
#ifdef _LIBCPP_VERSION
    CHECK(reached(ours) == sizeof(Item) + 4 * sizeof(void*));
#else
    CHECK(reached(ours) == sizeof(Item) + 2 * sizeof(void*) + 2 * sizeof(int));
#endif
}

TEST_CASE("an object's size includes all memory that it owns exclusively", "[unit]") {
    using String = std::basic_string<char, std::char_traits<char>, Counting<char>>;
    using Texts = std::vector<String, Counting<String>>;
    trav::Objects<> const heap;
    std::size_t const before = live;
    With<Texts> const owner{{String(100, 'x'), "short", String(1000, 'y')}};
    CHECK(heap.size(object(owner)) == sizeof(owner) + live - before);
    auto const array = std::make_unique<Texts[]>(3);
    array[2].push_back(String(50, 'z'));
    With<Texts> const other{};
    CHECK(heap.size(object(other)) == sizeof(other));
    Item const item;
    CHECK(heap.size(object(item)) == sizeof(Item));

    std::size_t const without = live;
    With<std::unique_ptr<Texts[]>> const owns_array{std::make_unique<Texts[]>(3)};
    owns_array.value[1].assign({String(50, 'z')});
    CHECK(reached(owns_array) == sizeof(std::size_t) + 3 * sizeof(Texts) + live - without);
#ifdef __GLIBC__
    With<std::unique_ptr<char[]>> const buffer{std::make_unique<char[]>(1000)};
    if (test::sanitized) return;  // its operator new may be the program's
    CHECK(reached(buffer) == malloc_usable_size(buffer.value.get()));
    CHECK(reached(buffer) >= 1000);
    CHECK(reached(buffer) < 1032);
#endif
}

TEST_CASE("objects: names have no default arguments, whatever the program spells", "[unit]") {
    using trav::detail::plain_name;
    CHECK(plain_name("std::vector<std::unique_ptr<A, std::default_delete<A> > >") ==
          "std::vector<std::unique_ptr<A>>");
    CHECK(plain_name("std::unique_ptr<B<A, C>[], std::default_delete<B<A, C>[]> >") ==
          "std::unique_ptr<B<A, C>[]>");
    CHECK(plain_name("std::vector<int, std::allocator<int> >") == "std::vector<int>");
    CHECK(plain_name("std::vector<int, std::allocator<long int> >") ==
          "std::vector<int, std::allocator<long>>");
    CHECK(plain_name("std::unique_ptr<Derived, std::default_delete<Base> >") ==
          "std::unique_ptr<Derived, std::default_delete<Base>>");
}

TEST_CASE("objects: lists the first element of each view, wherever it is in the object") {
    int const numbers[] = {1, 2, 3};
    std::vector<Item> items(2);
    With<std::tuple<std::vector<std::string_view>, std::span<int const>,
                    std::optional<std::span<Item>>>> const all{{{"first", "", "second"}, numbers, items}};
    std::vector<std::pair<std::string, void const*>> found;
    trav::Objects<> const heap;
    heap.views(trav::object(all), [&](trav::NamedEdge const& edge) {
        found.emplace_back(edge.pattern() + " " + edge.to.type->name(), edge.to.address);
    });
    auto const& [texts, of_numbers, of_items] = all.value;
    CHECK(found == std::vector<std::pair<std::string, void const*>>{{"value.0[] char", texts[0].data()},
                                                                    {"value.0[] char", texts[2].data()},
                                                                    {"value.1 int", numbers},
                                                                    {"value.2 Item", items.data()}});
    found.clear();
    heap.edges(trav::object(all),
               [&](trav::NamedEdge const& edge) { found.emplace_back(edge.pattern(), edge.to.address); });
    CHECK(found.size() == 2);  // the items
}
