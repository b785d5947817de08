#include "catch.hpp"

#include <trav/detail/function_ref.hpp>

#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

using trav::detail::FunctionRef;

namespace {

int twice(int i) { return 2 * i; }

// Counts its copies.
struct Counted {
    int* copies;
    explicit Counted(int* to) : copies(to) {}
    Counted(Counted const& other) : copies(other.copies) { ++*copies; }
    Counted& operator=(Counted const&) = delete;
    int operator()() const { return 7; }
};
struct ByConstness {
    int operator()() { return 1; }
    int operator()() const { return 2; }
};
struct AddressTaken {
    void operator&() const = delete;
    int operator()() const { return 5; }
};

// A reference is two words, which are copied as bytes.
static_assert(sizeof(FunctionRef<int(int)>) == 2 * sizeof(void*));
static_assert(std::is_trivially_copyable_v<FunctionRef<int(int)>>);
// There is no reference to nothing.
static_assert(!std::is_default_constructible_v<FunctionRef<void()>>);
// What cannot be called so is refused.
static_assert(std::is_constructible_v<FunctionRef<int(int)>, int (*)(int)>);
static_assert(!std::is_constructible_v<FunctionRef<int(int)>, std::string>);
static_assert(!std::is_constructible_v<FunctionRef<int(int)>, int (*)(std::string)>);
static_assert(!std::is_constructible_v<FunctionRef<int(int)>, int (*)(int, int)>);
static_assert(!std::is_constructible_v<FunctionRef<int(int)>, std::string (*)(int)>);
static_assert(!std::is_constructible_v<FunctionRef<int(int)>, void (*)(int)>);
static_assert(std::is_constructible_v<FunctionRef<void(int)>, int (*)(int)>);
// A const object has only its const functions.
struct Changing {
    void operator()() {}
};
static_assert(std::is_constructible_v<FunctionRef<void()>, Changing&>);
static_assert(!std::is_constructible_v<FunctionRef<void()>, Changing const&>);

}  // namespace

TEST_CASE("function ref: calls the object itself, not a copy", "[unit]") {
    int copies = 0, sum = 0;
    Counted const counted(&copies);
    FunctionRef<int()> const ref = counted;
    FunctionRef<int()> const copy = ref;
    CHECK(ref() == 7);
    CHECK(copy() == 7);
    CHECK(copies == 0);
    auto add = [&sum, last = 0](int i) mutable { sum += last = i; };
    FunctionRef<void(int)> const to = add;
    to(3), to(4), add(5);
    CHECK(sum == 12);
}

TEST_CASE("function ref: a copy of a reference refers to the same object", "[unit]") {
    auto const one = [] { return 1; };
    auto const two = [] { return 2; };
    FunctionRef<int()> first = one;
    FunctionRef<int()> second(first);  // not a reference to `first`
    first = two;
    CHECK(first() == 2);
    CHECK(second() == 1);
}

TEST_CASE("function ref: a const object is called as const", "[unit]") {
    ByConstness both;
    CHECK(FunctionRef<int()>(both)() == 1);
    CHECK(FunctionRef<int()>(std::as_const(both))() == 2);
    AddressTaken const odd;
    CHECK(FunctionRef<int()>(odd)() == 5);
}

TEST_CASE("function ref: arguments and results keep their types", "[unit]") {
    auto const move = [](std::unique_ptr<int> from) { return from; };
    FunctionRef<std::unique_ptr<int>(std::unique_ptr<int>)> const moves = move;
    CHECK(*moves(std::make_unique<int>(4)) == 4);

    int number = 1;
    auto const itself = [](int& of) -> int& { return of; };
    FunctionRef<int&(int&)> const refers = itself;
    CHECK(&refers(number) == &number);

    auto const length = [](std::string const& text) { return static_cast<int>(text.size()); };
    CHECK(FunctionRef<long(char const*)>(length)("four") == 4);
}

TEST_CASE("function ref: refers to functions, pointers to functions and members", "[unit]") {
    CHECK(FunctionRef<int(int)>(twice)(4) == 8);
    auto const pointer = &twice;
    CHECK(FunctionRef<int(int)>(pointer)(5) == 10);
    auto const first = &std::pair<int, int>::first;
    CHECK(FunctionRef<int(std::pair<int, int> const&)>(first)({6, 7}) == 6);
    std::function<int(int)> const owned = twice;
    CHECK(FunctionRef<int(int)>(owned)(6) == 12);
}

TEST_CASE("function ref: a result that is not wanted is dropped", "[unit]") {
    int calls = 0;
    auto const count = [&](int) { return ++calls; };
    FunctionRef<void(int)> const drops = count;
    drops(1), drops(2);
    CHECK(calls == 2);
    FunctionRef<void(int)> const ignores = twice;
    ignores(3);
}
