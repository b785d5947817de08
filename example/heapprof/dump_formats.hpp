// The dumps that `heapprof dump` reads: the only place in the profiler that names a format. A new one is a
// line in `formats`.
#pragma once

#include "other_files.hpp"

#include <trav/dump/graph/reader.hpp>
#include <trav/dump/input.hpp>
#include <trav/dump/jsonl/reader.hpp>
#include <trav/dump/jvm/reader.hpp>
#include <trav/dump/ruby/reader.hpp>
#include <trav/dump/v8/dump.hpp>

#include <iostream>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

namespace heapprof {

/// One kind of dump: how its files begin, or else are called, and what reads them.
template <class Read>
struct Format {
    std::string_view ending, name;
    bool (*begins)(std::string_view text);
    Read read;
};

template <class Read>
Format(std::string_view, std::string_view, bool (*)(std::string_view), Read) -> Format<Read>;

inline constexpr std::tuple formats{
    Format{".heapsnapshot", "a heap snapshot of V8: Chrome, Node, Deno, Electron", trav::dump::looks_like_v8,
           [](auto& input) { return trav::dump::read_v8_dump(input); }},
    Format{".hprof", "a heap dump of a Java virtual machine, or of Android", trav::dump::looks_like_hprof,
           [](auto& input) { return trav::dump::read_hprof(input); }},
    Format{".rubyheap", "a heap of Ruby, by ObjectSpace.dump_all", trav::dump::looks_like_ruby,
           [](auto& input) { return trav::dump::read_ruby(input); }},
    Format{".jsonl", "a line of JSON for each object, for any program", trav::dump::looks_like_json_lines,
           [](auto& input) { return trav::dump::read_json_lines(input); }},
    Format{".graph", "a list of objects and references as text, for any program",
           trav::dump::looks_like_edge_list, [](auto& input) { return trav::dump::read_edge_list(input); }},
};

/// Calls f(format) for each of them.
template <class F>
void for_each_format(F f) {
    std::apply([&](auto const&... format) { (f(format), ...); }, formats);
}

/// A line for each format: how its files end, and what it is.
inline std::string known_formats() {
    std::string text;
    for_each_format([&](auto const& format) {
        text += (text.empty() ? "" : "\n") + std::string(format.ending) + ": " + std::string(format.name);
    });
    return text;
}

/// What a format is read as.
template <class Read>
using DumpOf = std::invoke_result_t<Read const&, trav::dump::Input&>;

/// What --retainer default means in each format.
inline std::string default_rules() {
    std::string text;
    for_each_format([&]<class Read>(Format<Read> const& format) {
        text += (text.empty() ? "" : "\n") + std::string(format.ending) + ": " +
                std::string(trav::dump::default_retainers<DumpOf<Read>>());
    });
    return text;
}

/// The breakdowns that only some formats have.
inline std::set<std::string> own_breakdowns() {
    std::set<std::string> names;
    for_each_format([&]<class Read>(Format<Read> const&) {
        for (std::string_view const name : trav::dump::breakdowns<DumpOf<Read>>()) names.emplace(name);
    });
    return names;
}
inline bool is_own_breakdown(std::string const& name) { return own_breakdowns().contains(name); }

/// The file's name without the ending of a packed file.
inline std::string_view unpacked_name(std::string_view file) {
    if (file.ends_with(".gz")) file.remove_suffix(3);
    return file;
}

/// The file's name without its endings.
inline std::string_view stem(std::string_view file) {
    file = unpacked_name(file);
    bool found = false;
    for_each_format([&](auto const& format) {
        if (found || !file.ends_with(format.ending)) return;
        file.remove_suffix(format.ending.size());
        found = true;
    });
    return file;
}

/// Calls f(dump) with what the file holds. Throws dump::Error if it cannot be read, or is no dump that can.
template <class F>
void with_dump(std::string const& file, trav::dump::Progress progress, F f) {
    auto input = file == "-" ? trav::dump::Input(std::cin, "standard input")
                             : trav::dump::Input(file, std::move(progress));
    bool done = false;
    auto const read_if = [&](auto const& is) {
        for_each_format([&](auto const& format) {
            if (done || !is(format)) return;
            done = true;
            f(format.read(input));
        });
    };
    if (input.peek() < 0) throw trav::dump::Error(file, "the file is empty");
    read_if([&](auto const& format) { return format.begins(input.window()); });
    if (done) return;
    if (OtherFile const* const other = other_file(input.window()))
        throw trav::dump::Error(input.name(),
                                "is " + std::string(other->name) +
                                    ", which cannot be read as a dump: " + std::string(other->hint));
    read_if([&](auto const& format) { return unpacked_name(file).ends_with(format.ending); });
    if (done) return;
    std::string known;
    for_each_format([&](auto const& format) {
        known += (known.empty() ? "" : ", or ") + std::string(format.name) + " (" +
                 std::string(format.ending) + ")";
    });
    throw trav::dump::Error(file, "is no dump that can be read: that is " + known);
}

}  // namespace heapprof
