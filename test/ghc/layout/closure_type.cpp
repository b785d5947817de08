// test/ghc/layout/closure_type.cpp: GHC's closure types and their properties, from rts/ClosureTypes.h,
// ClosureFlags.c, TraverseHeap.c, RetainerProfile.c and LdvProfile.c.
#include "catch.hpp"

#include <trav/ghc/layout/closure_type.hpp>

#include <set>
#include <string>
#include <vector>

using namespace trav::ghc;

namespace {

std::string const names[] = {"INVALID_OBJECT",
                             "CONSTR",
                             "CONSTR_1_0",
                             "CONSTR_0_1",
                             "CONSTR_2_0",
                             "CONSTR_1_1",
                             "CONSTR_0_2",
                             "CONSTR_NOCAF",
                             "FUN",
                             "FUN_1_0",
                             "FUN_0_1",
                             "FUN_2_0",
                             "FUN_1_1",
                             "FUN_0_2",
                             "FUN_STATIC",
                             "THUNK",
                             "THUNK_1_0",
                             "THUNK_0_1",
                             "THUNK_2_0",
                             "THUNK_1_1",
                             "THUNK_0_2",
                             "THUNK_STATIC",
                             "THUNK_SELECTOR",
                             "BCO",
                             "AP",
                             "PAP",
                             "AP_STACK",
                             "IND",
                             "IND_STATIC",
                             "RET_BCO",
                             "RET_SMALL",
                             "RET_BIG",
                             "RET_FUN",
                             "UPDATE_FRAME",
                             "CATCH_FRAME",
                             "UNDERFLOW_FRAME",
                             "STOP_FRAME",
                             "BLOCKING_QUEUE",
                             "BLACKHOLE",
                             "MVAR_CLEAN",
                             "MVAR_DIRTY",
                             "TVAR",
                             "ARR_WORDS",
                             "MUT_ARR_PTRS_CLEAN",
                             "MUT_ARR_PTRS_DIRTY",
                             "MUT_ARR_PTRS_FROZEN_DIRTY",
                             "MUT_ARR_PTRS_FROZEN_CLEAN",
                             "MUT_VAR_CLEAN",
                             "MUT_VAR_DIRTY",
                             "WEAK",
                             "PRIM",
                             "MUT_PRIM",
                             "TSO",
                             "STACK",
                             "TREC_CHUNK",
                             "ATOMICALLY_FRAME",
                             "CATCH_RETRY_FRAME",
                             "CATCH_STM_FRAME",
                             "WHITEHOLE",
                             "SMALL_MUT_ARR_PTRS_CLEAN",
                             "SMALL_MUT_ARR_PTRS_DIRTY",
                             "SMALL_MUT_ARR_PTRS_FROZEN_DIRTY",
                             "SMALL_MUT_ARR_PTRS_FROZEN_CLEAN",
                             "COMPACT_NFDATA",
                             "CONTINUATION"};

using Names = std::set<std::string>;

/// The names of the types that satisfy the condition.
template <class Condition>
Names those(Condition condition) {
    Names all;
    for (std::uint32_t i = 0; i < closure_types; ++i)
        if (condition(ClosureType{i})) all.emplace(names[i]);
    return all;
}
Names having(std::uint8_t flag) {
    return those([&](ClosureType t) { return (flags(t) & flag) != 0; });
}

/// All types with one of these prefixes.
std::set<std::string> called(std::vector<std::string> beginnings) {
    std::set<std::string> all;
    for (std::string const& n : names)
        for (std::string const& b : beginnings)
            if (n.compare(0, b.size(), b) == 0) all.insert(n);
    return all;
}

}  // namespace

TEST_CASE("closure types are numbered and named as in GHC", "[unit]") {
    REQUIRE(std::size(names) == closure_types);
    for (std::uint32_t i = 0; i < closure_types; ++i) CHECK(name(ClosureType{i}) == names[i]);
    CHECK(name(ClosureType{closure_types}) == "?");
    CHECK_FALSE(is_known(ClosureType{closure_types}));
    CHECK(ClosureType::COMPACT_NFDATA == ClosureType{63});
    CHECK(ClosureType::CONTINUATION == ClosureType{64});
}

TEST_CASE("closure types have GHC's flags", "[unit]") {
    auto thunks = called({"THUNK", "AP"});
    CHECK(having(flag::thunk) == thunks);
    CHECK(having(flag::indirection) == called({"IND"}));
    auto mutable_types =
        called({"BLOCKING_QUEUE", "MVAR", "TVAR", "MUT_", "SMALL_MUT_", "TSO", "STACK", "TREC_CHUNK"});
    mutable_types.erase("MUT_ARR_PTRS_FROZEN_CLEAN");
    mutable_types.erase("SMALL_MUT_ARR_PTRS_FROZEN_CLEAN");
    CHECK(having(flag::mut) == mutable_types);
    CHECK(having(flag::srt) == called({"FUN", "THUNK", "RET_SMALL", "RET_BIG"}));
    CHECK(having(flag::hnf) ==
          called({"CONSTR", "FUN", "BCO", "PAP", "MVAR", "TVAR", "ARR_WORDS", "MUT_", "SMALL_MUT_", "WEAK",
                  "PRIM", "TSO", "STACK", "COMPACT", "CONTINUATION"}));
    CHECK(having(flag::frame) ==
          called({"RET_", "UPDATE_FRAME", "CATCH_", "UNDERFLOW_FRAME", "STOP_FRAME", "ATOMICALLY_FRAME"}));
}

TEST_CASE("closure types have GHC's way of taking children", "[unit]") {
    auto const taken = [](Taking how) {
        return those([&](ClosureType t) { return properties(t).children == how; });
    };
    CHECK(taken(Taking::at_once) ==
          Names{"STACK", "TSO", "BLOCKING_QUEUE", "PAP", "AP", "AP_STACK", "CONTINUATION"});
    CHECK(taken(Taking::last_known) == Names{"CONSTR_1_0", "CONSTR_1_1", "CONSTR_2_0", "MUT_VAR_CLEAN",
                                             "MUT_VAR_DIRTY", "MVAR_CLEAN", "MVAR_DIRTY", "WEAK",
                                             "THUNK_SELECTOR", "BLACKHOLE"});
    CHECK(taken(Taking::fixed) == Names{"FUN_1_0", "FUN_1_1", "THUNK_1_0", "THUNK_1_1", "TREC_CHUNK"});
    Names no_object = called({"INVALID", "RET_", "UPDATE_FRAME", "CATCH_", "UNDERFLOW_FRAME", "STOP_FRAME",
                              "ATOMICALLY_FRAME", "WHITEHOLE", "IND"});
    CHECK(taken(Taking::never) == no_object);
    no_object.erase("IND_STATIC");
    CHECK(those([](ClosureType t) { return properties(t).visited == Visited::never; }) == no_object);
    for (ClosureType const t : {ClosureType::STACK, ClosureType::CONTINUATION}) CHECK(takes_all_at_once(t));
    CHECK(knows_last(ClosureType::WEAK));
    CHECK_FALSE(knows_last(ClosureType::FUN_1_0));
}

TEST_CASE("some closure types always count as in use", "[unit]") {
    CHECK(those(inherently_used) == called({"TSO", "STACK", "MVAR", "TVAR", "ARR_WORDS", "WEAK", "MUT_",
                                            "BCO", "PRIM", "TREC_CHUNK", "COMPACT", "SMALL_MUT_"}));
}

TEST_CASE("an unknown number has no properties", "[unit]") {
    for (std::uint32_t number : {closure_types, 127u, 128u, 1000u, ~0u}) {
        INFO(number);
        CHECK_FALSE(is_known(ClosureType{number}));
        CHECK(flags(ClosureType{number}) == 0);
        CHECK(properties(ClosureType{number}).visited == Visited::never);
        CHECK(properties(ClosureType{number}).retainer == Answer::error);
    }
}

TEST_CASE("predicates recognize the kinds of closure types", "[unit]") {
    for (std::uint32_t i = 0; i < closure_types; ++i) {
        INFO(names[i]);
        CHECK(is_constructor(ClosureType{i}) == (names[i].compare(0, 6, "CONSTR") == 0));
        CHECK(is_function(ClosureType{i}) == (names[i].compare(0, 3, "FUN") == 0));
        CHECK(is_thunk(ClosureType{i}) ==
              (names[i].compare(0, 5, "THUNK") == 0 && names[i] != "THUNK_SELECTOR"));
    }
}
