// The dumps that heapprof reads. Formats are listed only here and in the table in dump_formats.cpp. A mapped
// format is also streamed by breakdown/streamed.hpp.
#pragma once

#include "any_dump.hpp"

#include <trav/dump/input.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <string_view>

namespace heapprof {

/// Reads a dump, and keeps its remark (terminal/remarks.hpp). Throws dump::Error if the file cannot be read
/// or is not a dump of a known format.
std::unique_ptr<AnyDump const> read_dump(std::string const& file, trav::dump::Progress progress);

/// Whether the file is a dump that is mapped rather than read. Throws dump::Error if the file does not exist.
bool is_mapped(std::string const& file);

/// Throws dump::TooLittleMemory if `bytes` exceeds the memory limit: "FILE: WHAT 2.1 GiB of memory for 10
/// objects, and 1.0 GiB may be taken"
void check_memory(std::string const& file, std::uint64_t bytes, std::string const& what,
                  std::uint64_t objects, std::string const& instead);

/// The same for a question that visits the graph in random order: a mapped graph that does not fit into
/// memory would be read again and again. Checks nothing for other formats.
void check_walk(AnyDump const& dump);

using UseDump = std::function<void(AnyDump const&)>;

/// Calls use(dump) with the dump in the file. Throws like read_dump(), also if use() reads a broken row.
void visit_dump(std::string const& file, trav::dump::Progress progress, UseDump use);

/// The same for questions that walk. Throws like check_walk().
void with_dump(std::string const& file, trav::dump::Progress progress, UseDump use);

/// A line for each format: the ending of its files, and its name.
std::string known_formats();

/// The rule of --retainer default in each format.
std::string default_rules();

/// The breakdowns that only some formats have.
std::set<std::string_view> own_breakdowns();

/// A line for each format with breakdowns of its own: their names.
std::string breakdowns_of_formats();

/// Whether the file's name ends like a dump's.
bool called_dump(std::string_view file);

/// The file's name without its endings, such as ".heapsnapshot.gz".
std::string_view stem(std::string_view file);

}  // namespace heapprof
