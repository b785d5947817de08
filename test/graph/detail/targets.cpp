// The targets of references, by a tag, a control block or a pointer.
#include <trav/graph/detail/targets.hpp>
#include <trav/graph/objects.hpp>

#include "catch.hpp"

#include <memory>
#include <optional>
#include <tuple>
#include <typeinfo>
#include <vector>

using trav::EdgeKind;
using trav::Type;
using trav::type_of;
using namespace trav::detail;

namespace {

struct Item {
    long number = 0;
};
enum class Tag { unknown, own, sized, named };
struct Tagged {
    Tag tag = Tag::unknown;
};
struct Before {
    long before = 0;
};
struct Front {
    long front = 0;
};
struct Sized : Before, Tagged {
    int size = 0;
};
/// Has a tag of its own: whether it is long.
struct Named : Before, Tagged {
    bool is_long = false;
};
struct Long : Front, Named {
    long value = 0;
};
struct Base {
    virtual ~Base() = default;
    long data = 0;
};
struct Derived : Before, Base {};

/// What is added.
template <bool with_names>
struct Sink {
    static constexpr bool names = with_names;
    std::vector<std::tuple<EdgeKind, void const*, Type const*>> all{};
    void add(EdgeKind kind, void const* object, Type const& type) { all.emplace_back(kind, object, &type); }
};
using Added = decltype(Sink<false>::all);
template <class T>
Added referred(EdgeKind kind, T const volatile* to) {
    Sink<false> sink;
    refer(kind, to, sink);
    return sink.all;
}
Item apart;  // far from all blocks

/// A pointer without get().
struct Handle {
    Item* item;
    Item& operator*() const { return *item; }
};

}  // namespace

template <>
struct trav::Described<Item> : trav::Members<&Item::number> {};
template <>
struct trav::Described<Tagged> : trav::Members<> {
    static void whole(Tagged const& o, auto const& is) {
        if (o.tag == Tag::own) is(o);
        if (o.tag == Tag::sized) is(static_cast<Sized const&>(o));
        if (o.tag == Tag::named) is(static_cast<Named const&>(o));
    }
};
template <>
struct trav::Described<Sized> : trav::Members<&Sized::size> {};
template <>
struct trav::Described<Named> : trav::Members<> {
    static void whole(Named const& o, auto const& is) {
        if (o.is_long) is(static_cast<Long const&>(o));
    }
};
template <>
struct trav::Described<Long> : trav::Members<&Long::value> {};
template <>
struct trav::Described<Base> : trav::Members<&Base::data> {};
template <>
struct trav::Described<Derived> : trav::Members<> {};

TEST_CASE("targets: a pointer leads to its object, and a null one nowhere", "[unit]") {
    Item item;
    CHECK(referred(EdgeKind::owns, &item) == Added{{EdgeKind::owns, &item, &type_of<Item>}});
    CHECK(referred(EdgeKind::weak, static_cast<Item const volatile*>(&item)) ==
          Added{{EdgeKind::weak, &item, &type_of<Item>}});
    CHECK(referred(EdgeKind::owns, static_cast<Item*>(nullptr)).empty());
    CHECK(referred(EdgeKind::owns, static_cast<Tagged*>(nullptr)).empty());
}

TEST_CASE("targets: a tag determines the object, unless edges are named", "[unit]") {
    Tagged plain, own{Tag::own};
    Sized sized;
    Named named;
    Long longer;
    sized.tag = Tag::sized, named.tag = longer.tag = Tag::named, longer.is_long = true;
    auto const check = [](Tagged const& part, void const* whole, Type const& type) {
        CHECK(referred(EdgeKind::refers, &part) == Added{{EdgeKind::refers, whole, &type}});
        Sink<true> sink;
        refer(EdgeKind::refers, &part, sink);
        CHECK(sink.all == Added{{EdgeKind::refers, &part, &type_of<Tagged>}});
        int calls = 0;
        with_whole(part, [&](auto const& found) {
            ++calls;
            CHECK(static_cast<void const*>(&found) == whole);
        });
        CHECK(calls == 1);
    };
    check(plain, &plain, type_of<Tagged>);
    check(own, &own, type_of<Tagged>);
    check(sized, &sized, type_of<Sized>);
    check(named, &named, type_of<Named>);
    check(longer, &longer, type_of<Long>);
    CHECK(referred(EdgeKind::owns, &sized) == Added{{EdgeKind::owns, &sized, &type_of<Sized>}});
}

TEST_CASE("targets: the pointer in a smart pointer", "[unit]") {
    Item item;
    auto const unique = std::make_unique<Item>();
    CHECK(pointer_in(unique) == unique.get());
    CHECK(pointer_in(std::unique_ptr<Item>()) == nullptr);
    CHECK(pointer_in(Handle{&item}) == &item);
    std::optional<Item> const maybe = item;
    CHECK(pointer_in(maybe) == &*maybe);
}

#if defined(__GLIBCXX__) || defined(_LIBCPP_VERSION)
TEST_CASE("targets: the control block of shared pointers", "[unit]") {
    auto const shared = std::make_shared<Item>();
    std::weak_ptr<Item> const weak = shared;
    Added const block{{EdgeKind::owns, shared_block(shared), &type_of<SharedBlock>}};
    auto const added = [](auto const& pointer) {
        Sink<false> sink;
        refer_to_block(pointer, sink);
        return sink.all;
    };
    CHECK(added(shared) == block);
    CHECK(added(weak) == block);
    CHECK(added(std::shared_ptr<Item>()).empty());
    CHECK(added(std::weak_ptr<Item>()).empty());
}

TEST_CASE("targets: a shared pointer owns its target, or an object around or beside it", "[unit]") {
    CHECK(is_own(std::shared_ptr<Item>()));
    auto const made = std::make_shared<Item>();
    std::shared_ptr<Item> const from_new(new Item);
    CHECK(is_own(made));
    CHECK(is_own(from_new));
    CHECK_FALSE(is_own(std::shared_ptr<long>(made, &made->number)));
    CHECK_FALSE(is_own(std::shared_ptr<Item>(made, &apart)));
    CHECK_FALSE(is_own(std::shared_ptr<Item>(from_new, made.get())));
    CHECK(is_own(std::shared_ptr<Item const volatile>(made)));
    // no target: an object may be in the block
    CHECK_FALSE(is_own(std::shared_ptr<Item>(made, nullptr)));
    CHECK(is_own(std::shared_ptr<Item>(from_new, nullptr)));
    CHECK(is_own(std::shared_ptr<Item>(nullptr, [](Item*) {})));
    // a base class, found by its vtable or by its tag
    auto const derived = std::make_shared<Derived>();
    CHECK(is_own(std::shared_ptr<Base>(derived)));
    CHECK(is_own(std::shared_ptr<Base>(new Derived)));
    CHECK_FALSE(is_own(std::shared_ptr<Base>(made, derived.get())));
    auto const sized = std::make_shared<Sized>();
    sized->tag = Tag::sized;
    CHECK(is_own(std::shared_ptr<Tagged>(sized)));
    sized->tag = Tag::own;
    CHECK_FALSE(is_own(std::shared_ptr<Tagged>(sized)));
    // without type information, nothing is known
    Type unknown;
    CHECK(is_own(shared_block(made), &apart, unknown));
    CHECK_FALSE(is_own(shared_block(made), &apart, type_of<Item>));
    CHECK(is_own(nullptr, &apart, type_of<Item>));
    unknown.info = &typeid(Item);
    unknown.whole = [](void const* object) { return Whole{object, nullptr, nullptr}; };
    CHECK(is_own(shared_block(made), &apart, unknown));
}
#endif
