#include "titles.hpp"

#include "dump_profiler.hpp"
#include "leak_candidates.hpp"
#include "rules.hpp"

#include <trav/dump/error.hpp>
#include <trav/dump/selector.hpp>
#include <trav/profile/profiler.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <set>
#include <string_view>
#include <utility>

namespace heapprof {

namespace {

// Whether the title is a name, perhaps with additions of `leaks`.
bool begins_with(std::string const& title, std::string const& name) {
    constexpr std::array<std::string_view, 7> additions{", of ",    ", in ",   ", by ",      ", a store of ",
                                                        " (cache)", " (pool)", " (interner)"};
    if (name.empty() || !title.starts_with(name)) return false;
    std::string_view const rest = std::string_view(title).substr(name.size());
    return rest.empty() ||
           std::ranges::any_of(additions, [&](std::string_view each) { return rest.starts_with(each); });
}

// Whether the title names a group with a number: "threads job-* (12)", "global variables (90)".
bool has_number(std::string const& title, std::string const& name) {
    std::string const group = name.substr(std::min(name.size(), shared_prefix.size())) + " (";
    return name.starts_with(shared_prefix) && title.starts_with(group) && title.ends_with(')') &&
           title.find_first_not_of("0123456789,", group.size()) == title.size() - 1;
}

}  // namespace

std::vector<Node> Titles::where(auto const& holds) const {
    std::vector<Node> found;
    for (Node n = 0; n != dump_.node_count(); ++n)
        if (holds(n)) found.push_back(n);
    return found;
}

std::vector<Node> Titles::find(std::string const& title) {
    find_owners();
    std::vector<Node> found;
    if (title.find(" in ") != std::string::npos) found = held(title);
    for (Match const match : {Match::title, Match::path, Match::pattern}) {
        if (found.empty() && match == Match::path) found = holders_.held_as(title, shorter_);
        if (found.empty()) found = of_owners(title, match);
    }
    return found.empty() ? of_path(title) : found;
}

void Titles::find_owners() {
    if (owners_) return;
    owners_ = named_owners(heap_, names_);
    trav::Profiler profiler{CountedObjects{&dump_}, std::vector{by_owner(*owners_)}};
    profiler.sample_heap(trav::dump::roots(dump_), 1);
    std::vector<trav::Profile> profiles{profiler.profile()};
    chosen_ = choose_owners(profiles).front();
}

std::vector<Node> Titles::of_owners(std::string const& title, Match match) const {
    auto const& owners = owners_->owners;
    if (title == "UNREACHED") return where([&](Node n) { return owners.of_node[n] == Owners::unreached; });
    for (auto const* const texts : {&chosen_, &owners_->names}) {
        std::vector<bool> wanted(texts->size());
        for (std::size_t i = 0; i != wanted.size(); ++i) {
            std::string const& name = (*texts)[i];
            wanted[i] = match == Match::title     ? is_title_of(title, name, owners.owners[i].node)
                        : match == Match::pattern ? is_pattern_of(title, name)
                                                  : is_sharer(title, name);
        }
        std::vector<Node> found = topmost(heap_, [&](Node n) {
            return owners.of_node[n] != Owners::unreached && wanted[owners.of_node[n]];
        });
        if (!found.empty()) return found;
    }
    return match == Match::path && title == "roots" ? trav::dump::roots(dump_) : std::vector<Node>();
}

bool Titles::is_title_of(std::string const& title, std::string const& name, Node n) const {
    if (begins_with(title, name) || begins_with(title, shorter_(name)) || has_number(title, name))
        return true;
    if (n == Owners::nobody) return false;
    std::string const path = names_.path(n), exact = names_.exact_path(n);
    return path != exact && name.starts_with(path + ": ") &&
           begins_with(title, shorter_(exact + name.substr(path.size())));
}

// As in "held by globalThis[]*".
bool Titles::is_sharer(std::string const& title, std::string const& name) const {
    if (name == std::string(shared_prefix) + title) return true;
    return title == parts_of_name(name).path || title == parts_of_name(shorter_(name)).path;
}

bool Titles::is_pattern_of(std::string const& title, std::string const& name) const {
    std::string const other_key = any_key(name);
    std::array const patterns{path_without_numbers(name), other_key, path_without_numbers(other_key)};
    return std::ranges::any_of(patterns, [&](std::string const& each) {
        return begins_with(title, each) || begins_with(title, shorter_(each));
    });
}

std::vector<Node> Titles::held(std::string const& title) {
    constexpr std::string_view in = " in ";
    std::size_t const at = title.find(in);
    std::string const type = title.substr(0, at);
    std::string rest = title.substr(at + in.size());
    rest.resize(std::min(rest.size(), rest.find(", made in ")));
    std::vector<Node> const objects = where([&](Node n) {
        std::string const its = type_name(dump_, n);
        return its == type || shorter_.type(its) == type;
    });
    std::map<std::string, std::set<Node>> by_name;
    for (auto const& [name, its] : holders_.of(objects)) {
        by_name[shorter_(name)].insert(its.to.begin(), its.to.end());
        for (auto const& [place, there] : its.at)
            by_name[shorter_(name) + " (" + place + ')'].insert(there.begin(), there.end());
    }
    return in_all(rest, by_name);
}

// The objects in all holders of a list: "app.byId[], app.byName[] and recent[]".
std::vector<Node> Titles::in_all(std::string_view list,
                                 std::map<std::string, std::set<Node>> const& by_name) {
    for (auto const& [name, objects] : by_name) {
        if (!list.starts_with(name)) continue;
        std::string_view const rest = list.substr(name.size());
        if (rest.empty()) return {objects.begin(), objects.end()};
        for (std::string_view const between : {", ", " and "}) {
            if (!rest.starts_with(between)) continue;
            std::vector<Node> all;
            std::ranges::set_intersection(objects, in_all(rest.substr(between.size()), by_name),
                                          std::back_inserter(all));
            if (!all.empty()) return all;
        }
    }
    return {};
}

std::vector<Node> Titles::of_path(std::string const& title) {
    std::size_t const colon = end_of_path(title);
    if (colon == std::string::npos) return {};
    std::vector<Node> nodes, with_place;
    try {
        nodes = trav::dump::Selector(title.substr(0, colon)).find(dump_);
    } catch (trav::dump::Error const&) { return {}; }
    std::string const rest = title.substr(colon + 2);
    std::erase_if(nodes, [&](Node n) {
        std::string const type = type_name(dump_, n);
        return std::ranges::none_of(std::array{type, shorter_.type(type)}, [&](std::string const& each) {
            return begins_with(rest, each) || rest.starts_with(each + " (");
        });
    });
    names_.add(nodes);
    for (Node const n : nodes)
        if (begins_with(title, names_(n))) with_place.push_back(n);
    return with_place.empty() ? nodes : with_place;
}

}  // namespace heapprof
