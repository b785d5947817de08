// read_v8: reads a V8 heap snapshot, plain or gzipped, section by section in one pass.
//
// Fields are found by name, so the files of older versions (5 or 6 fields per node) and of later ones can be
// read, too. Everything is checked: the order and presence of sections, counts, types, targets, string
// numbers. Throws a single Error that names the byte, or the node or edge. Peak memory is the
// snapshot itself.
#pragma once

#include "../detail/json_scanner.hpp"
#include "detail/head.hpp"
#include "detail/rows.hpp"
#include "detail/sections.hpp"
#include "exports.hpp"
#include "proxies.hpp"
#include "scope_names.hpp"
#include "snapshot.hpp"
#include "weak_map.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace trav::dump {

namespace detail {

/// Reads one snapshot.
class V8Reader {
  public:
    explicit V8Reader(Input& input) : json_(input), rows_(json_) { snapshot_.file = input.name(); }

    V8Snapshot read() {
        if (json_.input().peek() < 0) json_.input().fail("the file is empty");
        V8Sections(json_, head_).read([this](std::string_view name) { section(name); });
        json_.end();
        snapshot_.type_names = head_.node_types;
        snapshot_.root = head_.root;
        check_names();
        find_ephemerons(snapshot_);
        name_scopes(snapshot_);
        name_proxies(snapshot_);
        name_exports(snapshot_);
        return std::move(snapshot_);
    }

  private:
    void section(std::string_view name) {
        if (name == "snapshot") head_ = read_v8_head(json_);
        else if (name == "nodes") nodes();
        else if (name == "edges") edges();
        else if (name == "trace_function_infos" && head_.function_width != 0) functions();
        else if (name == "trace_tree" && head_.trace_width != 0) traces();
        else if (name == "samples" && head_.sample_width != 0) samples();
        else if (name == "locations" && head_.locations) locations();
        else if (name == "strings") strings();
        else json_.skip();
    }

    // The number of rows to reserve memory for. The head may give a wrong count, but each number in a row has
    // at least a digit and a comma. If the size of the file is not known, the vectors grow on demand.
    std::size_t room(std::uint32_t count, std::size_t width) {
        std::uint64_t const size = json_.input().plain_size();
        std::uint64_t const most = size == 0 ? trusted : size / (2 * width);
        return static_cast<std::size_t>(std::min<std::uint64_t>(count, most));
    }

    void nodes() {
        std::size_t const expected = room(head_.node_count, head_.node_width);
        snapshot_.node_type.reserve(expected);
        snapshot_.node_name.reserve(expected);
        snapshot_.node_id.reserve(expected);
        snapshot_.self_size.reserve(expected);
        snapshot_.first_edge.reserve(expected + 1);
        snapshot_.first_edge.push_back(0);
        std::uint64_t edges = 0, bytes = 0;
        rows_.counted("node", head_.node_width, head_.node_count, [&](auto const& row, std::uint64_t at) {
            std::uint64_t const type = row[head_.node.type], size = row[head_.node.self_size],
                                degree = row[head_.node.edge_count];
            auto const fail = [&](char const* what, std::optional<std::uint64_t> number = {}) {
                fail_at(at, "node", snapshot_.node_count(), what, number);
            };
            if (type >= head_.node_types.size()) fail("is of the unknown type ", type);
            if (size > std::numeric_limits<std::uint64_t>::max() - bytes)
                fail("makes the sum of sizes overflow");
            if (degree > head_.edge_count - edges) fail("has more edges than snapshot.edge_count leaves");
            bytes += size;
            edges += degree;
            snapshot_.node_type.push_back(static_cast<std::uint16_t>(type));
            snapshot_.node_name.push_back(name(row[head_.node.name], at));
            snapshot_.node_id.push_back(row[head_.node.id]);
            snapshot_.self_size.push_back(size);
            if (head_.node.detachedness != row.size() && row[head_.node.detachedness] != 0)
                mark(row[head_.node.detachedness]);
            if (head_.trace_width != 0 && head_.node.trace != row.size())
                snapshot_.allocated_by.push_back(rows_.small(row[head_.node.trace], at, "a trace's id"));
            snapshot_.first_edge.push_back(static_cast<std::uint32_t>(edges));
        });
        for (std::vector<bool>* const some : {&snapshot_.attached, &snapshot_.detached})
            if (!some->empty()) some->resize(snapshot_.node_count());
        if (edges != head_.edge_count) {
            json_.input().fail("the nodes have " + std::to_string(edges) +
                               " edges, but snapshot.edge_count is " + std::to_string(head_.edge_count));
        }
    }

    void mark(std::uint64_t detachedness) {
        if (detachedness > detached) return;
        auto& marked = detachedness == detached ? snapshot_.detached : snapshot_.attached;
        marked.resize(snapshot_.node_count());
        marked.back() = true;
    }

    void edges() {
        std::size_t const expected = room(head_.edge_count, head_.edge_width);
        snapshot_.edge_kind.reserve(expected);
        snapshot_.edge_name.reserve(expected);
        snapshot_.edge_to.reserve(expected);
        rows_.counted("edge", head_.edge_width, head_.edge_count, [&](auto const& row, std::uint64_t at) {
            std::uint64_t const type = row[head_.edge.type], to = row[head_.edge.to];
            auto const fail = [&](char const* what, std::uint64_t number) {
                fail_at(at, "edge", snapshot_.edge_count(), what, number);
            };
            if (type >= head_.edge_kinds.size()) fail("is of the unknown type ", type);
            std::uint64_t const target = to / head_.node_width;
            if (target * head_.node_width != to || target >= head_.node_count)
                fail("leads nowhere: its to_node is ", to);
            V8EdgeKind const kind = head_.edge_kinds[type];
            std::uint32_t const name = rows_.small(row[head_.edge.name], at, "an edge's name or index");
            if (named(kind)) greatest_name_ = std::max(greatest_name_, name);
            snapshot_.edge_kind.push_back(kind);
            snapshot_.edge_name.push_back(name);
            snapshot_.edge_to.push_back(static_cast<std::uint32_t>(target));
        });
    }

    void locations() {
        rows_.each("location", head_.location_width, [&](auto const& row, auto at, auto const& fail) {
            std::uint64_t const object = row[head_.location.object];
            if (object % head_.node_width != 0 || object / head_.node_width >= head_.node_count)
                fail(" is of no node: its object_index is " + std::to_string(object));
            std::size_t const column = head_.location.column;
            snapshot_.locations.push_back(
                {static_cast<std::uint32_t>(object / head_.node_width),
                 rows_.small(row[head_.location.script], at, "a script's id"),
                 rows_.small(row[head_.location.line], at, "a line"),
                 column == row.size() ? 0 : rows_.small(row[column], at, "a column")});
        });
        std::ranges::sort(snapshot_.locations, {}, &V8Location::node);
    }

    // The functions that allocated objects.
    void functions() {
        rows_.each("function", head_.function_width, [&](auto const& row, auto at, auto const&) {
            snapshot_.functions.push_back({name(row[head_.function.name], at),
                                           name(row[head_.function.script], at),
                                           rows_.small(row[head_.function.line], at, "a line")});
        });
    }

    // The tree of calls: a list of rows; each row ends with the list of its children.
    void traces() {
        std::unordered_map<std::uint64_t, std::uint32_t> function_of;  // by a trace's id
        std::vector<std::uint64_t> row(head_.trace_width);
        std::size_t depth = 0;
        for (bool more = json_.open('[', ']'); more || depth != 0;) {
            if (!more) {
                --depth;
                more = json_.more(']');
                continue;
            }
            for (std::uint64_t& number : row) {
                number = json_.number();
                json_.expect(',');
            }
            std::uint64_t const function = row[head_.trace.function];
            if (function >= snapshot_.functions.size())
                json_.input().fail("there is no function " + std::to_string(function) + " for a trace");
            function_of[row[head_.trace.id]] = static_cast<std::uint32_t>(function);
            more = json_.open('[', ']');
            ++depth;
        }
        for (std::uint32_t& trace : snapshot_.allocated_by) {
            auto const found = function_of.find(trace);
            trace = found == function_of.end() ? 0 : found->second + 1;
        }
    }

    // Reads the times, and the highest ids then, while allocations were tracked.
    void samples() {
        rows_.each("sample", head_.sample_width, [&](auto const& row, auto, auto const& fail) {
            V8Sample const next{row[head_.sample.time], row[head_.sample.last_id]};
            auto& before = snapshot_.samples;
            if (!before.empty() &&
                (next.microseconds < before.back().microseconds || next.last_id < before.back().last_id))
                fail(" is before the last one");
            before.push_back(next);
        });
    }

    void strings() {
        for (bool more = json_.open('[', ']'); more; more = json_.more(']')) {
            snapshot_.strings.add([&](std::string& text) { json_.string(text); });
        }
    }

    // Not inlined, to keep the loops that may call it small.
    [[noreturn]] TRAV_NOINLINE void fail_at(std::uint64_t at, char const* row, std::uint32_t which,
                                            char const* what, std::optional<std::uint64_t> number) {
        json_.input().fail_at(at, std::string(row) + ' ' + std::to_string(which) + ' ' + what +
                                      (number ? std::to_string(*number) : ""));
    }

    // Checks the number of a string. Strings come last, so its upper bound is checked only at the end.
    std::uint32_t name(std::uint64_t number, std::uint64_t at) {
        std::uint32_t const result = rows_.small(number, at, "a string number");
        greatest_name_ = std::max(greatest_name_, result);
        return result;
    }

    // Throws an Error about the first node, function or edge with a name that is not the number of a string.
    void check_names() const {
        std::size_t const count = snapshot_.strings.size();
        if (greatest_name_ < count) return;
        auto const fail = [&](char const* what, std::uint32_t i, std::uint32_t name) {
            throw Error(snapshot_.file, std::string(what) + " " + std::to_string(i) + " is named by string " +
                                            std::to_string(name) + ", but there are " +
                                            std::to_string(count));
        };
        for (std::uint32_t n = 0; n < snapshot_.node_count(); ++n) {
            if (snapshot_.node_name[n] >= count) fail("node", n, snapshot_.node_name[n]);
        }
        for (std::uint32_t f = 0; f < snapshot_.functions.size(); ++f)
            for (std::uint32_t const name : {snapshot_.functions[f].name, snapshot_.functions[f].script})
                if (name >= count) fail("function", f, name);
        for (std::uint32_t e = 0; e < snapshot_.edge_count(); ++e) {
            V8Edge const edge = snapshot_.edge(0, e);
            if (edge.named() && edge.name_or_index >= count) fail("edge", e, edge.name_or_index);
        }
    }

    static constexpr std::uint64_t detached = 2;  // 0: unknown, 1: attached
    static constexpr std::uint32_t trusted = 1u << 22;

    JsonScanner json_;
    V8Rows rows_;
    V8Head head_{};
    std::uint32_t greatest_name_ = 0;  // of a string
    V8Snapshot snapshot_;
};

}  // namespace detail

/// Reads a snapshot to the end of the input.
inline V8Snapshot read_v8(Input& input) { return detail::V8Reader(input).read(); }

/// Reads a snapshot file, plain or gzipped.
inline V8Snapshot read_v8(std::string const& path, Progress progress = {}) {
    Input input(path, std::move(progress));
    return read_v8(input);
}

}  // namespace trav::dump
