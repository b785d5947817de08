// Parts and their owners beside a model that gives each 8 bytes to one object. Objects and blocks are at
// addresses never read.
#include <trav/graph/detail/parts.hpp>

#include "catch.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

using trav::EdgeKind;
using trav::EdgeKinds;
using trav::Object;
using trav::Type;
using trav::detail::each_interval;
using trav::detail::most_rounding;
using trav::detail::Nesting;
using trav::detail::Parts;

namespace {

constexpr std::uintptr_t base = 0x4000'0000;
constexpr EdgeKinds both = EdgeKind::owns | EdgeKind::refers;

using Block = std::pair<std::uintptr_t, std::size_t>;  // address from `base`, and bytes
struct Content {
    std::vector<Block> blocks;
    std::vector<std::pair<EdgeKind, Object>> children;
};
std::map<void const*, Content> contents;  // by address

std::size_t own_blocks(void const* owner, trav::detail::OwnedBlocks* list) {
    std::size_t all = 0;
    for (auto const& [at, bytes] : contents[owner].blocks) {
        all += bytes;
        if (list != nullptr) list->add(reinterpret_cast<void const*>(base + at), bytes, false);
    }
    return all;
}
void add_children(void const* object, trav::detail::ChildList& list) {
    for (auto const& [kind, to] : contents[object].children) list.add(kind, to.address, *to.type);
}
Type type(std::string_view name, std::size_t size, bool owns = true, bool refers = true) {
    Type made;
    made.spelled = name, made.size = size;
    if (owns) made.owned = own_blocks;
    if (refers) made.children = add_children;
    return made;
}
Object at(std::uintptr_t address, Type const& its, Content content = {}) {
    Object const o{reinterpret_cast<void const*>(base + address), &its};
    contents[o.address] = std::move(content);
    return o;
}
std::vector<Object> listed(std::span<Object const> objects) { return {objects.begin(), objects.end()}; }
using Objects = std::vector<Object>;

Type const small = type("Small", 8), medium = type("Medium", 16), large = type("Large", 64),
           array = type("Small []", 0), plain = type("Plain", 8, false, false),
           owning = type("Owning", 24, true, false), referring = type("Referring", 24, false);
Type const arena = [] {
    Type made = type("Arena", 64);
    made.gives_way = true;
    return made;
}();

/// What the model says of an object: that it has an owner, or what it has.
struct Expected {
    std::size_t owner = 0, bytes = 0;
    Objects roots{}, left_out{};
};
bool has_edge(Object const& from, Object const& to, EdgeKinds kinds) {
    return std::ranges::any_of(contents[from.address].children, [&](auto const& edge) {
        return edge.second == to && kinds.contains(edge.first);
    });
}
/// Whether the owner has the edges and the memory of its part.
bool is_known(Object const& owner, Object const& part, EdgeKinds kinds) {
    bool known = true;
    for (auto const& [kind, to] : contents[part.address].children)
        known = known && (!kinds.contains(kind) || has_edge(owner, to, kinds));
    each_interval(part, [&](std::uintptr_t begin, std::uintptr_t end) {
        if (part.type == &array) end -= std::min(end - begin, most_rounding(end - begin));
        bool inside = false;
        each_interval(owner, [&](std::uintptr_t first, std::uintptr_t last) {
            inside = inside || (first <= begin && begin < last && end <= last);
        });
        known = known && inside;
    });
    return known;
}
/// The objects around others are those of Nesting.
std::vector<Expected> expected(Objects const& all, std::size_t roots, EdgeKinds kinds) {
    Nesting<> nesting{all, roots};
    nesting.run();
    std::vector<Expected> found(all.size());
    std::map<void const*, std::size_t> by_address;
    for (std::size_t i = 0; i != all.size(); ++i) {
        by_address[all[i].address] = i;
        std::size_t& owner = found[i].owner = i;
        while (owner >= roots && nesting.up[owner] != nesting.none) owner = nesting.up[owner];
    }
    for (auto const& [_, i] : by_address)
        if (found[i].owner == i) {
            if (nesting.up[i] != nesting.none) found[found[nesting.up[i]].owner].roots.push_back(all[i]);
        } else if ((all[i].type->children || all[i].type->owned) &&
                   !is_known(all[found[i].owner], all[i], kinds)) {
            found[found[i].owner].left_out.push_back(all[i]);
        }
    // the memory of each owner: the innermost one comes last
    using Piece = std::tuple<std::uintptr_t, std::uintptr_t, std::size_t, int, std::size_t>;
    std::vector<Piece> pieces[2];
    for (std::size_t i = 0; i != all.size(); ++i) {
        Expected const& owner = found[i];
        if (owner.owner != i) continue;
        bool const yields = all[i].type->gives_way;
        std::size_t const rank = i < roots ? 1 + nesting.rank[i] : 1;
        int const order = !owner.left_out.empty() ? 2 : !owner.roots.empty() ? 1 : 0;
        auto const add = [&](std::uintptr_t begin, std::uintptr_t end) {
            pieces[!yields].emplace_back(begin, ~end, rank, order, ~i);
        };
        each_interval(all[i], add);
        for (Object const& part : owner.left_out) each_interval(part, add);
    }
    for (std::uintptr_t unit = base; unit != base + 4096; unit += 8)
        for (bool const inner : {true, false}) {
            Piece const* last = nullptr;
            for (Piece const& each : pieces[inner])
                if (std::get<0>(each) <= unit && unit < ~std::get<1>(each) &&
                    (last == nullptr || *last < each))
                    last = &each;
            if (last == nullptr) continue;
            found[~std::get<4>(*last)].bytes += 8;
            break;
        }
    return found;
}
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
    Objects const apart{at(0, large), at(64, small, {{{128, 64}}, {}}), at(192, medium)};
    Parts const none(apart, 1, both);
    CHECK(none.empty());
    for (Object const& each : apart) CHECK((none.owner(each) == each && none.find(each) == nullptr));
}

TEST_CASE("parts: a part belongs to the outermost object, or to a root within it", "[unit]") {
    Object const outer = at(0, large, {{{128, 64}}, {}}), middle = at(128, medium), inner = at(136, plain),
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

TEST_CASE("parts: an owner also has edges and memory that its description leaves out", "[unit]") {
    Object const target = at(1000, plain), other = at(1008, plain);
    Object const same = at(8, small, {{}, {{EdgeKind::refers, target}}}),
                 more = at(24, small, {{}, {{EdgeKind::owns, target}, {EdgeKind::weak, other}}}),
                 rich = at(32, small, {{{512, 32}}, {}}), known = at(40, small, {{{256, 64}}, {}}),
                 longer = at(48, small, {{{264, 64}}, {}});
    Object const outer = at(0, large, {{{256, 64}}, {{EdgeKind::owns, target}}});
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
        Object const outer = at(0, medium, {{{512, all}}, {}}),
                     inner = at(512, array, {{{512, all + more}}, {}}),
                     object = at(520, small, {{{520, all - 8 + more}}, {}});
        Parts const parts(Objects{outer, inner}, 0, both);
        CHECK(parts.owner(inner) == outer);
        CHECK((parts.find(outer) != nullptr) == (more > rounding));
        Parts const no_array(Objects{outer, object}, 0, both);
        CHECK((no_array.find(outer) != nullptr) == (more != 0));
        if (more > rounding) CHECK(parts.find(outer)->bytes == 16 + all + more);
    }
    Object const outer = at(0, large), tiny = at(8, array, {{{2048, 8}}, {}});
    CHECK(listed(Parts(Objects{outer, tiny}, 0, both).find(outer)->left_out) == Objects{tiny});
}

TEST_CASE("parts: objects in memory that gives way keep their bytes", "[unit]") {
    Object const giving = at(0, arena, {{{128, 256}}, {}}), first = at(8, medium), second = at(200, large);
    for (Objects const& all : {Objects{giving, first, second}, Objects{second, first, giving}}) {
        Parts const parts(all, 0, both);
        for (Object const& each : all) CHECK(parts.owner(each) == each);
        REQUIRE(parts.find(giving) != nullptr);
        CHECK(parts.find(giving)->bytes == 64 + 256 - 16 - 64);
        CHECK((parts.find(first)->bytes == 16 && parts.find(second)->bytes == 64));
    }
}

TEST_CASE("parts: memory that several objects own is the first one's", "[unit]") {
    Object const one = at(0, small, {{{512, 64}}, {}}), two = at(16, small, {{{512, 64}}, {}}),
                 three = at(32, small, {{{528, 16}}, {}});
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
    Object const larger = at(48, medium, {{{512, 64}}, {}});  // of roots, the smaller one's
    CHECK(bytes({one, larger}, 2) == Bytes{8 + 64, 16});
    CHECK(bytes({larger, one}, 2) == Bytes{16, 8 + 64});
    CHECK(bytes({larger, one}, 1) == Bytes{16 + 64, 8});
}

TEST_CASE("parts: random objects have the owners and the bytes of a model", "[property]") {
    std::mt19937 random(11);
    std::array const types{&small, &medium, &large, &array, &plain, &owning, &referring};
    auto const below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
    for (int round = 0; round != 300; ++round) {
        contents.clear();
        std::vector<std::size_t> places(64);
        for (std::size_t i = 0; i != places.size(); ++i) places[i] = 8 * i;
        std::shuffle(places.begin(), places.end(), random);
        std::size_t const count = 1 + below(14), roots = below(count + 1);
        Objects all;
        for (std::size_t i = 0; i != count; ++i) {
            bool const gives_way = i >= roots && below(8) == 0;
            Object const o = at(places[i], gives_way ? arena : *types[below(types.size())]);
            auto& blocks = contents[o.address].blocks;
            std::size_t from = 600;  // blocks of one object have different memory
            for (std::size_t n = o.type->owned ? below(3) : 0; n != 0; --n) {
                from += 8 * below(30);
                blocks.emplace_back(from, 8 * below(12));
                from += blocks.back().second;
            }
            if (o.type == &array) blocks.assign({{places[i], 8 * below(8)}});
            all.push_back(o);
        }
        for (Object const& o : all)
            for (std::size_t n = o.type->children ? below(3) : 0; n != 0; --n)
                contents[o.address].children.emplace_back(below(2) == 0 ? EdgeKind::owns : EdgeKind::refers,
                                                          all[below(count)]);
        check(all, roots, below(2) == 0 ? both : EdgeKinds(EdgeKind::owns));
    }
}
