// Structs with pointers and without a description, as parts of objects: they are not lost silently.
#include <trav/graph/objects.hpp>

#include "catch.hpp"

#include <trav/profile/unseen.hpp>

#include <array>
#include <chrono>
#include <complex>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace {

struct Item {
    int price = 0;
};
struct Slice {
    Item** first;
    int count;
};
struct Late {
    int a[3];
    double b;
    Item const* item;
};
struct Any {
    void* data;
};
struct Inherits : Slice {
    int more;
};
struct Holder {
    Slice slice;
};
union Word {
    double number;
    Item* item;
};

struct Plain {
    int x;
    float y[4];
    bool z;
};
struct Texts {
    char const* name;
    unsigned char* pixels;
    std::string_view view;
    int (*callback)(int);
};
struct Times {
    std::chrono::nanoseconds t;
    std::array<int, 100> histogram;
    std::complex<double> c;
    enum { red, green } colour;
    std::uint8_t bits : 3;
};
struct Constructed {
    explicit Constructed(Item* i) : item(i) {}
    Item* item;  // not an aggregate: nothing is known about it
};
union Small {
    short number;
    char letter;
};
struct Large {
    char text[1 << 20];
};

struct Everything {
    Slice slice{};
    std::vector<Late> late{1};
    Any any{};
    Inherits inherits{};
    Holder holder{};
    Word word{};
    Plain plain{};
    Texts texts{};
    Times times{};
    Constructed constructed{nullptr};
    Small small{};
};

}  // namespace

template <>
struct trav::Described<Everything>
    : trav::Members<&Everything::slice, &Everything::late, &Everything::any, &Everything::inherits,
                    &Everything::holder, &Everything::word, &Everything::plain, &Everything::texts,
                    &Everything::times, &Everything::constructed, &Everything::small> {};

TEST_CASE("parts with pointers and without a description are unseen", "[unit]") {
    Everything const all;
    std::vector<std::string> members;
    for (auto const& [member, amount] : trav::unseen(trav::Objects<>(), trav::roots(all)))
        members.push_back(member);
    CHECK(members == std::vector<std::string>{"Everything.any: Any", "Everything.holder: Holder",
                                              "Everything.inherits: Inherits", "Everything.late[]: Late",
                                              "Everything.slice: Slice", "Everything.word: Word"});
}

TEST_CASE("structs without known pointers are plain bytes", "[unit]") {
    using trav::detail::may_refer;
    CHECK(may_refer<Slice>());
    CHECK(may_refer<Late>());
    CHECK(may_refer<Word>());
    CHECK_FALSE(may_refer<Plain>());
    CHECK_FALSE(may_refer<Texts>());
    CHECK_FALSE(may_refer<Times>());
    CHECK_FALSE(may_refer<Constructed>());
    CHECK_FALSE(may_refer<Small>());
    CHECK_FALSE(may_refer<Large>());
    CHECK_FALSE(may_refer<Item>());
    CHECK_FALSE(may_refer<int>());
}
