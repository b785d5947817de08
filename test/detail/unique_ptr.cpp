#include "catch.hpp"

#include <trav/detail/unique_ptr.hpp>

#include <utility>
#include <vector>

namespace {

struct Base {
    virtual ~Base() = default;
    virtual int number() const { return 1; }
};
struct Derived : Base {
    explicit Derived(int& count) : alive(count) { ++alive; }
    Derived(Derived const&) = delete;
    ~Derived() override { --alive; }
    int number() const override { return 2; }
    int& alive;
};

}  // namespace

TEST_CASE("unique pointer: the object is destroyed once, with its owner", "[unit]") {
    int alive = 0;
    {
        trav::detail::UniquePtr<Base> owned(new Derived(alive));
        CHECK(alive == 1);
        CHECK(owned->number() == 2);
        CHECK((*owned).number() == 2);
    }
    CHECK(alive == 0);
}

TEST_CASE("unique pointer: a moved-from owner is empty", "[unit]") {
    int alive = 0;
    {
        trav::detail::UniquePtr<Derived> first(new Derived(alive));
        trav::detail::UniquePtr<Base> second(std::move(first));
        CHECK(second->number() == 2);
        trav::detail::UniquePtr<Base> third(std::move(second));
        CHECK(third->number() == 2);
        CHECK(alive == 1);
    }
    CHECK(alive == 0);
}

TEST_CASE("unique pointer: assignment destroys the previous object", "[unit]") {
    int alive = 0;
    std::vector<trav::detail::UniquePtr<Base>> list;
    for (int i = 0; i != 5; ++i) list.push_back(trav::detail::UniquePtr<Base>(new Derived(alive)));
    CHECK(alive == 5);
    list[0] = std::move(list[1]);
    CHECK(alive == 4);
    list.clear();
    CHECK(alive == 0);
}

TEST_CASE("unique pointer: a released object belongs to its new owner", "[unit]") {
    int alive = 0;
    Base* base = nullptr;
    {
        trav::detail::UniquePtr<Base> owned(new Derived(alive));
        base = owned.release();
    }
    CHECK(alive == 1);
    delete base;
    CHECK(alive == 0);
}

TEST_CASE("unique pointer: an empty owner converts to false", "[unit]") {
    int alive = 0;
    trav::detail::UniquePtr<Base> owned;
    CHECK_FALSE(owned);
    owned = trav::detail::UniquePtr<Base>(new Derived(alive));
    CHECK(owned);
    owned = {};
    CHECK_FALSE(owned);
    CHECK(alive == 0);
}
