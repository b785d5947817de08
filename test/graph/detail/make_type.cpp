// The Type of a class, for each degree of knowledge: a declaration, a definition, a description.
#include <trav/graph/detail/make_type.hpp>
#include <trav/graph/objects.hpp>

#include "catch.hpp"
#include "support/tracked_block.hpp"

#include <cstddef>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <vector>

using test::if_tracked;
using trav::Object;
using trav::Type;
using trav::type_of;
using trav::detail::knowledge;
using trav::detail::NewArray;

namespace {

struct Leaf {
    long number = 0;
};
struct Pointing {
    Leaf* pointer = nullptr;
    std::string text;
};
struct Unknown {
    Leaf* pointer = nullptr;
};
struct Numbers {
    int number = 0;
};
struct Named {
    int number = 0;
};
struct Base {
    virtual ~Base() = default;
    Leaf* pointer = nullptr;
};
struct Derived : Base {
    Leaf* more = nullptr;
};
struct Last final : Base {};
struct Giving {
    int number = 0;
};
/// A view: it frees nothing.
struct View {
    Leaf *first = nullptr, *last = nullptr;
    Leaf* begin() const { return first; }
    Leaf* end() const { return last; }
};
struct Trivial {
    Leaf* pointer = nullptr;
};
struct Counted {
    std::string text;
    Leaf* pointer = nullptr;
    std::unique_ptr<Leaf> own;
};
/// A length comes before its arrays, not always next to the first element.
struct alignas(32) Aligned {
    ~Aligned() { number = 0; }
    long number = 0;
};
struct OwnNew {
    int number = 0;
    static void* operator new[](std::size_t bytes) { return ::operator new[](bytes); }
};
struct OwnDelete {
    int number = 0;
    static void operator delete[](void* p) { ::operator delete[](p); }
};
struct OwnSizedDelete {
    int number = 0;
    static void operator delete[](void* p, std::size_t) { ::operator delete[](p); }
};
struct Tailed {
    long words[3] = {};  // as large as the smallest block
};
struct TailOfPointers {
    long words[3] = {};
};
/// Of Boost.Intrusive.
struct Hook {
    using hooktags = int;
    Leaf* next = nullptr;
};
struct Empty {};
struct Incomplete;
struct TypeBySize {
    char bytes[3] = {};
};

}  // namespace

template <>
struct trav::Described<Leaf> : trav::Members<> {};
template <>
struct trav::Described<Pointing> : trav::Members<&Pointing::pointer, &Pointing::text> {};
template <>
struct trav::Described<Named> : trav::Members<&Named::number> {
    static constexpr auto name = "another name";
    static std::string label(Named const& named) { return std::to_string(named.number); }
};
template <>
struct trav::Described<Base> : trav::Members<&Base::pointer> {};
template <>
struct trav::Described<Derived> : trav::Members<&Derived::more> {};
template <>
struct trav::Described<Last> : trav::Extends<Base> {};
template <>
struct trav::Described<Giving> : trav::Members<> {
    static constexpr bool gives_way = true;
};
template <>
struct trav::Described<Trivial> : trav::Members<&Trivial::pointer> {};
template <>
struct trav::Described<Counted> : trav::Members<&Counted::text, &Counted::pointer, &Counted::own> {};
template <>
struct trav::Described<Tailed> : trav::Members<> {
    using tail = int;
};
template <>
struct trav::Described<TailOfPointers> : trav::Members<> {
    using tail = Leaf*;
};

namespace {

#ifdef __cpp_rtti
constexpr int rtti = 1;
#else
constexpr int rtti = 0;
#endif

std::vector<Object> children(Object const& o, trav::EdgeKinds kinds = trav::EdgeKind::refers) {
    std::vector<Object> all;
    trav::Objects<>(kinds).scan(o, [&](Object const& child) {
        if (child.address != nullptr) all.push_back(child);
    });
    return all;
}
std::size_t opaque_edges(Object const& o) {
    std::size_t count = 0;
    trav::Objects<>().edges(o, [&](trav::NamedEdge const& edge) {
        if (edge.kind != trav::EdgeKind::opaque) return;
        CAPTURE(edge.label(), edge.to.type->name());
        CHECK(edge.to == o);
        ++count;
    });
    return count;
}
struct Block {
    void const* begin;
    std::size_t bytes;
    bool pointers;
    friend bool operator==(Block const&, Block const&) = default;
};
std::vector<Block> blocks(Object const& o) {
    std::vector<Block> all;
    auto const pass = [&](void const* block, std::size_t bytes, bool pointers) {
        all.push_back({block, bytes, pointers});
    };
    trav::detail::BlocksTo<decltype(pass)> list(pass);
    std::size_t sum = 0, const_sum = o.type->owned(o.address, &list);
    for (Block const& block : all) sum += block.bytes;
    CHECK(sum == const_sum);
    CHECK(o.type->owned(o.address, nullptr) == sum);
    return all;
}
/// The Object of an array, and its elements.
template <class T>
struct Elements {
    explicit Elements(std::size_t n) : first(new T[n]) {}
    Object object() const { return {first.get(), &type_of<NewArray<T>>}; }
    char const* behind(std::ptrdiff_t bytes) const {
        return reinterpret_cast<char const*>(first.get()) + bytes;
    }
    std::unique_ptr<T[]> first;
};
/// Whether arrays of T have malloc's bytes, and are opaque without them.
template <class T>
void check_malloc_bytes(bool pointers) {
    Elements<T> const array(5);
    std::size_t const said = trav::detail::malloc_bytes(array.first.get());
    CHECK(trav::Objects<>().size(array.object()) == said);
    std::vector<Block> const expected{{array.behind(0), said, pointers}};
    CHECK(blocks(array.object()) == (said == 0 ? std::vector<Block>() : expected));
    CHECK(opaque_edges(array.object()) == (said == 0));
}
template <class T>
void check_unknown() {
    Elements<T> const array(5);
    CHECK(blocks(array.object()).empty());
    CHECK(opaque_edges(array.object()) == 1);
}

}  // namespace

TEST_CASE("make type: knowledge of an incomplete, a defined, and a described class", "[unit]") {
    CHECK(knowledge<Incomplete>() == 0);
    CHECK(knowledge<Unknown>() == 2 + rtti);
    CHECK(knowledge<int>() == 2 + rtti);
    CHECK(knowledge<Leaf>() == 4 + rtti);
    CHECK(knowledge<NewArray<Leaf>>() == 4 + rtti);
    CHECK(knowledge<NewArray<Unknown>>() == 2 + rtti);
    CHECK(type_of<Leaf>.knowledge == 4 + rtti);
    CHECK(type_of<Unknown>.knowledge == 2 + rtti);
}

TEST_CASE("make type: a type has its name, its size, and its reporting functions", "[unit]") {
    Type const& number = type_of<int>;
    CHECK(number.name() == "int");
    CHECK(number.size == sizeof(int));
    CHECK(number.known);
    CHECK((!number.children && !number.edges && !number.owned && !number.whole && !number.label));
    Type const& pointing = type_of<Pointing>;
    CHECK(pointing.name() == "Pointing");
    CHECK(pointing.size == sizeof(Pointing));
    CHECK((pointing.known && pointing.children && pointing.edges && pointing.owned));
    CHECK((!pointing.whole && !pointing.label && !pointing.views && !pointing.gives_way));
    Type const& text = type_of<std::string>;
    CHECK((text.known && !text.children && !text.edges && text.owned));
    Type const& vector = type_of<std::vector<Leaf*>>;
    CHECK((vector.known && vector.children && vector.edges && vector.owned));
    CHECK(type_of<Giving>.gives_way);

    Named const named{7};
    CHECK(type_of<Named>.name() == "another name");
    REQUIRE(type_of<Named>.label);
    CHECK(type_of<Named>.label(&named) == "7");
    CHECK(type_of<NewArray<Named>>.name() == "Named[]");
    CHECK(type_of<NewArray<int>>.name() == "int[]");
}

TEST_CASE("make type: known types", "[unit]") {
    CHECK(type_of<Leaf>.known);
    CHECK(type_of<std::unique_ptr<Leaf>>.known);
    CHECK(type_of<NewArray<int>>.known);
    CHECK(type_of<Leaf*>.known);
    CHECK(type_of<Hook>.known);
    CHECK(type_of<Empty>.known);
    CHECK(type_of<std::vector<bool>>.known);
    CHECK_FALSE(type_of<Unknown>.known);  // opaque
    CHECK_FALSE(type_of<Numbers>.known);  // plain, but perhaps with a description elsewhere
    CHECK_FALSE(type_of<std::unique_ptr<int[], void (*)(int*)>>.known);  // raw
    CHECK_FALSE(type_of<void*>.known);
}

TEST_CASE("make type: pointers and ranges with possible ownership are views", "[unit]") {
    CHECK(type_of<Leaf*>.views);
    CHECK(type_of<View>.views);
    CHECK_FALSE(type_of<std::span<Leaf>>.views);
    CHECK_FALSE(type_of<std::vector<Leaf>>.views);
    CHECK_FALSE(type_of<Leaf>.views);
}

TEST_CASE("make type: only a possible base class leads to the whole object", "[unit]") {
    CHECK_FALSE(type_of<Leaf>.whole);
    CHECK_FALSE(type_of<Last>.whole);
    REQUIRE(type_of<Base>.whole);
    CHECK(type_of<Base>.leaves_out_bases);  // its members are its own
    CHECK_FALSE(type_of<Last>.leaves_out_bases);
    Derived const derived;
    Base const& base = derived;
    trav::detail::Whole const found = type_of<Base>.whole(&base);
    CHECK(found.address == &derived);
    CHECK(found.type == nullptr);
#ifdef __cpp_rtti
    REQUIRE(found.info != nullptr);
    CHECK(*found.info == typeid(Derived));
    CHECK(type_of<Leaf>.info == &typeid(Leaf));
#endif
}

#if defined __cpp_rtti && __has_include(<cxxabi.h>)
TEST_CASE("make type: the bytes outside of a description", "[unit]") {
    CHECK(type_of<Pointing>.unlisted == 0);
    CHECK(type_of<Leaf>.unlisted == sizeof(long));
    CHECK(type_of<Base>.unlisted == 0);  // but for the pointer to its vtable
    CHECK(type_of<Derived>.unlisted == sizeof(Leaf*));
    CHECK(type_of<Last>.unlisted == 0);
    REQUIRE((type_of<Last>.lists && type_of<Derived>.lists));
    CHECK(type_of<Last>.lists(typeid(Base)));
    CHECK_FALSE(type_of<Derived>.lists(typeid(Base)));
    CHECK_FALSE(type_of<Last>.lists(typeid(Derived)));
    CHECK(type_of<Last>.left_out != nullptr);
    CHECK(type_of<int>.left_out == nullptr);
}
#endif

TEST_CASE("make type: an array of elements with destructors has its length before it", "[unit]") {
    Leaf leaf;
    Elements<Counted> const array(3);
    array.first[1].pointer = &leaf;
    array.first[2].own = std::make_unique<Leaf>();
    array.first[2].text = std::string(100, 'x');
    CHECK(array.object().type->name() == "Counted[]");
    CHECK(array.object().type->size == 0);
    constexpr std::ptrdiff_t word = sizeof(std::size_t);
    CHECK(blocks(array.object()) ==
          std::vector<Block>{{array.behind(-word), word + 3 * sizeof(Counted), true},
                             {array.first[2].text.data(), 101, false}});
    CHECK(children(array.object()) == std::vector<Object>{trav::object(leaf)});
    CHECK(children(array.object(), trav::EdgeKind::owns) ==
          std::vector<Object>{trav::object(*array.first[2].own)});
    CHECK(opaque_edges(array.object()) == 0);
    std::vector<std::string> labels;
    trav::Objects<>().edges(array.object(), [&](trav::NamedEdge const& edge) {
        if (edge.to.address != nullptr) labels.push_back(edge.label());
    });
    CHECK(labels == std::vector<std::string>{"[1].pointer", "[2].own"});
    CHECK(blocks(Elements<Counted>(0).object())[0].bytes == word);

    Elements<Aligned> const aligned(2);  // a whole element before it
    CHECK(blocks(aligned.object()) == std::vector<Block>{{aligned.behind(-32), 3 * 32, true}});
}

TEST_CASE("make type: an array of other elements has the bytes of malloc's block, or none", "[unit]") {
    check_malloc_bytes<int>(false);
    check_malloc_bytes<Numbers>(true);
    check_unknown<OwnNew>();
    check_unknown<OwnDelete>();
    check_unknown<OwnSizedDelete>();
    Elements<Trivial> const pointers(2);
    Leaf leaf;
    pointers.first[0].pointer = &leaf;
    CHECK(children(pointers.object()).empty());  // there may be more or less of them
    CHECK(opaque_edges(pointers.object()) == 1);
}

TEST_CASE("make type: an array at the end of an object has the rest of a tracked block", "[unit]") {
    std::unique_ptr<char[]> const memory(new char[100]), least(new char[sizeof(Tailed)]);
    char *const block = memory.get(), *const full = least.get();
    ::new (static_cast<void*>(block)) Tailed();
    Object const o{block, &type_of<Tailed>}, of_pointers{block, &type_of<TailOfPointers>};
    CHECK(blocks(o).empty());
    CHECK(opaque_edges(o) == 1);
    bool const is_full = if_tracked(full, [&] { return trav::detail::malloc_bytes(full) <= sizeof(Tailed); });
    CHECK(if_tracked(full, [&] { return blocks({full, &type_of<Tailed>}).size(); }) == (is_full ? 0 : 1));
    CHECK(if_tracked(block, [&] { return opaque_edges(of_pointers); }) == 1);  // they are not followed
    std::size_t const given = if_tracked(block, [&] { return trav::detail::malloc_bytes(block); });
    if (given == 0) return;
    CHECK(given >= 100);
    CHECK(if_tracked(block, [&] { return blocks(o); }) ==
          std::vector<Block>{{block + sizeof(Tailed), given - sizeof(Tailed), true}});
    CHECK(if_tracked(block, [&] { return opaque_edges(o); }) == 0);
}

TEST_CASE("make type: of the target of an opaque edge, only the size is known", "[unit]") {
    Type const& type = trav::detail::type_by_size<TypeBySize>();
    CHECK(type.name() == "TypeBySize");
    CHECK(type.size == 3);
    CHECK(type.known);
    CHECK(type.knowledge == trav::detail::knows_size);
    CHECK((!type.children && !type.edges && !type.owned && !type.whole));
    CHECK(&type == &trav::detail::type_elsewhere<TypeBySize>());
}
