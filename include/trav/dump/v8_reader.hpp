// read_v8: reads a V8 heap snapshot, plain or gzipped, section by section as it streams by.
//
// Fields are looked up by name, so the files of older versions (5 or 6 fields per node) and of later ones read as well.
// Everything is checked: order and presence of sections, counts, types, targets, string numbers. What is wrong is one
// Error with the byte, or the node or edge, where it is. Peak memory is the snapshot itself.
#pragma once

#include <trav/dump/json_scanner.hpp>
#include <trav/dump/v8.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trav::dump {

namespace detail {

/// Reads one snapshot.
class V8Reader {
  public:
    explicit V8Reader(Input& input) : json_(input) { snapshot_.file = input.name(); }

    V8Snapshot read() {
        if (json_.input().peek() < 0) json_.input().fail("the file is empty");
        std::size_t done = 0;  // how many of `sections` are behind us
        for (bool more = json_.open('{', '}'); more; more = json_.more('}')) {
            const std::uint64_t at = json_.offset();
            const std::string name = json_.name();
            const auto known = std::find(sections.begin(), sections.end(), name);
            if (known == sections.end() && done > 0) {  // a later version's
                json_.skip();
                continue;
            }
            const auto place = static_cast<std::size_t>(known - sections.begin());
            if (place < done)
                json_.input().fail_at(at, "section '" + name + "' is out of order or comes twice");
            for (; done < std::min(place, sections.size()); ++done) {
                if (required(done)) missing(at, done, "'" + name + "'");
            }
            if (done == sections.size()) missing(at, 0, "'" + name + "'");
            section(name);
            ++done;
        }
        for (; done < sections.size(); ++done) {
            if (required(done)) missing(json_.input().offset(), done, "the end");
        }
        json_.end();
        check_names();
        return std::move(snapshot_);
    }

  private:
    static constexpr std::array<std::string_view, 8> sections{
        "snapshot",   "nodes",   "edges",     "trace_function_infos",
        "trace_tree", "samples", "locations", "strings"};

    // The sections we pass over are due if the head of the file announces them.
    bool required(std::size_t section) const {
        const std::string_view name = sections[section];
        if (name.substr(0, 5) == "trace") return traces_;
        if (name == "samples") return samples_;
        if (name == "locations") return locations_;
        return true;
    }

    [[noreturn]] void missing(std::uint64_t at, std::size_t section, const std::string& found) const {
        json_.input().fail_at(at, "section '" + std::string(sections[section]) + "' is due, found " + found +
                                      ": sections are missing or out of order");
    }

    void section(const std::string& name) {
        if (name == "snapshot") head();
        else if (name == "nodes") nodes();
        else if (name == "edges") edges();
        else if (name == "strings") strings();
        else json_.skip();
    }

    // ---- snapshot: what the numbers mean

    using Texts = std::vector<std::string>;

    // What the head says, until it is all there.
    struct Head {
        Texts node_fields, edge_fields;
        std::vector<Texts> node_types, edge_types;  // for each field the names of its values, if it has such
        std::uint64_t node_count = unsaid, edge_count = unsaid, root_index = 0;
    };

    void head() {
        const std::uint64_t at = json_.offset();
        Head head;
        members({{"meta", [&] { meta(head); }},
                 {"node_count", [&] { head.node_count = json_.number(); }},
                 {"edge_count", [&] { head.edge_count = json_.number(); }},
                 {"root_index", [&] { head.root_index = json_.number(); }},
                 {"trace_function_count", [&] { traces_ = json_.number() != 0; }}});
        const auto fail = [&](const std::string& what) {
            json_.input().fail_at(at, "section 'snapshot' " + what);
        };
        const auto place = [&](const Texts& fields, const char* name, const char* list) {
            const auto found = std::find(fields.begin(), fields.end(), name);
            if (found == fields.end()) fail(std::string("has no '") + name + "' in its '" + list + "'");
            return static_cast<std::size_t>(found - fields.begin());
        };
        const auto types = [&](const std::vector<Texts>& all, std::size_t field, const char* list) {
            if (field >= all.size() || all[field].empty())
                fail(std::string("names no types in its '") + list + "'");
            return all[field];
        };
        const auto count = [&](std::uint64_t number, const char* name) {
            if (number == unsaid) fail(std::string("has no '") + name + "'");
            if (number >= V8Snapshot::none) fail(std::string("has a '") + name + "' beyond 2^32 - 2");
            return static_cast<std::uint32_t>(number);
        };
        const auto in_node = [&](const char* name) { return place(head.node_fields, name, "node_fields"); };
        const auto in_edge = [&](const char* name) { return place(head.edge_fields, name, "edge_fields"); };
        node_ = {in_node("type"), in_node("name"), in_node("id"), in_node("self_size"),
                 in_node("edge_count")};
        edge_ = {in_edge("type"), in_edge("name_or_index"), in_edge("to_node")};
        node_width_ = head.node_fields.size();
        edge_width_ = head.edge_fields.size();
        snapshot_.type_names = types(head.node_types, node_.type, "node_types");
        if (snapshot_.type_names.size() > 0x10000) fail("names more than 65536 node types");
        for (const std::string& name : types(head.edge_types, edge_.type, "edge_types"))
            edge_kinds_.push_back(kind(name));
        node_count_ = count(head.node_count, "node_count");
        edge_count_ = count(head.edge_count, "edge_count");
        if (node_count_ == 0) fail("has a 'node_count' of 0: there is no root");
        const std::uint64_t root = head.root_index / node_width_;
        if (head.root_index % node_width_ != 0 || root >= node_count_)
            fail("has a 'root_index' that is no node");
        snapshot_.root = static_cast<std::uint32_t>(root);
    }

    void meta(Head& head) {
        const auto announced = [&](bool& section) { section = true, json_.skip(); };
        members({{"node_fields", [&] { head.node_fields = texts(); }},
                 {"node_types", [&] { head.node_types = types(); }},
                 {"edge_fields", [&] { head.edge_fields = texts(); }},
                 {"edge_types", [&] { head.edge_types = types(); }},
                 {"sample_fields", [&] { announced(samples_); }},
                 {"location_fields", [&] { announced(locations_); }}});
    }

    // Reads an object: the members we know by their function, the others not at all.
    void members(std::initializer_list<std::pair<std::string_view, std::function<void()>>> known) {
        for (bool more = json_.open('{', '}'); more; more = json_.more('}')) {
            const std::string name = json_.name();
            const auto member =
                std::find_if(known.begin(), known.end(), [&](auto& m) { return m.first == name; });
            if (member == known.end()) json_.skip();
            else member->second();
        }
    }

    Texts texts() {
        Texts result;
        for (bool more = json_.open('[', ']'); more; more = json_.more(']'))
            json_.string(result.emplace_back());
        return result;
    }

    // A list of lists of names; for a field that has no names for its values, something else stands there.
    std::vector<Texts> types() {
        std::vector<Texts> result;
        for (bool more = json_.open('[', ']'); more; more = json_.more(']')) {
            if (json_.peek() == '[') result.push_back(texts());
            else result.emplace_back(), json_.skip();
        }
        return result;
    }

    static EdgeKind kind(const std::string& name) {
        constexpr std::array<std::string_view, 7> names{"context", "element",  "property", "internal",
                                                        "hidden",  "shortcut", "weak"};
        return static_cast<EdgeKind>(std::find(names.begin(), names.end(), name) - names.begin());
    }

    // ---- nodes, edges, strings

    // Calls row(numbers, byte) for each row of `width` integers.
    template <class Row>
    void rows(const std::string& name, std::size_t width, std::uint32_t count, Row row) {
        std::vector<std::uint64_t> numbers(width);
        std::uint32_t seen = 0;
        const std::string said = ", but snapshot." + name + "_count is " + std::to_string(count);
        for (bool more = json_.open('[', ']'); more; ++seen) {
            const std::uint64_t at = json_.offset();
            if (seen == count) json_.input().fail_at(at, "another " + name + said);
            for (std::size_t i = 0; i < width; ++i) {
                if (i > 0 && !json_.more(']')) {
                    json_.input().fail_at(at, "section '" + name + "s' ends inside " + name + " " +
                                                  std::to_string(seen));
                }
                numbers[i] = json_.number();
            }
            row(numbers, at);
            more = json_.more(']');
        }
        if (seen != count) json_.input().fail(std::to_string(seen) + " " + name + "s" + said);
    }

    std::uint32_t small(std::uint64_t number, std::uint64_t at, const char* what) const {
        if (number > std::numeric_limits<std::uint32_t>::max()) {
            json_.input().fail_at(at, std::string(what) + " beyond 2^32 - 1: " + std::to_string(number));
        }
        return static_cast<std::uint32_t>(number);
    }

    void nodes() {
        // The head may lie about the count: trust it only so far, the vectors grow on.
        const std::size_t expected = std::min(node_count_, trusted);
        snapshot_.node_type.reserve(expected);
        snapshot_.node_name.reserve(expected);
        snapshot_.node_id.reserve(expected);
        snapshot_.self_size.reserve(expected);
        snapshot_.first_edge.reserve(expected + 1);
        snapshot_.first_edge.push_back(0);
        std::uint64_t edges = 0, bytes = 0;
        rows("node", node_width_, node_count_, [&](const auto& row, std::uint64_t at) {
            const std::uint64_t type = row[node_.type], size = row[node_.self_size],
                                degree = row[node_.edge_count];
            const auto node = [&] { return "node " + std::to_string(snapshot_.node_count()); };
            const auto fail = [&](const std::string& what) {
                json_.input().fail_at(at, node() + " " + what);
            };
            if (type >= snapshot_.type_names.size()) fail("is of the unknown type " + std::to_string(type));
            if (size > std::numeric_limits<std::uint64_t>::max() - bytes)
                fail("makes the sum of sizes overflow");
            if (degree > edge_count_ - edges) fail("has more edges than snapshot.edge_count leaves");
            bytes += size;
            edges += degree;
            snapshot_.node_type.push_back(static_cast<std::uint16_t>(type));
            snapshot_.node_name.push_back(small(row[node_.name], at, "a string number"));
            snapshot_.node_id.push_back(row[node_.id]);
            snapshot_.self_size.push_back(size);
            snapshot_.first_edge.push_back(static_cast<std::uint32_t>(edges));
        });
        if (edges != edge_count_) {
            json_.input().fail("the nodes have " + std::to_string(edges) +
                               " edges, but snapshot.edge_count is " + std::to_string(edge_count_));
        }
    }

    void edges() {
        const std::size_t expected = std::min(edge_count_, trusted);
        snapshot_.edge_kind.reserve(expected);
        snapshot_.edge_name.reserve(expected);
        snapshot_.edge_to.reserve(expected);
        rows("edge", edge_width_, edge_count_, [&](const auto& row, std::uint64_t at) {
            const std::uint64_t type = row[edge_.type], to = row[edge_.to];
            const auto fail = [&](const std::string& what) {
                json_.input().fail_at(at, "edge " + std::to_string(snapshot_.edge_count()) + " " + what);
            };
            if (type >= edge_kinds_.size()) fail("is of the unknown type " + std::to_string(type));
            if (to % node_width_ != 0 || to / node_width_ >= node_count_) {
                fail("leads nowhere: its to_node is " + std::to_string(to));
            }
            snapshot_.edge_kind.push_back(edge_kinds_[type]);
            snapshot_.edge_name.push_back(small(row[edge_.name], at, "an edge's name or index"));
            snapshot_.edge_to.push_back(static_cast<std::uint32_t>(to / node_width_));
        });
    }

    void strings() {
        for (bool more = json_.open('[', ']'); more; more = json_.more(']')) {
            snapshot_.strings.add([&](std::string& text) { json_.string(text); });
        }
    }

    // Strings come last, so names can be checked only now.
    void check_names() const {
        const std::size_t count = snapshot_.strings.size();
        const auto fail = [&](const char* what, std::uint32_t i, std::uint32_t name) {
            throw Error(snapshot_.file, std::string(what) + " " + std::to_string(i) + " is named by string " +
                                            std::to_string(name) + ", but there are " +
                                            std::to_string(count));
        };
        for (std::uint32_t n = 0; n < snapshot_.node_count(); ++n) {
            if (snapshot_.node_name[n] >= count) fail("node", n, snapshot_.node_name[n]);
        }
        for (std::uint32_t e = 0; e < snapshot_.edge_count(); ++e) {
            const V8Edge edge = snapshot_.edge(0, e);
            if (edge.named() && edge.name_or_index >= count) fail("edge", e, edge.name_or_index);
        }
    }

    static constexpr std::uint32_t trusted = 1u << 22;
    static constexpr std::uint64_t unsaid = std::numeric_limits<std::uint64_t>::max();

    struct NodeFields {
        std::size_t type = 0, name = 0, id = 0, self_size = 0, edge_count = 0;
    };
    struct EdgeFields {
        std::size_t type = 0, name = 0, to = 0;
    };

    mutable JsonScanner json_;
    V8Snapshot snapshot_;
    std::size_t node_width_ = 0, edge_width_ = 0;
    NodeFields node_;
    EdgeFields edge_;
    std::vector<EdgeKind> edge_kinds_;
    std::uint32_t node_count_ = 0, edge_count_ = 0;
    bool traces_ = false, samples_ = false, locations_ = false;
};

}  // namespace detail

/// Reads a snapshot to the end of the input.
inline V8Snapshot read_v8(Input& input) { return detail::V8Reader(input).read(); }

/// Reads a snapshot file, plain or gzipped.
inline V8Snapshot read_v8(const std::string& path, Progress progress = {}) {
    Input input(path, std::move(progress));
    return read_v8(input);
}

}  // namespace trav::dump
