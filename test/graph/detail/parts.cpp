// Parts and their owners: examples, and random objects beside a model.
#include <trav/graph/detail/parts.hpp>

#include "catch.hpp"
#include "parts_model.hpp"
#include "support/dice.hpp"

#include <array>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

using trav::EdgeKind;
using trav::EdgeKinds;
using trav::Object;
using trav::Type;
using trav::detail::most_rounding;
using trav::detail::Parts;
using namespace test::unread;

namespace {

constexpr EdgeKinds both = EdgeKind::owns | EdgeKind::refers;

std::vector<Object> listed(std::span<Object const> objects) { return {objects.begin(), objects.end()}; }

Type const small = type("Small", 8, true, true), medium = type("Medium", 16, true, true),
           large = type("Large", 64, true, true), array = type("Small []", 0, true, true),
           plain = type("Plain", 8), owning = type("Owning", 24, true),
           referring = type("Referring", 24, false, true);
Type const arena = [] {
    Type made = type("Arena", 64, true, true);
    made.gives_way = true;
    return made;
}();

void check(Objects const& all, std::size_t roots, EdgeKinds kinds) {
    auto const model = expected(all, roots, kinds);
    Parts const parts(all, roots, kinds);
    for (std::size_t i = 0; i != all.size(); ++i) {
        CAPTURE(i, all.size(), roots);
        CHECK(parts.owner(all[i]) == all[model[i].owner]);
        Parts::Owner owner;
        owner.bytes = trav::detail::all_bytes(all[i]);
        if (Parts::Owner const* const found = parts.find(all[i])) owner = *found;
        else if (model[i].owner != i) continue;
        REQUIRE(model[i].owner == i);
        CHECK(listed(owner.roots) == model[i].roots);
        CHECK(listed(owner.left_out) == model[i].left_out);
        CHECK(owner.bytes == model[i].bytes);
    }
}

}  // namespace

TEST_CASE("parts: objects without others in them have no entry", "[unit]") {
    CHECK(Parts({}, 0, both).empty());
    Objects const apart{at(0, large), at(64, small, {{128, 64}}), at(192, medium)};
    Parts const none(apart, 1, both);
    CHECK(none.empty());
    for (Object const& each : apart) CHECK((none.owner(each) == each && none.find(each) == nullptr));
}

TEST_CASE("parts: a part belongs to the outermost object, or to a root within it", "[unit]") {
    Object const outer = at(0, large, {{128, 64}}), middle = at(128, medium), inner = at(136, plain),
                 last = at(56, plain), behind = at(64, plain);
    Parts const parts(Objects{inner, middle, outer, last, behind}, 0, both);
    for (Object const& each : {inner, middle, outer, last}) CHECK(parts.owner(each) == outer);
    CHECK(parts.owner(behind) == behind);
    CHECK((parts.find(outer) == nullptr && parts.find(middle) == nullptr));  // types tell everything
    CHECK_FALSE(parts.empty());

    Parts const with_root(Objects{middle, inner, outer, last}, 1, both);
    CHECK(with_root.owner(middle) == middle);
    CHECK(with_root.owner(inner) == middle);
    CHECK(with_root.owner(last) == outer);
    REQUIRE(with_root.find(outer) != nullptr);
    CHECK(with_root.find(outer)->bytes == 64 + 64 - 16);
    CHECK(listed(with_root.find(outer)->roots) == Objects{middle});
    REQUIRE(with_root.find(middle) != nullptr);
    CHECK(with_root.find(middle)->bytes == 16);
}

TEST_CASE("parts: an owner lists its roots by address", "[unit]") {
    Object const outer = at(0, large), first = at(8, small), second = at(24, medium), third = at(56, small),
                 within = at(32, small);
    Parts const parts(Objects{third, outer, within, first, second}, 5, both);
    REQUIRE(parts.find(outer) != nullptr);
    CHECK(listed(parts.find(outer)->roots) == Objects{first, second, third});
    CHECK(parts.find(outer)->bytes == 64 - 8 - 16 - 8);
    CHECK(listed(parts.find(second)->roots) == Objects{within});
    CHECK((parts.find(second)->bytes == 8 && parts.find(within)->bytes == 8));
}

TEST_CASE("parts: an owner also has edges and memory outside of its description", "[unit]") {
    Object const target = at(1000, plain), other = at(1008, plain);
    Object const same = at(8, small, {}, {{EdgeKind::refers, target}}),
                 more = at(24, small, {}, {{EdgeKind::owns, target}, {EdgeKind::weak, other}}),
                 rich = at(32, small, {{512, 32}}), known = at(40, small, {{256, 64}}),
                 longer = at(48, small, {{264, 64}});
    Object const outer = at(0, large, {{256, 64}}, {{EdgeKind::owns, target}});
    Objects const all{outer, more, rich, same, known, longer, target, other};
    Parts const parts(all, 1, both);
    REQUIRE(parts.find(outer) != nullptr);
    CHECK(listed(parts.find(outer)->left_out) == Objects{rich, longer});
    CHECK(parts.find(outer)->bytes == 64 + 64 + 32 + 8);
    Parts const weak(all, 1, both | EdgeKind::weak);
    CHECK(listed(weak.find(outer)->left_out) == Objects{more, rich, longer});
    Parts const referred(all, 1, EdgeKind::refers);
    CHECK(listed(referred.find(outer)->left_out) == Objects{same, rich, longer});
}

TEST_CASE("parts: the block of an array may be larger than the memory requested for it", "[unit]") {
    std::size_t const all = 1000, rounding = most_rounding(all);
    for (std::size_t const more : {std::size_t{0}, rounding, rounding + 1}) {
        CAPTURE(more);
        Object const outer = at(0, medium, {{512, all}}), inner = at(512, array, {{512, all + more}}),
                     object = at(520, small, {{520, all - 8 + more}});
        Parts const parts(Objects{outer, inner}, 0, both);
        CHECK(parts.owner(inner) == outer);
        CHECK((parts.find(outer) != nullptr) == (more > rounding));
        Parts const no_array(Objects{outer, object}, 0, both);
        CHECK((no_array.find(outer) != nullptr) == (more != 0));
        if (more > rounding) CHECK(parts.find(outer)->bytes == 16 + all + more);
    }
    Object const outer = at(0, large), tiny = at(8, array, {{2048, 8}});
    CHECK(listed(Parts(Objects{outer, tiny}, 0, both).find(outer)->left_out) == Objects{tiny});
}

TEST_CASE("parts: objects in memory that gives way keep their bytes", "[unit]") {
    Object const giving = at(0, arena, {{128, 256}}), first = at(8, medium), second = at(200, large);
    for (Objects const& all : {Objects{giving, first, second}, Objects{second, first, giving}}) {
        Parts const parts(all, 0, both);
        for (Object const& each : all) CHECK(parts.owner(each) == each);
        REQUIRE(parts.find(giving) != nullptr);
        CHECK(parts.find(giving)->bytes == 64 + 256 - 16 - 64);
        CHECK((parts.find(first)->bytes == 16 && parts.find(second)->bytes == 64));
    }
}

TEST_CASE("parts: memory of several owners belongs to the first one", "[unit]") {
    Object const one = at(0, small, {{512, 64}}), two = at(16, small, {{512, 64}}),
                 three = at(32, small, {{528, 16}});
    auto const bytes = [](Objects const& all, std::size_t roots) {
        Parts const parts(all, roots, both);
        std::vector<std::size_t> found;
        for (Object const& each : all) found.push_back(parts.find(each)->bytes);
        return found;
    };
    using Bytes = std::vector<std::size_t>;
    CHECK(bytes({one, two}, 0) == Bytes{8 + 64, 8});
    CHECK(bytes({two, one}, 0) == Bytes{8 + 64, 8});
    CHECK(bytes({two, three, one}, 0) == Bytes{8 + 48, 8 + 16, 8});
    Object const larger = at(48, medium, {{512, 64}});  // of roots, the smaller one's
    CHECK(bytes({one, larger}, 2) == Bytes{8 + 64, 16});
    CHECK(bytes({larger, one}, 2) == Bytes{16, 8 + 64});
    CHECK(bytes({larger, one}, 1) == Bytes{16 + 64, 8});
}

TEST_CASE("parts: random objects have the owners and the bytes of a model", "[property]") {
    test::Dice dice(11);
    std::array const types{&small, &medium, &large, &array, &plain, &owning, &referring};
    for (int round = 0; round != 300; ++round) {
        contents.clear();
        std::vector<std::size_t> places = dice.order(64);
        for (std::size_t& place : places) place *= 8;
        std::size_t const count = 1 + dice.below(14), roots = dice.below(count + 1);
        Objects all;
        for (std::size_t i = 0; i != count; ++i) {
            bool const gives_way = i >= roots && dice.one_in(8);
            Object const o = at(places[i], gives_way ? arena : *types[dice.below(types.size())]);
            auto& blocks = contents[o.address].blocks;
            std::size_t from = 600;  // blocks of one object have different memory
            for (std::size_t n = o.type->owned ? dice.below(3) : 0; n != 0; --n) {
                from += 8 * dice.below(30);
                blocks.emplace_back(from, 8 * dice.below(12));
                from += blocks.back().second;
            }
            if (o.type == &array) blocks.assign({{places[i], 8 * dice.below(8)}});
            all.push_back(o);
        }
        for (Object const& o : all)
            for (std::size_t n = o.type->children ? dice.below(3) : 0; n != 0; --n)
                contents[o.address].edges.emplace_back(dice.one_in(2) ? EdgeKind::owns : EdgeKind::refers,
                                                       all[dice.below(count)]);
        check(all, roots, dice.one_in(2) ? both : EdgeKinds(EdgeKind::owns));
    }
}
