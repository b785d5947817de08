// Messages between ranks: their bytes and their contents. A message cut anywhere is an error.
#include <trav/distributed/detail/values_on_wire.hpp>

#include "catch.hpp"
#include "support/native_bytes.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

using trav::distributed::BadMessage;
using trav::distributed::Message;
using trav::distributed::detail::put;
using trav::distributed::detail::Reader;
using trav::distributed::detail::ValuesOnWire;
using trav::distributed::detail::Wire;

namespace {

enum class Colour : std::uint8_t { red = 3 };

using Nested = std::vector<std::pair<std::string, std::optional<std::uint16_t>>>;
static_assert(Wire<Nested>::possible && Wire<Colour>::possible);
static_assert(!Wire<int*>::possible && !Wire<std::vector<int*>>::possible);
static_assert(!Wire<std::optional<int*>>::possible);
static_assert(!Wire<std::pair<int*, int>>::possible && !Wire<std::pair<int, int*>>::possible);

std::string text(Message const& message) {
    std::string bytes(message.size(), ' ');
    for (std::size_t i = 0; i != bytes.size(); ++i) bytes[i] = static_cast<char>(message[i]);
    return bytes;
}
template <class T>
void check(T const& value, std::string const& bytes) {
    Message message{std::byte{7}};  // stays
    put(message, value);
    CHECK(text(message) == "\7" + bytes);
    std::span<std::byte const> const all = std::span(message).subspan(1);
    Reader reader(all);
    CHECK(reader.more());
    CHECK((reader.take<T>() == value));
    CHECK_FALSE(reader.more());
    for (std::size_t size = 0; size != all.size(); ++size) {
        Reader cut(all.first(size));
        CHECK_THROWS_AS(cut.take<T>(), BadMessage);
    }
}

/// Values with a meaning in one rank only.
struct Numbered {
    using value = std::uint32_t;
    std::map<std::string, value> known{};
    std::vector<std::string> names{};

    value join(value a, value b) { return a < b ? b : a; }
    std::string elements(value v) const { return names[v]; }
    value of(std::string const& name) {
        auto const [at, fresh] = known.try_emplace(name, static_cast<value>(names.size()));
        if (fresh) names.push_back(name);
        return at->second;
    }
};
struct Portable {
    using value = std::uint16_t;
    static constexpr bool portable = true;
    static value join(value a, value b) { return a < b ? b : a; }
};

}  // namespace

TEST_CASE("wire: numbers are their memory, lists begin with their length", "[unit]") {
    check(std::uint8_t{5}, "\5");
    check(true, "\1");
    check(Colour::red, "\3");
    auto const number = [](std::uint64_t n) { return test::native_bytes(n); };
    check(std::uint64_t{1} << 40, number(std::uint64_t{1} << 40));
    check(std::string("ab"), number(2) + "ab");
    check(std::string(), number(0));
    check(std::vector<std::uint8_t>{1, 2, 3}, number(3) + "\1\2\3");
    check(std::pair(std::uint8_t{1}, std::uint8_t{2}), "\1\2");
    check(std::optional(std::uint8_t{9}), "\1\11");
    check(std::optional<std::uint8_t>(), std::string(1, '\0'));
    check(std::vector<std::string>{"x", ""}, number(2) + number(1) + "x" + number(0));
}

TEST_CASE("wire: values follow each other", "[unit]") {
    Nested const nested{{"a", std::uint16_t{1}}, {"", std::nullopt}};
    Message message;
    put(message, nested);
    put(message, std::uint8_t{4});
    Reader reader(message);
    CHECK((reader.take<Nested>() == nested));
    CHECK(reader.more());
    CHECK(reader.take<std::uint8_t>() == 4);
    CHECK_FALSE(reader.more());
}

TEST_CASE("wire: a length beyond the message is an error before anything is made", "[unit]") {
    Message message;
    put(message, std::uint64_t{1} << 60);
    CHECK_THROWS_AS(Reader(message).take<std::string>(), BadMessage);
    CHECK_THROWS_AS(Reader(message).take<std::vector<std::string>>(), BadMessage);
}

TEST_CASE("wire: a value other than a number is sent once to each rank", "[unit]") {
    Numbered from, to;
    (void)to.of("of the other rank");
    from.of("red"), from.of("blue");
    ValuesOnWire<Numbered> sent(from, 3), received(to, 3);
    CHECK(ValuesOnWire<Numbered>::size == 4);

    Message message;
    for (std::uint32_t const value : {1u, 0u, 1u}) sent.put(message, 2, value);
    CHECK(message.size() == (4 + 8 + 4) + (4 + 8 + 3) + 4);
    Reader reader(message);
    CHECK(received.take(reader, 1) == 1);
    CHECK(to.names == std::vector<std::string>{"of the other rank", "blue"});
    CHECK(received.take(reader, 1) == 2);
    CHECK(received.take(reader, 1) == 1);
    CHECK_FALSE(reader.more());

    Message next;
    sent.put(next, 2, 0);
    CHECK(next.size() == 4);
    sent.put(next, 1, 0);
    CHECK(next.size() == 4 + (4 + 8 + 3));
    Reader again(next);
    CHECK(received.take(again, 1) == 2);

    Message unknown;
    put(unknown, std::uint32_t{3});
    Reader wrong(unknown);
    CHECK_THROWS_AS(received.take(wrong, 1), BadMessage);
}

TEST_CASE("wire: portable values are sent as they are", "[unit]") {
    Portable flow;
    ValuesOnWire<Portable> wire(flow, 1);
    CHECK(ValuesOnWire<Portable>::size == 2);
    Message message;
    for (std::uint16_t const value : {std::uint16_t{500}, std::uint16_t{500}}) wire.put(message, 0, value);
    CHECK(message.size() == 4);
    Reader reader(message);
    CHECK(wire.take(reader, 0) == 500);
    CHECK(wire.take(reader, 0) == 500);
    CHECK_THROWS_AS(wire.take(reader, 0), BadMessage);
}
