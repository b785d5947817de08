#include "catch.hpp"

#include <trav/graph/objects.hpp>
#include <trav/profile/detail/mark_names.hpp>

#include <set>

using trav::detail::BlockMarks, trav::detail::MarkNames;
using Part = MarkNames::Part;

TEST_CASE("mark names: a mark of a type says which part of it, and is called by the type", "[unit]") {
    MarkNames names;
    auto const *const number = &trav::type_of<int>, *const letter = &trav::type_of<char>;
    auto const numbers = names.of(number), letters = names.of(letter);
    CHECK(names.of(number) == numbers);
    std::set<MarkNames::Mark> marks;
    for (auto const mark : {numbers, letters})
        for (Part const part : {Part::holds, Part::plain, Part::behind, Part::beside}) {
            auto const one = MarkNames::with(mark, part);
            CHECK(marks.insert(one).second);
            CHECK(MarkNames::part(one) == part);
            CHECK(MarkNames::with(one, Part::holds) == mark);
            CHECK(MarkNames::is_seen(one) == (part == Part::holds || part == Part::plain));
        }
    CHECK(MarkNames::part(numbers) == Part::holds);
    CHECK(names.text(MarkNames::with(numbers, Part::behind)) == "(behind) int");
    CHECK(names.text(MarkNames::with(letters, Part::beside)) == "(beside) char");
}

TEST_CASE("mark names: any other text is not seen", "[unit]") {
    MarkNames names;
    auto const first = names.of("(elsewhere)"), second = names.of("(behind) Page.next");
    CHECK(first != second);
    CHECK(names.of("(elsewhere)") == first);
    CHECK(names.text(first) == "(elsewhere)");
    CHECK(names.text(second) == "(behind) Page.next");
    CHECK_FALSE(MarkNames::is_seen(first));
    CHECK_FALSE(MarkNames::is_seen(second));
    CHECK_FALSE(MarkNames::is_seen(BlockMarks::none));
}
