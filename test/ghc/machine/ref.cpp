// test/ghc/machine/ref.cpp: variables, lists of references to update, and the operations of `case`.
#include <trav/ghc/machine/ref.hpp>

#include "catch.hpp"

#include <trav/ghc/heap/heap.hpp>

#include <algorithm>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using namespace trav::ghc;

namespace {

using Found = std::vector<Closure*>;

struct Variables {
    Heap heap;
    Closure *a = heap.con("A"), *b = heap.con("B"), *c = heap.con("C");
    Refs refs, others;

    static Found in(Refs& list) {
        Found found;
        list.update([&](Closure* pointer) { found.push_back(pointer); });
        CHECK(list.count() == found.size());
        return found;
    }
};

}  // namespace

TEST_CASE_METHOD(Variables, "a list updates its variables, newest first", "[unit]") {
    CHECK(in(refs).empty());
    Ref const x(refs, a), none(refs, nullptr), y(refs, with_tag(b, 3));
    Ref const z(others, c);
    CHECK(in(refs) == Found{with_tag(b, 3), a});
    CHECK(in(others) == Found{c});
    CHECK(y.pointer() == with_tag(b, 3));
    CHECK(y.closure() == b);
    CHECK(x);
    CHECK_FALSE(none);
    refs.update([&](Closure*& pointer) { pointer = pointer == a ? b : c; });
    CHECK(x.closure() == b);
    CHECK(y.closure() == c);
    CHECK(z.closure() == c);
    CHECK_FALSE(none);
}

TEST_CASE_METHOD(Variables, "a copy belongs to the same list, a moved variable is empty in its own",
                 "[unit]") {
    Ref x(refs, a);
    {
        Ref const copy = x;
        CHECK(in(refs) == Found{a, a});
        CHECK(copy.closure() == a);
    }
    CHECK(in(refs) == Found{a});
    Ref moved = std::move(x);
    CHECK_FALSE(x);
    CHECK(in(refs) == Found{a});
    x = Ref(others, b);
    CHECK(in(refs).size() == 2);
    CHECK(in(others).empty());
    CHECK(std::move(moved).take() == a);
    CHECK_FALSE(moved);
    CHECK(in(refs) == Found{b});
    CHECK(Ref().pointer() == nullptr);
    CHECK(Ref().closure() == nullptr);
}

TEST_CASE_METHOD(Variables, "an assigned variable joins a list only if it has none", "[unit]") {
    Ref const from(refs, a);
    Ref copied, moved, elsewhere(others, b);
    copied = from;
    CHECK(in(refs) == Found{a, a});
    moved = Ref(refs, c);
    CHECK(in(refs).size() == 3);
    CHECK(moved.closure() == c);
    elsewhere = from;
    CHECK(in(others) == Found{a});
    elsewhere = std::move(copied);
    CHECK(in(others) == Found{a});
    CHECK_FALSE(copied);
    refs.adopt(elsewhere);
    CHECK(in(others).empty());
    CHECK(in(refs).front() == a);
    CHECK(in(refs).size() == 3);
    // variables without a list
    Ref loose, other = loose;
    other = loose;
    refs.adopt(loose);
    CHECK(in(refs).size() == 3);
    refs.adopt(loose);
    CHECK_FALSE(other);
}

TEST_CASE_METHOD(Variables, "variables outlive their list", "[unit]") {
    std::optional<Refs> list(std::in_place);
    Ref x(*list, a), y(*list, b);
    list.reset();
    CHECK(x.closure() == a);
    Ref const copy = x;
    x = y;
    CHECK(copy.closure() == a);
    CHECK(x.closure() == b);
    refs.adopt(x);
    CHECK(in(refs) == Found{b});
    y = std::move(x);
    CHECK_FALSE(x);
    CHECK(in(refs) == Found{b});
}

TEST_CASE_METHOD(Variables, "lists are those of a model", "[property]") {
    std::mt19937 random(7);
    std::vector<Closure*> objects;
    for (int i = 0; i != 8; ++i) objects.push_back(heap.con("X"));
    Refs* const lists[] = {&refs, &others};
    std::vector<std::optional<Ref>> variables(10);
    struct Model {
        Closure* pointer = nullptr;
        int list = -1;
    };
    std::vector<std::optional<Model>> models(10);
    for (int step = 0; step != 3000; ++step) {
        std::size_t const i = random() % 10, j = random() % 10;
        int const l = static_cast<int>(random() % 2);
        Closure* const object = objects[random() % 8];
        switch (random() % 7) {
        case 0:
            variables[i].emplace(*lists[l], object);
            models[i] = Model{object, l};
            break;
        case 1: variables[i].reset(), models[i].reset(); break;
        case 2:
            if (i == j || !models[j]) break;
            variables[i].emplace(*variables[j]);
            models[i] = models[j];
            break;
        case 3:
            if (i == j || !models[j]) break;
            variables[i].emplace(std::move(*variables[j]));
            models[i] = models[j];
            models[j]->pointer = nullptr;
            break;
        case 4:
        case 5: {
            if (i == j || !models[i] || !models[j]) break;
            bool const moves = random() % 2;
            if (moves) *variables[i] = std::move(*variables[j]);
            else *variables[i] = *variables[j];
            models[i]->pointer = models[j]->pointer;
            if (models[i]->list < 0) models[i]->list = models[j]->list;
            if (moves) models[j]->pointer = nullptr;
            break;
        }
        default:
            if (!models[i]) variables[i].emplace(), models[i] = Model{};
            else lists[l]->adopt(*variables[i]), models[i]->list = l;
        }
        for (int list = 0; list != 2; ++list) {
            Found expected;
            for (auto const& model : models)
                if (model && model->list == list && model->pointer) expected.push_back(model->pointer);
            Found found = in(*lists[list]);
            std::sort(expected.begin(), expected.end());
            std::sort(found.begin(), found.end());
            REQUIRE(found == expected);
        }
        for (std::size_t k = 0; k != 10; ++k)
            if (models[k]) REQUIRE(variables[k]->pointer() == models[k]->pointer);
    }
}

TEST_CASE_METHOD(Variables, "fields and words of constructors, thunks and functions", "[unit]") {
    Code const P = Code("P").number(4);
    for (Closure* const made : {heap.con(P, {a, b}, {5, 6}), heap.thunk("P", {a, b}, {5, 6}),
                                heap.fun(Code("P").args("p"), {a, b}, {5, 6})}) {
        Ref x(refs, tagged(made));
        CHECK(x.is("P") == is_constructor(type(made)));
        CHECK_FALSE(x.is("Q"));
        CHECK(x[0].pointer() == tagged(a));
        CHECK(x[1].pointer() == tagged(b));
        CHECK(x.word() == 5);
        CHECK(x.word(1) == 6);
        CHECK_THROWS_WITH(x[2], "ghc machine: P has no field 2");
        CHECK_THROWS_WITH(x.word(2), "ghc machine: P has no word 2");
        CHECK_THROWS_AS(x.set(2, x), std::out_of_range);
        x.set(1, Ref(refs, tagged(c)));
        CHECK(x[1].closure() == c);
        CHECK(x[0].closure() == a);
        CHECK(x.word() == 5);
        Ref const field = std::move(x)[1];
        CHECK(field.pointer() == tagged(c));
        CHECK_FALSE(x);
        CHECK(in(refs) == Found{tagged(c)});
    }
    CHECK(Ref(refs, heap.con(P)).number() == 4);
}

TEST_CASE_METHOD(Variables, "operations on an empty variable say so", "[unit]") {
    Ref const none, full(refs, heap.con("Cell", {a}));
    std::string const empty = ": a variable is empty: it was moved, or never had a value";
    CHECK_THROWS_WITH(none.is("A"), "ghc machine: is" + empty);
    CHECK_THROWS_WITH(none.number(), "ghc machine: number" + empty);
    CHECK_THROWS_WITH(none[0], "ghc machine: field" + empty);
    CHECK_THROWS_WITH(Ref()[0], "ghc machine: field" + empty);
    CHECK_THROWS_WITH(none.word(), "ghc machine: word" + empty);
    CHECK_THROWS_WITH(none.set(0, full), "ghc machine: set" + empty);
    CHECK_THROWS_WITH(full.set(0, none), "ghc machine: set" + empty);
    CHECK(full[0].closure() == a);
}
