#include "same_process.hpp"

#include "../terminal/remarks.hpp"
#include "compare.hpp"
#include "dump_times.hpp"

#include <trav/dump/error.hpp>
#include <trav/dump/jvm/dump.hpp>
#include <trav/dump/v8/dump.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <string_view>
#include <utility>

namespace heapprof {

namespace {

// The addresses of classes and modules whose names are unique, if addresses are ids that are used again.
std::map<std::string, std::string> addresses_of_code(AnyDump const& dump) {
    constexpr std::array<std::string_view, 4> types{"Class", "Module", "type", "module"};  // Ruby, Python
    std::map<std::string, std::string> found;
    if (dump.id_life() != trav::dump::IdLife::object) return found;
    for (Node n = 0; n != dump.node_count(); ++n) {
        std::string const type = type_name(dump, n);
        if (name(dump, n).empty() || std::ranges::find(types, type) == types.end()) continue;
        auto const [at, fresh] = found.try_emplace(type + ' ' + std::string(name(dump, n)), dump.id(n));
        if (!fresh) at->second.clear();
    }
    std::erase_if(found, [](auto const& each) { return each.second.empty(); });
    return found;
}

[[noreturn]] void fail(std::string const& file, std::string const& before, std::string const& why) {
    throw trav::dump::Error(file, "is of another process than " + before + ": " + why);
}

}  // namespace

void SameProcess::add(std::string const& file, AnyDump const& dump) {
    Marks marks = marks_of(file, dump);
    if (last_) check(*last_, marks);
    last_ = std::move(marks);
}

SameProcess::Marks SameProcess::marks_of(std::string const& file, AnyDump const& dump) {
    constexpr std::size_t most = 2000;
    Marks marks{file, dump.own_types()};
    std::ranges::sort(marks.own_types);
    marks.in_dump = time_in(dump);
    marks.of_file = time_of_file(file);
    if (auto const* const jvm = dump.get_if<trav::dump::JvmDump>()) marks.process = jvm->process;
    marks.code = addresses_of_code(dump);
    auto const* const v8 = dump.get_if<trav::dump::V8Dump>();
    bool const of_bun = v8 != nullptr && trav::dump::is_of_bun(*v8);
    if (of_bun || dump.id_life() != trav::dump::IdLife::process) return marks;
    std::map<std::uint64_t, Node> sample;
    for (Node n = 0; n != dump.node_count(); ++n) {
        std::uint64_t const id = id_of(dump, n), hash = (id ^ (id >> 32)) * 0x9E3779B97F4A7C15u;
        if (v8 != nullptr && id % 2 == 0) continue;  // a hash of an address, outside of V8's heap
        if (v8 != nullptr) marks.newest = std::max(marks.newest, id);
        if (sample.size() == most && hash > sample.rbegin()->first) continue;
        sample.emplace(hash, n);
        if (sample.size() > most) sample.erase(std::prev(sample.end()));
    }
    for (auto const& [hash, n] : sample) marks.sample.emplace(hash, type_name(dump, n));
    return marks;
}

void SameProcess::check(Marks const& before, Marks const& after) {
    check_program(before.file, before.own_types, after.file, after.own_types);
    std::size_t both = 0, other = 0;
    for (auto const& [hash, type] : before.sample)
        if (auto const at = after.sample.find(hash); at != after.sample.end())
            ++both, other += at->second != type;
    if (other * 20 > both)
        fail(after.file, before.file,
             "of " + std::to_string(both) + " ids in both, " + std::to_string(other) +
                 " are of another type");
    if (before.process != 0 && after.process != 0 && before.process != after.process)
        fail(after.file, before.file, "the number that Java chose at random when it began is another one");
    std::size_t named = 0, kept = 0;
    for (auto const& [text, address] : before.code)
        if (auto const at = after.code.find(text); at != after.code.end())
            ++named, kept += at->second == address;
    constexpr std::size_t few = 8;
    if (named >= few && kept * 10 < named)
        fail(after.file, before.file,
             "of " + std::to_string(named) + " classes and modules in both, " + std::to_string(kept) +
                 " have the same address");
    auto const less = [](auto a, auto b) { return a > 0 && a < b; };
    if (less(after.newest, before.newest) || less(after.in_dump, before.in_dump))
        throw trav::dump::Error(after.file,
                                "was written before " + before.file + ": the oldest dump comes first");
    bool const told = after.newest != 0 || after.in_dump > 0;
    if (!told && after.of_file > 0 && after.of_file + files_apart < before.of_file)
        remark(after.file + " is an older file than " + before.file + ": the oldest dump comes first");
}

}  // namespace heapprof
