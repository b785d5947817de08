#include "owner_names.hpp"

#include "../heap/entries.hpp"
#include "../heap/key_texts.hpp"
#include "../heap/object_text.hpp"
#include "../heap/starts.hpp"
#include "program_places.hpp"

#include <trav/graph/named_edge.hpp>
#include <trav/text/joined.hpp>
#include <trav/text/one_line.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <string_view>

namespace heapprof {

namespace {

// Ways of more steps are followed to their beginning only until they have so many steps together.
constexpr std::size_t longest_way = 1000, most_long_ways = 1'000'000;
constexpr std::string_view thread_entry = "java.lang.ThreadLocal$ThreadLocalMap$Entry";

// The steps, the last one first, as a text; without the middle of very many.
std::string path_text(std::vector<std::string> steps) {
    constexpr std::size_t most = 40, first = 3, last = 20;
    std::vector<std::string> folded;
    for (std::size_t i = 0; i != steps.size();) {
        std::size_t end = i;
        while (end != steps.size() && steps[end] == steps[i]) ++end;
        if (end - i >= 3) folded.push_back(steps[i] + '*');
        else folded.insert(folded.end(), end - i, steps[i]);
        i = end;
    }
    std::string text;
    for (std::size_t i = folded.size(); i != 0; --i) {
        if (folded.size() > most && i == folded.size() - first) text += "..", i = last;
        text += folded[i - 1];
    }
    if (text.starts_with('.')) text.erase(0, 1);
    return text;
}

// A name without a path. One word alone would be a selector of something else: `Array`.
std::string without_path(std::string const& own) {
    bool const one_word = own.find(' ') == std::string::npos && !own.starts_with('(');
    return one_word ? std::string(unnamed_prefix) + own : own;
}

// Whether a reference from a part of a collection of Java's leads to an entry, even if this is a collection.
bool is_entry(std::string_view type, std::string_view field) {
    constexpr std::array<std::string_view, 4> fields{"key", "value", "val", "item"};
    return type == "java.lang.Object[]" || std::ranges::find(fields, field) != fields.end();
}

}  // namespace

OwnerNames::OwnerNames(RetainedHeap const& heap, EdgeSet const& machinery)
    : heap_(heap),
      dump_(heap.dump),
      machinery_(machinery),
      starts_(starts()),
      graph_(dump_, without(dump_.strong(), machinery)),
      paths_(graph_, starts_),
      exported_(files_of_exports(dump_)),
      places_(dump_.places()),
      packages_(packages(dump_)) {
    dump_.for_each_root([&](Node n, auto const& root) { roots_.try_emplace(n, root); });
    if (auto const process = process_of_node(dump_)) roots_.try_emplace(*process, "process");
    auto const classes = node_with_classes(dump_);  // has names in any format
    for (Node from = 0; from != dump_.node_count() && !edges_have_names_; ++from)
        dump_.for_each_edge(from, [&](AnyDump::Edge const& each) {
            Kind const kind = each.name_kind;
            bool const has_name = kind != Kind::unnamed && kind != Kind::internal && from != classes;
            edges_have_names_ = edges_have_names_ || has_name;
        });
}

void OwnerNames::avoid_others(Owners const& owners) {
    own_paths_.emplace(heap_, without(dump_.strong(), machinery_), starts_, owners);
}

void OwnerNames::add(std::vector<Node> const& nodes) {
    std::unordered_set<Node> sources;
    std::vector<Node> all = nodes;
    for (std::size_t at = 0; at != all.size(); ++at) {
        std::vector<Node> const way = way_back(all[at]);
        for (std::size_t i = 1; i < way.size(); ++i) {
            auto const [step, fresh] = steps_.try_emplace(link(way[i], way[i - 1]), Step{"", Kind::unnamed});
            if (!fresh) continue;
            sources.insert(way[i]);
            if (auto const variable = thread_local_of(way[i])) all.push_back(*variable);
        }
    }
    for (Node const from : sources) {
        auto const entries = entry_types(dump_, from);
        graph_.each_edge(from, [&](Node to, trav::dump::DumpEdgeName<AnyDump> const& each) {
            auto const at = steps_.find(link(from, to));
            if (at == steps_.end()) return;
            Step& step = at->second;
            Kind const kind = each.edge.name_kind;
            if (!step.label.empty() && kind >= step.kind) return;
            step = {each.pattern(), kind};
            if (kind != Kind::unnamed) step.exact = each.label();
            if (kind == Kind::field && entries.contains(dump_.type(to))) step.label = "[]";
        });
    }
}

std::size_t OwnerNames::steps_to(Node n, std::size_t most) const {
    std::size_t steps = 0;
    if (!paths_.reached(n)) return steps;
    for (auto at = paths_.before(n); at && steps != most; at = paths_.before(*at)) ++steps;
    return steps;
}

std::vector<Node> OwnerNames::way_back(Node n) const {
    std::vector<Node> way = way_back(paths_, n);
    if (!own_paths_ || !own_paths_->is_foreign(way)) return way;
    std::vector<Node> own = way_back(own_paths_->paths(), n);
    return own.empty() ? way : own;
}

std::vector<Node> OwnerNames::way_back(HeapPaths const& paths, Node n) const {
    std::vector<Node> way;
    if (!paths.reached(n)) return way;
    for (std::optional<Node> at = n; at; at = paths.before(*at)) {
        if (way.size() >= longest_way && long_ways_++ >= most_long_ways) return way;
        way.push_back(*at);
    }
    return way;
}

std::optional<Node> OwnerNames::thread_local_of(Node entry) const {
    std::optional<Node> found;
    if (type_name(dump_, entry) != thread_entry) return found;
    dump_.for_each_edge(entry, [&](AnyDump::Edge const& each) {
        if (name(dump_, each) == "referent") found = each.to;
    });
    return found;
}

// The path to a ThreadLocal, unless it leads through the table of a thread; or its type.
std::string OwnerNames::name_of_variable(Node n) const {
    std::vector<Node> const way = way_back(n);
    bool const plain =
        std::ranges::none_of(way, [&](Node each) { return thread_local_of(each).has_value(); });
    std::string const path = plain && !way.empty() ? named(way).path : "";
    return path.empty() ? type_name(dump_, n) : path;
}

OwnerNames::Named OwnerNames::named(std::vector<Node> const& way, bool exact) const {
    Node n = way.front();
    std::vector<std::string> steps;  // the last one first
    std::string place, near;         // near: of a class or its object on the way
    bool begun = false;
    std::size_t before_steps = 0;  // links without a step, from the named object on
    for (std::size_t i = 1; i != way.size() && !begun; ++i, before_steps += steps.empty()) {
        Node const to = way[i - 1], from = way[i];
        if (i != 1 && near.empty() && is_of_program(packages_(to))) near = places_(to);
        if (lists_roots(dump_, from)) {
            steps.emplace_back(name(dump_, from));
            begun = true;
            continue;
        }
        auto const before = i + 1 == way.size() ? std::nullopt : std::optional(way[i + 1]);
        auto const& [pattern, kind, with_key] = steps_.at(link(from, to));
        std::string const& label = exact && !with_key.empty() ? with_key : pattern;
        if (auto const variable = thread_local_of(from)) {
            steps.push_back('[' + name_of_variable(*variable) + ']');
            while (i + 1 != way.size() && type_name(dump_, way[i + 1]).starts_with("java.lang.ThreadLocal$"))
                ++i;
            continue;
        }
        if (!edges_have_names_ && type_name(dump_, from) == "Thread") {  // in Ruby
            steps.insert(steps.end(), {"[]", "Thread"});
            begun = true;
            continue;
        }
        if (in_collection(from)) {  // an entry of a collection, or a part of the collection itself
            std::string const of = exact ? key_step(dump_, before, from, to) : "";
            if (!in_collection(to) || is_entry(type_name(dump_, from), pattern))
                steps.push_back(of.empty() ? "[]" : of);
            else if (steps.empty()) n = from;
            continue;
        }
        bool const has_name =
            (kind != Kind::internal && kind != Kind::unnamed) || has_variables(to) || !edges_have_names_;
        bool const in_table = exact && (!edges_have_names_ || type_name(dump_, from) == "(array)");
        std::string of = in_table ? key_step(dump_, before, from, to) : "";
        std::string const its =
            exact && !edges_have_names_ && of.empty() && i != 1 ? type_name(dump_, to) : "";
        constexpr std::array<std::string_view, 6> plain{"Array",  "Hash", "Object",
                                                        "String", "Proc", "Thread"};
        if (!its.empty() && !is_code(its) && std::ranges::find(plain, its) == plain.end())
            of = '[' + its + ']';
        bool const of_table = is_entry_of_table(kind, from, before);
        if (of_table) steps.push_back(of.empty() ? "[]" : of);
        else if (has_name || !of.empty())
            steps.push_back(trav::joined("", !of.empty() ? of : in_table ? pattern : label));
        else if (steps.empty()) n = from;
        if (kind != Kind::variable) continue;
        auto const exported = exported_.find(to);
        place = !near.empty() ? near : exported != exported_.end() ? exported->second : places_(from);
        begun = true;
    }
    std::optional<Node> holder;
    if (!steps.empty()) holder = way[before_steps + 1];
    if (paths_.before(way.back()) && !begun) steps.emplace_back("..");
    if (auto const root = roots_.find(way.back()); !begun && root != roots_.end() && !root->second.empty())
        steps.push_back(trav::joined("", root->second == "waiting for finalizer" && way.size() > 1
                                             ? root->second + " (" + type_name(dump_, way.back()) + ')'
                                             : root->second));
    if (std::string own = places_(n); !own.empty()) place = std::move(own);
    return {path_text(std::move(steps)), std::move(place), n, holder};
}

std::string OwnerNames::operator()(Node n) const {
    std::vector<Node> const way = way_back(n);
    if (way.empty()) return by_dominator(n);
    auto const [path, place, node, holder] = named(way);
    std::string const own = type(node) + (place.empty() ? "" : " (" + place + ")");
    if (!path.empty()) return path + ": " + own;
    // Of a global object itself, all would be freed.
    auto const globals = dump_.globals();
    bool const of_global = node != n && std::ranges::find(globals, node) != globals.end();
    return of_global ? "parts of " + own : without_path(own);
}

std::string OwnerNames::path(Node n, bool exact) const {
    std::vector<Node> const way = way_back(n);
    return way.empty() ? "" : named(way, exact).path;
}

std::string OwnerNames::place(Node n) const {
    std::vector<Node> const way = way_back(n);
    return way.empty() ? "" : named(way).place;
}

Node OwnerNames::subject(Node n) const {
    std::vector<Node> const way = way_back(n);
    return way.empty() ? n : named(way).node;
}

std::optional<Node> OwnerNames::holder(Node n) const {
    std::vector<Node> const way = way_back(n);
    return way.empty() ? std::nullopt : named(way).holder;
}

std::vector<Node> OwnerNames::starts() const {
    std::vector<Node> found = dump_.globals();
    if (auto const process = process_of_node(dump_)) found.push_back(*process);
    std::vector<bool> seen(dump_.node_count());
    dump_.for_each_link(0, dump_.node_count(), [&](AnyDump::Link const& link) {
        if (seen[link.to] || !machinery_(link)) return;
        seen[link.to] = true;
        if (has_variables(link.to)) found.push_back(link.to);
    });
    for (Node const n : trav::dump::roots(dump_)) found.push_back(n);
    return found;
}

// Whether a reference without a name is one from the table of a Map or Set of V8's, or a dict or set of
// Python's, to an entry.
bool OwnerNames::is_entry_of_table(Kind kind, Node from, std::optional<Node> before) const {
    if (kind == Kind::unnamed) return edges_have_names_ && has_unnamed_entries(type_name(dump_, from));
    if (kind != Kind::internal || !before || type_name(dump_, from) != "(array)") return false;
    auto const step = steps_.find(link(*before, from));
    return step != steps_.end() && step->second.kind == Kind::internal && step->second.label == "table";
}

bool OwnerNames::in_collection(Node n) const {
    std::string const type = type_name(dump_, n);
    return type.starts_with("java.util.") || type == "java.lang.Object[]";
}

bool OwnerNames::has_variables(Node n) const {
    bool any = false;
    dump_.for_each_edge(n, [&](AnyDump::Edge const& edge) {
        any = any || (edge.strong && edge.name_kind == Kind::variable);
    });
    return any;
}

std::string OwnerNames::type(Node n) const {
    std::string const text = type_name(dump_, n), own(name(dump_, n));
    bool const of_runtime = text.starts_with('(');  // not a type of the program
    constexpr std::size_t most = 40;                // bytes of a text that is itself an owner
    return of_runtime && !own.empty() && own != text ? text + ' ' + shortened(trav::one_line(own), most)
                                                     : text;
}

std::string OwnerNames::by_dominator(Node n) const {
    std::string const place = places_(n);
    std::string own = type(n) + (place.empty() ? "" : " (" + place + ")");
    auto const above = heap_.tree.idom(n);
    if (!above || is_runtime(dump_, *above)) return without_path(own);
    std::string label;
    dump_.for_each_edge(*above, [&](AnyDump::Edge const& each) {
        if (each.to == n && label.empty() && strong(dump_, each))
            label = trav::dump::DumpEdgeName<AnyDump>{dump_, each}.pattern();
    });
    if (type_name(dump_, *above) == "java.lang.Class")  // loaded anew: only the first one is a global
        return std::string(name(dump_, *above)) + '.' + (label.empty() ? "[]" : label) + ": " + own;
    std::string const where = places_(*above);
    return (label.empty() ? "part" : label) + " of " + (where.empty() ? type(*above) : where) + ": " + own;
}

}  // namespace heapprof
