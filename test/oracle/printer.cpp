// A failing case is printed as a test: printed.cpp is an example.
#include "check.hpp"
#include "definitions.hpp"
#include "dominators.hpp"

#include <fstream>
#include <iterator>
#include <stdexcept>

using namespace oracle;

namespace {

Case const diamond{
    .nodes = 4,
    .edges = {{0, 1}, {0, 2}, {1, 3}, {2, 3}},
    .roots = {0, null, 2},
    .bytes = {8, 16},
    .types = {0, 1},
    .retainers = {null, 0},
    .named = {{1, 0}},
    .cap = 2,
    .whole_heap = true,
    .steps = {{Do::use, 1}, {Do::link, 1, 2}, {Do::census}},
};

}  // namespace

TEST_CASE("oracle: a case is printed as a test that compiles", "[unit]") {
    std::ifstream file("test/oracle/printed.cpp");
    std::string const expected(std::istreambuf_iterator<char>(file), {});
    std::string const check =
        "CHECK(retained<std::uint64_t, false>(c) == Amounts{{24, 2}, {16, 1}, {8, 1}, {8, 1}})";
    CHECK(printed_test(diamond, "dominators.hpp", "dominators: a diamond whose one side is a root", check) ==
          expected);
}

TEST_CASE("oracle: a failure throws a test with the names of the template arguments", "[unit]") {
    Checks checks("dominators.hpp", "dominators");
    checks.begin(diamond);
    checks.let("Index", "std::uint8_t");
    using Index = std::uint8_t;
    ORACLE_SAME(checks, Numbers({null, 0, null, null}), idoms<Index>(diamond));
    CHECK(checks.comparisons == 4);
    std::string thrown;
    try {
        ORACLE_SAME(checks, Numbers({null, 0, 0, 0}), idoms<Index>(diamond));
    } catch (rc::detail::CaseResult const& failure) { thrown = failure.description; }
    CHECK(thrown.starts_with("idoms<std::uint8_t>(diamond)\nanswered Numbers{-1, 0, -1, -1}\n\n#include"));
    CHECK(thrown.find("TEST_CASE(\"dominators: a case that the oracle found\") {\n") != std::string::npos);
    CHECK(thrown.ends_with("    CHECK(idoms<std::uint8_t>(diamond) == Numbers{-1, 0, 0, 0});\n}\n"));
    try {
        checks.same("f(c)", Numbers{}, []() -> Numbers { throw std::runtime_error("no room"); });
    } catch (rc::detail::CaseResult const& failure) { thrown = failure.description; }
    CHECK(thrown.starts_with("f(c)\nthrew no room\n"));
}

TEST_CASE("oracle: a failing case shrinks to the cause of the failure", "[unit]") {
    // an assertion that is wrong for heaps with a root that refers to itself
    std::string last;
    auto const property = [&](Case const& c) {
        rc::detail::CaseDescription done;
        done.result.type = rc::detail::CaseResult::Type::Success;
        done.example = [] { return rc::detail::Example{}; };
        for (auto const& [from, to] : c.edges)
            for (int const root : c.roots)
                if (to == root && from == root) {
                    done.result.type = rc::detail::CaseResult::Type::Failure;
                    last = definition_of(c);
                }
        return done;
    };
    rc::detail::TestParams params;
    params.seed = 1;
    NoListener nobody;
    auto const make = [](auto& dice, int size) { return random_story(dice, 2 + size / 4, 10); };
    auto const result =
        rc::detail::checkProperty(rc::gen::map(cases(make), property), {}, params, nobody, {});
    CHECK(result.is<rc::detail::FailureResult>());
    CHECK(last == "    Case const c{\n        .nodes = 1,\n        .edges = {{0, 0}},\n        .roots = "
                  "{0},\n    };\n");
}

TEST_CASE("oracle: definitions print readable heaps", "[unit]") {
    auto const heap = test::shape("a:bc b:d c:d d:a e:d f:-", "ab");
    CHECK(test::arrivals(heap) == Numbers{2, 2, 1, 2, 0, 0});
    CHECK(test::distances(heap) == Numbers{0, 0, 1, 1, null, null});
    CHECK(test::idoms(test::dominated(heap)) == Numbers{null, null, 0, null, null, null});
    auto const is_retainer = [](int n) { return n == 2; };
    auto const identity = [](int) { return std::string("C"); };
    CHECK(test::retainer_sets(heap, is_retainer, identity) ==
          Sets{{"C", "SYSTEM"}, {"C", "SYSTEM"}, {"C", "SYSTEM"}, {"C", "SYSTEM"}, {}, {}});
    CHECK(test::retainer_sets(
              test::shape("a:b b:c c:b", "a"), [](int n) { return n == 1; }, identity) ==
          Sets{{"SYSTEM"}, {"C", "SYSTEM"}, {"C"}});
    CHECK(test::retainer_sets(
              test::shape("a:b b:", "a"), [](int) { return true; }, identity) == Sets{{"C"}, {"C"}});
    CHECK(test::other_roots(heap, {1}) ==
          std::vector<std::string>{"other", "named", "other", "other", "unreached", "unreached"});
    CHECK(
        test::root_sets(heap, {{"d", {3}}, {"e", {4, 5}}}) ==
        std::vector<std::vector<std::string>>{{"d", "e"}, {"d", "e"}, {"d", "e"}, {"d", "e"}, {"e"}, {"e"}});
    test::Life const used{{0, 1, 2, 3}, {1, 2}, true}, living{{0, 1, 2, 3}, {1, 2}, false};
    test::Life const idle{{0, 1}, {}, false}, never{{0, 1}, {}, true};
    CHECK(test::phase(used, 0) == "LAG");
    CHECK(test::phase(used, 1) == "USE");
    CHECK(test::phase(used, 2) == "USE");
    CHECK(test::phase(used, 3) == "DRAG");
    CHECK(test::phase(living, 3) == "USE");
    CHECK(test::phase(idle, 0) == "LAG");
    CHECK(test::phase(never, 0) == "VOID");
}
