// The dumps that heapprof reads. Formats are named here and in the table in dump_formats.cpp alone; what is
// mapped, not read, is also streamed, by breakdown/on_disc.hpp.
#pragma once

#include <trav/dump/csr/dump.hpp>
#include <trav/dump/graph/edge_list.hpp>
#include <trav/dump/input.hpp>
#include <trav/dump/jvm/dump.hpp>
#include <trav/dump/ruby/heap.hpp>
#include <trav/dump/v8/dump.hpp>

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

namespace heapprof {

/// What the formats are read as. Commands are compiled once for each.
using AnyDump = std::variant<trav::dump::V8Dump, trav::dump::JvmDump, trav::dump::RubyHeap,
                             trav::dump::EdgeList, trav::dump::CsrDump>;

/// What the file holds; what is to be said of how it was read goes to standard error, one line. Throws
/// dump::Error if it cannot be read, or is no dump that can.
AnyDump read_dump(std::string const& file, trav::dump::Progress progress);

/// Whether the file is a dump that is mapped, not read. Throws dump::Error if there is no such file.
bool is_mapped(std::string const& file);

/// Throws dump::TooLittleMemory if more memory is needed than may be taken: "FILE: WHAT 2.1 GiB of memory for
/// 10 objects, and 1.0 GiB may be taken"
void check_memory(std::string const& file, std::uint64_t bytes, std::string const& what,
                  std::uint64_t objects, std::string const& instead);

/// The same for a question that walks through the graph in no order: a mapped graph that does not fit into
/// memory would be read again and again.
void check_walk(trav::dump::CsrDump const& dump);

/// Calls f(dump) with what the file holds. Throws as read_dump(), also for rows that are read then.
template <class F>
void visit_dump(std::string const& file, trav::dump::Progress progress, F f) {
    AnyDump const dump = read_dump(file, std::move(progress));
    trav::dump::bad_file_as_error([&] { std::visit(f, dump); });
}

/// The same for questions that walk. Throws as check_walk().
template <class F>
void with_dump(std::string const& file, trav::dump::Progress progress, F f) {
    visit_dump(file, std::move(progress), [&](auto const& dump) {
        if constexpr (trav::dump::MappedDump<std::decay_t<decltype(dump)>>) check_walk(dump);
        f(dump);
    });
}

/// A line for each format: how its files end, and what it is.
std::string known_formats();

/// What --retainer default means in each format.
std::string default_rules();

/// The breakdowns that only some formats have.
std::set<std::string_view> own_breakdowns();

/// A line for each format that has such: their names.
std::string breakdowns_of_formats();

/// Whether the file's name ends as that of a dump.
bool called_dump(std::string_view file);

/// The file's name without its endings.
std::string_view stem(std::string_view file);

}  // namespace heapprof
