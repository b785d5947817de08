#include "catch.hpp"

#include <trav/graph/objects.hpp>
#include <trav/profile/detail/mark_names.hpp>

#include <set>

using trav::detail::BlockMarks, trav::detail::MarkNames;
using Relation = MarkNames::Relation;

TEST_CASE("mark names: a mark of a type has its relation to the block, and the name of the type", "[unit]") {
    MarkNames names;
    auto const *const number = &trav::type_of<int>, *const letter = &trav::type_of<char>;
    auto const numbers = names.of(number), letters = names.of(letter);
    CHECK(names.of(number) == numbers);
    std::set<MarkNames::Mark> marks;
    for (auto const mark : {numbers, letters})
        for (Relation const relation :
             {Relation::holds, Relation::plain, Relation::behind, Relation::beside}) {
            auto const one = MarkNames::with(mark, relation);
            CHECK(marks.insert(one).second);
            CHECK(MarkNames::relation(one) == relation);
            CHECK(MarkNames::with(one, Relation::holds) == mark);
            CHECK(MarkNames::is_seen(one) == (relation == Relation::holds || relation == Relation::plain));
        }
    CHECK(MarkNames::relation(numbers) == Relation::holds);
    CHECK(names.text(MarkNames::with(numbers, Relation::behind)) == "(behind) int");
    CHECK(names.text(MarkNames::with(letters, Relation::beside)) == "(beside) char");
}

TEST_CASE("mark names: a mark with any other text is unseen", "[unit]") {
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
