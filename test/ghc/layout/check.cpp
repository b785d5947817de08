// test/ghc/layout/check.cpp: sound closures pass; closures that would make a decoder read elsewhere fail. The
// fuzzing target `closure` tries arbitrary bytes.
#include "catch.hpp"
#include "ghc/random_heap.hpp"

#include <trav/ghc/layout/check.hpp>

#include <set>
#include <string>

using namespace trav::ghc;

namespace {

bool anywhere(Word, Word) { return true; }

/// The error message; "" without an error.
std::string refusal(Closure const* c, auto const& readable) {
    try {
        check_closure(c, readable);
        return {};
    } catch (IllFormed const& error) {
        std::string const text = error.what();
        return text.substr(text.find(' ', text.find(" at ") + 4) + 1);
    }
}
std::string refusal(Closure const* c) { return refusal(c, anywhere); }

}  // namespace

TEST_CASE("check_closure: every sound closure passes, but not if any of its parts is unreadable",
          "[property]") {
    std::set<ClosureType> seen;
    for (unsigned seed = 0; seed != 10; ++seed) {
        test::RandomHeap random(seed, 300);
        for (Closure* const tagged : random.all) {
            Closure* const c = untag(tagged);
            INFO(name(type(c)));
            seen.insert(type(c));
            int asked = 0;
            REQUIRE(refusal(c, [&](Word, Word) { return ++asked; }).empty());
            for (int hidden = 0; hidden != asked; ++hidden) {
                int now = 0;
                CHECK(refusal(c, [&](Word, Word) { return now++ != hidden; }) == "reaches out of its memory");
            }
            CHECK(refusal(c, [&](Word at, Word bytes) {
                      return at + bytes != address(c) + size_words(c) * word_bytes + readable_bytes;
                  }) == "reaches out of its memory");
        }
    }
    using enum ClosureType;
    for (ClosureType const type :
         {PAP, AP, AP_STACK, STACK, TSO, BCO, TREC_CHUNK, CONSTR, THUNK, ARR_WORDS}) {
        INFO(name(type));
        CHECK(seen.count(type) == 1);
    }
}

TEST_CASE("check_closure: impossible counts are rejected, even if everything is readable") {
    test::RandomHeap random(1, 600);
    std::set<ClosureType> tried;
    auto const refused = [&](Closure* c, auto& field, auto wrong, char const* why) {
        auto const right = field;
        field = wrong;
        CHECK(refusal(c) == why);
        field = right;
        CHECK(refusal(c).empty());
        tried.insert(type(c));
    };
    for (Closure* const tagged : random.all) {
        Closure* const c = untag(tagged);
        INFO(name(type(c)));
        using enum ClosureType;
        switch (type(c)) {
        case BCO: refused(c, as<Bco>(c)->size, 6u, "is too small"); break;
        case ARR_WORDS: refused(c, as<ArrBytes>(c)->bytes, ~Word{0}, "has an impossible count"); break;
        case TREC_CHUNK: refused(c, as<TRecChunk>(c)->next_entry_idx, 17u, "has too many entries"); break;
        case MUT_ARR_PTRS_CLEAN:
            refused(c, as<MutArrPtrs>(c)->ptrs, as<MutArrPtrs>(c)->size + 1, "has more elements than words");
            break;
        case PAP: refused(c, as<Pap>(c)->n_args, 4000u, "has too many arguments"); break;
        case STACK:
            refused(c, as<Stack>(c)->sp, words_after(as<Stack>(c)) - 1, "has its stack pointer outside");
            refused(c, as<Stack>(c)->sp, words_after(as<Stack>(c)) + as<Stack>(c)->stack_size + 1,
                    "has its stack pointer outside");
            break;
        default: break;
        }
    }
    CHECK(tried.size() == 6);
}

TEST_CASE("check_closure: rejects unaligned closures, and applications of other things than functions") {
    Heap heap;
    Closure* const con = heap.con("C");
    Closure* const fun = heap.fun(Code("f").args("pp"));
    Closure* const pap = untag(heap.pap(fun, {Slot(con)}));
    as<Pap>(pap)->fun = con;
    CHECK(refusal(pap) == "applies what is no function");
    Closure aligned = *untag(con);
    auto const odd = reinterpret_cast<Closure const*>(address(&aligned) + 4);
    CHECK(refusal(odd) == "reaches out of its memory");
}
