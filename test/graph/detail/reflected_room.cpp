// Members that may count elements, be their array, or be room without values. By g++ 16.
#include <trav/graph/described_by_reflection.hpp>

#include "catch.hpp"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <vector>

// clang-format 19 does not know reflection.
// clang-format off

namespace rules_of_room {

struct Undefined;
struct Base { long count = 0; };
struct Counted : Base {
    ~Counted() {}
    int* first = nullptr;
    int const* constant = nullptr;
    void* nothing = nullptr;
    Undefined* undefined = nullptr;
    void (*function)() = nullptr;
    std::string_view text{};
    short size = 0;
    unsigned long const number = 0;
    char small = 0;
    bool used = false;
    int bits : 3 = 0;
    float length = 0;
};
struct NotFreed { int* first = nullptr; long size = 0; };
struct NoNumber { ~NoNumber() {} int* first = nullptr; };
struct Ends {
    int* first = nullptr;
    int* finish = nullptr;
    int const* end = nullptr;
    long* other = nullptr;
    int n = 0;
};
struct Node { Node* next = nullptr; };
struct List { Node* first = nullptr; Node* limit = nullptr; };
struct Room : Base {
    alignas(8) char chars[8];
    alignas(16) unsigned char two[2][8];
    alignas(8) std::byte bytes[16];
    alignas(8) std::byte const constant[16]{};
    char loose[16];
    alignas(8) char few[7];
    alignas(8) signed char numbers[8];
    long longs[2];
    alignas(8) char one;
    int bits : 3;
};

/// Whether these are the members' names.
consteval bool are(std::vector<std::meta::info> const& members,
                   std::initializer_list<std::string_view> names) {
    if (members.size() != names.size()) return false;
    auto name = names.begin();
    for (auto const member : members)
        if (std::meta::identifier_of(member) != *name++) return false;
    return true;
}
/// The members with a property.
consteval std::vector<std::meta::info> members(std::meta::info type, bool (*which)(std::meta::info)) {
    std::vector<std::meta::info> found;
    for (auto const member : std::meta::nonstatic_data_members_of(type, trav::detail::any_access))
        if (which(member)) found.push_back(member);
    return found;
}

}  // namespace rules_of_room

using namespace rules_of_room;
using namespace trav::detail;

TEST_CASE("Integers of two bytes and more may count, and others with the name of a number", "[unit]") {
    CHECK(are(counts_in(^^Counted), {"size", "number"}));
    CHECK(are(counts_in(^^NoNumber), {}));
    CHECK(are(integers_in(^^Ends), {"n"}));
    CHECK(are(integers_in(^^Counted), {"size", "number"}));
}

TEST_CASE("A pointer may be an array if its class has a number and a destructor", "[unit]") {
    CHECK(are(members(^^Counted, may_be_counted), {"first", "constant"}));
    CHECK(are(members(^^NotFreed, may_be_counted), {}));
    CHECK(are(members(^^NoNumber, may_be_counted), {}));
    for (auto const base : {may_be_counted(std::meta::bases_of(^^Counted, any_access)[0]),
                            is_pointer_to_object(std::meta::bases_of(^^Counted, any_access)[0]),
                            is_room_for_object(std::meta::bases_of(^^Room, any_access)[0])})
        CHECK_FALSE(base);
    CHECK(are(members(^^Counted, is_pointer_to_object), {"first", "constant"}));
}

TEST_CASE("Pointers of one type may be the ends of one array, unless they are those of a list", "[unit]") {
    CHECK(are(pointers_like(^^Ends::first), {"first", "finish"}));
    CHECK(are(pointers_like(^^Ends::other), {"other"}));
    CHECK(are(pointers_like(^^Ends::n), {}));
    CHECK(are(ends_like(^^Ends::first), {"finish"}));
    CHECK(are(ends_like(^^Ends::end), {"end"}));
    CHECK(are(ends_like(^^Ends::other), {}));
    CHECK(are(ends_like(^^Ends::n), {}));
    CHECK(are(ends_like(^^List::first), {}));
}

TEST_CASE("An address is null, or aligned and in the lower half of memory", "[unit]") {
    auto const at = [](std::uint64_t address) { return reinterpret_cast<std::uint32_t*>(address); };
    for (std::uint64_t const good : {0ul, 4096ul, 4100ul, 0x7fff'ffff'fffcul, (1ul << 57) - 4})
        CHECK(may_be_address(at(good)));
    for (std::uint64_t const bad : {1ul, 4ul, 4092ul, 4098ul, 4097ul, 1ul << 57, ~3ul, ~0ul})
        CHECK_FALSE(may_be_address(at(bad)));
}

TEST_CASE("Bytes that are aligned like a pointer, and as large, may be an object", "[unit]") {
    CHECK(are(members(^^Room, is_room_for_object), {"chars", "two", "bytes", "constant"}));
}
