// What trav::Objects sees of the standard library's values: all bytes that the allocator gave, or a line of
// unseen(). The same list is in doc/coverage.md.
#include <trav/allocations.hpp>
#include <trav/graph/objects.hpp>
#include <trav/profile/by_type.hpp>
#include <trav/profile/profiler.hpp>
#include <trav/profile/unseen.hpp>

#include "catch.hpp"
#include "support/sanitized.hpp"

#include <any>
#include <array>
#include <atomic>
#include <bitset>
#include <chrono>
#include <complex>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <filesystem>
#include <forward_list>
#include <fstream>
#include <functional>
#include <future>
#include <list>
#include <locale>
#include <map>
#include <memory>
#include <memory_resource>
#include <mutex>
#include <optional>
#include <queue>
#include <random>
#include <regex>
#include <set>
#include <span>
#include <sstream>
#include <stack>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <tuple>
#include <typeindex>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <valarray>
#include <variant>
#include <vector>

#if __has_include(<coroutine>)
#include <coroutine>
#endif

namespace {

struct Item {
    std::string name = std::string(100, 'i');
};
union Either {
    long number;
    void* pointer;
};
struct Pointing {  // no description
    Item* item = nullptr;
};
template <class T>
struct Holder {
    T value;
};

}  // namespace

template <>
struct trav::Described<Item> : trav::Members<&Item::name> {};
template <class T>
struct trav::Described<Holder<T>> : trav::Members<&Holder<T>::value> {};

namespace {

std::uint64_t asked_after(std::uint64_t birth) {
    std::uint64_t bytes = 0;
    for (auto const& block : trav::live_blocks())
        if (block.birth > birth) bytes += block.bytes;
    return bytes;
}

/// "exact" if a profile has as many bytes as were allocated and nothing is unseen, else "unseen".
template <class T>
std::string seen(auto const& make) {
    std::uint64_t const before = trav::allocations();
    std::unique_ptr<Holder<T>> const holder(new Holder<T>{make()});
    std::uint64_t const given = asked_after(before);
    auto const roots = trav::roots(*holder);
    if (!trav::unseen(trav::Objects<>(), roots).empty()) return "unseen";
    auto type = trav::by_type();
    trav::Profiler profiler{trav::Objects<>(), type};
    profiler.sample(roots);
    std::uint64_t const counted = profiler.profile().by(type).total().bytes;
    if (counted == given) return "exact";
    return std::to_string(counted) + " bytes of " + std::to_string(given);
}

/// Objects that only plain pointers point to.
Item* kept() {
    static std::vector<std::unique_ptr<Item>> all = [] {
        std::vector<std::unique_ptr<Item>> room;
        room.reserve(100);
        return room;
    }();
    return all.emplace_back(std::make_unique<Item>()).get();
}
std::string text() { return std::string(100, 't'); }

struct Kind {
    char const* name;
    std::string seen;
};
std::vector<Kind> kinds() {
    std::vector<Kind> all;
    auto const add = [&]<class T>(char const* name, std::type_identity<T>, auto const& make) {
        all.push_back({name, seen<T>(make)});
    };
    auto const filled = [&]<class T>(char const* name, std::type_identity<T> type, auto... items) {
        add(name, type, [&] {
            T value;
            (value.insert(value.end(), items), ...);
            return value;
        });
    };
    auto const pushed = [&]<class T>(char const* name, std::type_identity<T> type) {
        add(name, type, [] {
            T value;
            for (int i = 0; i != 100; ++i) value.push(text());
            return value;
        });
    };
#define TYPE(...) std::type_identity<__VA_ARGS__>()
    kept();  // has its room before anything is counted
    static char const* const characters = "in no block of malloc's";
    static int a_number = 1;
    using Pair = std::pair<std::string const, std::string>;

    add("int", TYPE(int), [] { return 1; });
    add("T*", TYPE(Item*), [] { return kept(); });
    add("std::reference_wrapper", TYPE(std::reference_wrapper<Item>), [] { return std::ref(*kept()); });
    add("std::atomic", TYPE(std::atomic<Item*>), [] { return kept(); });
    add("R (*)(A...)", TYPE(int (*)()), [] { return nullptr; });
    add("T C::*", TYPE(std::string Item::*), [] { return &Item::name; });
    add("std::unique_ptr", TYPE(std::unique_ptr<Item>), [] { return std::make_unique<Item>(); });
    add("std::unique_ptr<T[]>", TYPE(std::unique_ptr<Item[]>), [] { return std::make_unique<Item[]>(9); });
    add("std::unique_ptr<T[]>", TYPE(std::unique_ptr<char[]>), [] { return std::make_unique<char[]>(1000); });
    add("std::shared_ptr", TYPE(std::shared_ptr<Item>), [] { return std::make_shared<Item>(); });
    add("std::shared_ptr", TYPE(std::shared_ptr<Item>), [] { return std::shared_ptr<Item>(new Item); });
    add("std::weak_ptr", TYPE(std::pair<std::shared_ptr<Item>, std::weak_ptr<Item>>), [] {
        auto const item = std::make_shared<Item>();
        return std::pair(item, std::weak_ptr(item));
    });
    add("std::weak_ptr",
        TYPE(std::weak_ptr<std::array<long, 11>>),  // a dead one, whose block malloc need not round
        [] { return std::weak_ptr(std::make_shared<std::array<long, 11>>()); });
    add("std::optional", TYPE(std::optional<std::string>), [] { return text(); });
    add("std::variant", TYPE(std::variant<int, std::string>), [] { return text(); });
    add("std::pair", TYPE(std::pair<int, std::string>), [] { return std::pair(1, text()); });
    add("std::tuple", TYPE(std::tuple<std::string, int>), [] { return std::tuple(text(), 1); });
    add("std::array", TYPE(std::array<std::string, 2>), [] { return std::array{text(), text()}; });
    add("std::complex", TYPE(std::complex<double>), [] { return std::complex<double>(); });
    add("std::bitset", TYPE(std::bitset<1000>), [] { return std::bitset<1000>(); });
    add("std::chrono", TYPE(std::chrono::steady_clock::time_point),
        [] { return std::chrono::steady_clock::now(); });
    add("std::mt19937", TYPE(std::mt19937), [] { return std::mt19937(); });
    add("std::error_code", TYPE(std::error_code), [] { return std::error_code(); });
    add("std::type_index", TYPE(std::type_index), [] { return std::type_index(typeid(int)); });
    add("std::mutex", TYPE(std::mutex), [] { return std::mutex(); });
    add("std::string", TYPE(std::string), text);
    add("std::string", TYPE(std::string), [] { return "short"; });
    add("std::wstring", TYPE(std::wstring), [] { return std::wstring(100, L'w'); });
    add("std::pmr::string", TYPE(std::pmr::string), [] { return std::pmr::string(100, 'p'); });
    add("std::string_view", TYPE(std::string_view), [] { return std::string_view(characters); });
    add("std::span", TYPE(std::span<Item>), [] { return std::span(kept(), 1); });
    add("std::initializer_list", TYPE(std::initializer_list<int>),
        [] { return std::initializer_list<int>(); });
    add("std::filesystem::path", TYPE(std::filesystem::path), [] { return std::filesystem::path(text()); });
    add("std::filesystem::path", TYPE(std::filesystem::path),
        [] { return std::filesystem::path("/a/long/path/with/a/name/of/twenty-five/characters/and.more"); });
    filled("std::vector", TYPE(std::vector<std::string>), text(), text(), text());
    filled("std::vector<bool>", TYPE(std::vector<bool>), true, false);
    filled("std::deque", TYPE(std::deque<std::string>), text(), text(), text(), text(), text());
    filled("std::list", TYPE(std::list<std::string>), text(), text());
    add("std::forward_list", TYPE(std::forward_list<int>), [] { return std::forward_list{1, 2, 3}; });
    filled("std::set", TYPE(std::set<std::string>), text());
    filled("std::multiset", TYPE(std::multiset<std::string>), text(), text());
    filled("std::map", TYPE(std::map<std::string, std::string>), Pair{"a", text()}, Pair{"b", text()});
    filled("std::multimap", TYPE(std::multimap<std::string, std::string>), Pair{"a", text()}, Pair{"a", "b"});
    filled("std::unordered_set", TYPE(std::unordered_set<int>), 1, 2, 3);
    filled("std::unordered_map", TYPE(std::unordered_map<std::string, std::string>), Pair{"a", text()});
    pushed("std::stack", TYPE(std::stack<std::string>));
    pushed("std::queue", TYPE(std::queue<std::string>));
    pushed("std::priority_queue", TYPE(std::priority_queue<std::string>));
    add("trav::Object", TYPE(trav::Object), [] { return trav::object(*kept()); });

    add("char*", TYPE(char const*), [] { return characters; });
    add("T**", TYPE(char const* const*), [] { return &characters; });
    add("int*", TYPE(int*), [] { return &a_number; });
    add("void*", TYPE(void*), []() -> void* { return kept(); });
    add("std::any", TYPE(std::any), [] { return std::any(text()); });
    add("std::function", TYPE(std::function<void()>), [] { return [] {}; });
    add("std::shared_ptr<T[]>", TYPE(std::shared_ptr<int[]>),
        [] { return std::shared_ptr<int[]>(new int[9]); });
    add("std::thread", TYPE(std::thread), [] { return std::thread(); });
    add("std::future", TYPE(std::future<int>), [] { return std::promise<int>().get_future(); });
    add("std::promise", TYPE(std::promise<int>), [] { return std::promise<int>(); });
    add("std::exception_ptr", TYPE(std::exception_ptr), [] { return std::make_exception_ptr(1); });
    add("std::runtime_error", TYPE(std::runtime_error), [] { return std::runtime_error(text()); });
    add("std::condition_variable", TYPE(std::condition_variable), [] { return std::condition_variable(); });
    add("std::ostringstream", TYPE(std::ostringstream), [] { return std::ostringstream(); });
    add("std::regex", TYPE(std::regex), [] { return std::regex("a"); });
    add("std::locale", TYPE(std::locale), [] { return std::locale(); });
    add("std::valarray", TYPE(std::valarray<int>), [] { return std::valarray<int>(9); });
    add("node handles", TYPE(std::map<int, int>::node_type), [] {
        std::map<int, int> map{{1, 2}};
        return map.extract(1);
    });
#ifdef __cpp_lib_coroutine
    add("coroutine handles", TYPE(std::coroutine_handle<>),
        []() -> std::coroutine_handle<> { return std::noop_coroutine(); });
#endif
    add("unions", TYPE(Either), [] { return Either{1}; });
    add("aggregates with a pointer", TYPE(Pointing), [] { return Pointing{kept()}; });
#undef TYPE
    return all;
}

}  // namespace

TEST_CASE("a standard value is seen to the byte, or unseen() tells it, as the guide says", "[unit]") {
    std::ifstream page(COVERAGE_PAGE);
    REQUIRE(page);
    std::string const all{std::istreambuf_iterator<char>(page), {}};
    std::size_t const table = all.find("| seen | values |");
    REQUIRE(table != all.npos);
    std::set<std::string> names;
    for (Kind const& kind : kinds()) {
        INFO(kind.name);
        names.insert(kind.name);
        std::size_t const row = all.find("\n| " + kind.seen + " |", table);
        CHECK(kind.seen == (row == all.npos ? "exact or unseen" : kind.seen));
        if (row == all.npos) continue;
        std::string const line = all.substr(row + 1, all.find('\n', row + 1) - row - 1);
        std::string const name = kind.name;
        CHECK((line.find('`' + name + '`') != line.npos || line.find(", " + name) != line.npos));
    }
    for (std::string const row : {"\n| exact |", "\n| unseen |"}) {  // each value of the guide is tried
        std::size_t const begin = all.find(row, table), end = all.find('\n', begin + 1);
        for (std::size_t at = all.find('`', begin), to; at < end; at = all.find('`', to + 1)) {
            to = all.find('`', at + 1);
            INFO(all.substr(at, to + 1 - at));
            CHECK(names.contains(all.substr(at + 1, to - at - 1)));
        }
    }
    CHECK(names.size() >= 60);
}
