// The direct base classes of classes, with their addresses as the compiler knows them.
#include <trav/graph/detail/bases.hpp>

#include "catch.hpp"

#include <cstddef>
#include <typeinfo>
#include <utility>
#include <vector>

namespace {

using Bases = std::vector<std::pair<std::type_info const*, void const*>>;

struct Empty {};
struct Plain {
    long number = 0;
};
struct Named {
    virtual ~Named() = default;
    long name = 1;
};
struct Other {
    virtual ~Other() = default;
    long other = 2;
};
struct One : Named {
    long more = 3;
};
struct OfPlain : Plain {};
/// Begins with a vtable pointer, unlike its base.
struct Turned : Plain {
    virtual ~Turned() = default;
};
struct Several : Named, Other, Plain {
    long more[40] = {};
};
struct Far : Several, Turned {};
struct Virtual : virtual Named {};
struct Virtuals : virtual Other, One, virtual Plain {};
struct Diamond : Virtual, virtual Other, Plain {};
struct Private : private Named, private Other {
    static Bases bases(Private const& o) {
        return {{&typeid(Named), static_cast<Named const*>(&o)},
                {&typeid(Other), static_cast<Other const*>(&o)}};
    }
};

Bases bases_of(std::type_info const& info, void const* object) {
    Bases all;
    trav::detail::each_base(info, object,
                            [&](std::type_info const& base, void const* at) { all.emplace_back(&base, at); });
    return all;
}
/// Compares types and addresses. Each library may have a std::type_info of its own.
void check(Bases const& found, Bases const& expected) {
    REQUIRE(found.size() == expected.size());
    for (std::size_t i = 0; i != found.size(); ++i) {
        CHECK(*found[i].first == *expected[i].first);
        CHECK(found[i].second == expected[i].second);
    }
}
template <class T, class... Base>
void check(T const& object) {
    CAPTURE(typeid(T).name());
    check(bases_of(typeid(T), &object), {{&typeid(Base), static_cast<Base const*>(&object)}...});
}

}  // namespace

TEST_CASE("bases: each direct base class, with its address", "[unit]") {
    if (!trav::detail::lists_bases) {
        CHECK(bases_of(typeid(One), nullptr).empty());
        return;
    }
    check<Empty>({});
    check<Plain>({});
    check<Named>({});
    check<OfPlain, Plain>({});
    check<One, Named>({});
    check<Turned, Plain>({});
    check<Several, Named, Other, Plain>({});
    check<Far, Several, Turned>({});
    Private const closed;
    check(bases_of(typeid(Private), &closed), Private::bases(closed));
    CHECK(bases_of(typeid(int), &closed).empty());
    CHECK(bases_of(typeid(Named*), &closed).empty());
}

TEST_CASE("bases: a virtual base class is where the vtable says", "[unit]") {
    if (!trav::detail::lists_bases) return;
    check<Virtual, Named>({});
    check<Virtuals, Other, One, Plain>({});
    Diamond const diamond;
    check<Diamond, Virtual, Other, Plain>(diamond);
    // within another object, the same class has its base elsewhere
    Virtual const alone, &inner = diamond;
    check<Virtual, Named>(inner);
    auto const distance = [](Virtual const& o) {
        return reinterpret_cast<char const*>(static_cast<Named const*>(&o)) -
               reinterpret_cast<char const*>(&o);
    };
    CHECK(distance(alone) != distance(inner));
}
