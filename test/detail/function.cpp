#include <trav/detail/function.hpp>

#include "catch.hpp"

#include <functional>
#include <string>
#include <utility>

namespace {

int twice(int n) { return 2 * n; }

using Function = trav::detail::Function<int(int)>;

}  // namespace

TEST_CASE("a function calls a copy of what it was made of") {
    int calls = 0;
    Function const counts = [&calls, own = 0](int n) mutable { return ++calls, ++own + n; };
    CHECK(counts(10) == 11);
    Function copy = counts;
    CHECK(copy(10) == 12);
    CHECK(counts(10) == 12);
    CHECK(calls == 3);
    copy = twice;
    CHECK(copy(4) == 8);
    Function const moved = std::move(copy);
    CHECK(moved(5) == 10);
}

TEST_CASE("a function of nothing is false") {
    CHECK_FALSE(Function());
    CHECK_FALSE(Function(static_cast<int (*)(int)>(nullptr)));
    CHECK_FALSE(Function(std::function<int(int)>()));
    CHECK(Function(std::function<int(int)>(twice)));
}

TEST_CASE("a function passes references on") {
    trav::detail::Function<bool(std::string&)> const append = [](std::string& text) {
        return (text += "!").size() > 1;
    };
    std::string text = "a";
    CHECK(append(text));
    CHECK(text == "a!");
}
