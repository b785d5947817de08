#include "dump_formats.hpp"

#include "../terminal/remarks.hpp"
#include "memory_limit.hpp"
#include "other_files.hpp"

#include <trav/dump/csr/dump.hpp>
#include <trav/dump/graph/reader.hpp>
#include <trav/dump/jsonl/reader.hpp>
#include <trav/dump/jvm/dump.hpp>
#include <trav/dump/make_any_dump.hpp>
#include <trav/dump/ruby/reader.hpp>
#include <trav/dump/v8/dump.hpp>
#include <trav/report/text.hpp>

#include <algorithm>
#include <array>
#include <iostream>

namespace heapprof {

namespace {

using trav::dump::Input;

// A format of dumps: the beginning or name of its files, and its reader.
struct Format {
    std::string_view ending, name;
    bool (*begins)(std::string_view text);
    std::unique_ptr<AnyDump const> (*read)(Input&);
    std::string_view default_rule;
    std::vector<std::string_view> (*breakdowns)();
};

template <trav::dump::Dump D>
std::vector<std::string_view> breakdown_names() {
    std::vector<std::string_view> names;
    for (auto const& each : trav::dump::breakdowns<D>()) names.push_back(each.name);
    return names;
}

template <auto read>
constexpr Format format(std::string_view ending, std::string_view name, bool (*begins)(std::string_view)) {
    using Dump = decltype(read(std::declval<Input&>()));
    return {ending,
            name,
            begins,
            [](Input& input) { return trav::dump::any_dump(read(input)); },
            trav::dump::default_retainers<Dump>(),
            breakdown_names<Dump>};
}

// A .csr is mapped, so it must be an uncompressed file.
trav::dump::CsrDump map_csr(Input& input) {
    if (!input.is_plain_file())
        throw trav::dump::Error(input.name(), "a .csr is mapped: it has to be a file that is not packed");
    return trav::dump::CsrDump(input.name());
}

// Each format is one line here.
constexpr std::array formats{
    format<[](Input& input) { return trav::dump::read_v8_dump(input); }>(
        ".heapsnapshot", "a heap snapshot of V8: Chrome, Node, Deno, Electron", trav::dump::looks_like_v8),
    format<[](Input& input) { return trav::dump::read_jvm_dump(input); }>(
        ".hprof", "a heap dump of a Java virtual machine, or of Android", trav::dump::looks_like_hprof),
    format<trav::dump::read_ruby>(".rubyheap", "a heap of Ruby, by ObjectSpace.dump_all",
                                  trav::dump::looks_like_ruby),
    format<[](Input& input) { return trav::dump::read_json_lines(input); }>(
        ".jsonl", "a line of JSON for each object, for any program", trav::dump::looks_like_json_lines),
    format<[](Input& input) { return trav::dump::read_edge_list(input); }>(
        ".graph", "a list of objects and references as text, for any program",
        trav::dump::looks_like_edge_list),
    format<map_csr>(".csr", "a graph that is mapped, not read: of heapprof export, or any program",
                    trav::dump::looks_like_csr),
};

std::string_view unpacked_name(std::string_view file) {
    if (file.ends_with(".gz")) file.remove_suffix(3);
    return file;
}

// Joins text(format) of all formats with `between`.
std::string joined(std::string_view between, auto text) {
    std::string result;
    for (Format const& each : formats) (result += result.empty() ? "" : between) += text(each);
    return result;
}

Format const* by_ending(std::string_view file) {
    auto const found = std::ranges::find_if(
        formats, [&](Format const& each) { return unpacked_name(file).ends_with(each.ending); });
    return found == formats.end() ? nullptr : &*found;
}

// Reads the file as a dump of the format that its contents or its name show.
std::unique_ptr<AnyDump const> read(std::string const& file, trav::dump::Progress progress) {
    auto input = file == "-" ? Input(std::cin, "standard input") : Input(file, std::move(progress));
    if (input.peek() < 0) throw trav::dump::Error(file, "the file is empty");
    for (Format const& each : formats)
        if (each.begins(input.window())) return each.read(input);
    if (OtherFile const* const other = other_file(input.window()))
        throw trav::dump::Error(input.name(),
                                "is " + std::string(other->name) +
                                    ", which cannot be read as a dump: " + std::string(other->hint));
    if (Format const* const called = by_ending(file)) return called->read(input);
    throw trav::dump::Error(file,
                            "is no dump that can be read: that is " + joined(", or ", [](Format const& each) {
                                return std::string(each.name) + " (" + std::string(each.ending) + ')';
                            }));
}

}  // namespace

std::unique_ptr<AnyDump const> read_dump(std::string const& file, trav::dump::Progress progress) {
    auto dump = read(file, std::move(progress));
    if (std::string const text = dump->remark(); !text.empty()) remark(file + ": " + text);
    return dump;
}

void visit_dump(std::string const& file, trav::dump::Progress progress, UseDump use) {
    auto const dump = read_dump(file, std::move(progress));
    trav::dump::bad_file_as_error([&] { use(*dump); });
}

void with_dump(std::string const& file, trav::dump::Progress progress, UseDump use) {
    visit_dump(file, std::move(progress), [&](AnyDump const& dump) {
        check_walk(dump);
        use(dump);
    });
}

bool is_mapped(std::string const& file) {
    return file != "-" && trav::dump::looks_like_csr(Input(file, {}).window());
}

void check_memory(std::string const& file, std::uint64_t bytes, std::string const& what,
                  std::uint64_t objects, std::string const& instead) {
    std::uint64_t const left = memory_left();
    if (bytes <= left) return;
    throw trav::dump::TooLittleMemory(file, what + ' ' + trav::humanised(bytes) + " of memory for " +
                                                trav::grouped(objects) + " objects, and " +
                                                trav::humanised(left) + " may be taken" + instead +
                                                "; --max-memory SIZE sets another limit");
}

void check_walk(AnyDump const& dump) {
    if (dump.get_if<trav::dump::CsrDump>() == nullptr) return;
    constexpr std::uint64_t of_object = 60;  // numbers, dominators, and the data to compute them
    std::uint64_t const rows = (dump.node_count() + std::uint64_t{1}) * 8 + dump.edge_count() * 4;
    check_memory(dump.source(), dump.node_count() * of_object + rows,
                 "this walks through the graph, which takes", dump.node_count(),
                 ": heapprof dump --by type,root,retainer takes less");
}

std::string known_formats() {
    return joined(
        "\n", [](Format const& each) { return std::string(each.ending) + ": " + std::string(each.name); });
}

std::string default_rules() {
    return joined("\n", [](Format const& each) {
        return std::string(each.ending) + ": " + std::string(each.default_rule);
    });
}

std::set<std::string_view> own_breakdowns() {
    std::set<std::string_view> names;
    for (Format const& each : formats)
        for (std::string_view const name : each.breakdowns()) names.insert(name);
    return names;
}

std::string breakdowns_of_formats() {
    std::string result;
    for (Format const& each : formats) {
        std::string names;
        for (std::string_view const name : each.breakdowns()) (names += names.empty() ? "" : ", ") += name;
        if (!names.empty()) result += '\n' + std::string(each.ending) + ": " + names;
    }
    return result;
}

bool called_dump(std::string_view file) { return by_ending(file) != nullptr; }

std::string_view stem(std::string_view file) {
    Format const* const found = by_ending(file);
    file = unpacked_name(file);
    if (found) file.remove_suffix(found->ending.size());
    return file;
}

}  // namespace heapprof
