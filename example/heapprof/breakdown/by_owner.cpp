#include "by_owner.hpp"

#include "sharers.hpp"

#include <trav/dump/error.hpp>
#include <trav/dump/grouping.hpp>
#include <trav/dump/jvm/by_package.hpp>
#include <trav/dump/jvm/dump.hpp>
#include <trav/dump/v8/dump.hpp>
#include <trav/profile/by.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

namespace heapprof {

namespace {

constexpr char const* breakdown = "owner";
constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

std::string group_name(std::string const& group) { return std::string(shared_prefix) + group; }

// The band of an owner of one dump, or of a group. Its identity has the number of the owner, and of the owner
// with objects around it; its details have the name of the group around it, if no owner is.
trav::Band band_of(std::vector<Owners::Owner> const& all, std::vector<bool> const& has_objects,
                   std::uint32_t number, std::string name) {
    auto const is_group = [&](std::uint32_t n) { return all[n].node == Owners::nobody; };
    std::uint32_t above = all[number].above;
    while (above != none && !is_group(above) && !has_objects[above]) above = all[above].above;
    trav::Band band{std::move(name), {}, {}, {.number = number, .members = {above, all[number].large}}};
    if (above != none && is_group(above)) {
        band.identity.members[0] = none;
        band.details.push_back(group_name(all[above].group));
    }
    return band;
}
trav::Band band_of_unreached() { return {"UNREACHED", {}, {}, {.unreached = true}}; }

// A function: the package of a class of Java.
std::function<std::string(Node)> packages_of_classes(AnyDump const& dump) {
    return [&dump, is_class = std::unordered_map<std::uint64_t, bool>()](Node n) mutable {
        auto const [known, fresh] = is_class.try_emplace(dump.type(n));
        if (fresh) known->second = type_name(dump, n) == "java.lang.Class";
        std::string package = known->second ? std::string(trav::dump::java_package(name(dump, n))) : "";
        return package.starts_with('(') ? "" : package;
    };
}

// A function: the package that an object is code of; empty if none is known.
std::function<std::string(Node)> packages_of(AnyDump const& dump) {
    if (dump.get_if<trav::dump::V8Dump>())
        return [&dump, places = dump.places()](Node n) {
            // An object of a class has the place of the class, but is no code.
            std::string const type = type_name(dump, n);
            if (!type.starts_with('(') && !type.starts_with("system / ")) return std::string();
            std::string package = package_of(places(n));
            // A script outside of a folder has its line.
            std::size_t const line = package.find_last_not_of("0123456789");
            if (line != std::string::npos && package[line] == ':') package.erase(line);
            return package.starts_with('<') ? std::string() : package;
        };
    if (dump.get_if<trav::dump::JvmDump>()) return packages_of_classes(dump);
    try {
        return [packages = dump.grouping("package")](Node n) {
            std::string const& its = packages.bands[packages.band_of[n]];
            return its.starts_with('(') ? "" : its;
        };
    } catch (trav::dump::Error const&) { return packages_of_classes(dump); }  // exported arrays have none
}

// A function: "threads job-*" for an object that only one such thread of Java keeps; empty for others.
std::function<std::string(Node)> threads_of(AnyDump const& dump) {
    if (!dump.get_if<trav::dump::JvmDump>()) return [](Node) { return std::string(); };
    return [threads = dump.grouping("thread")](Node n) {
        constexpr std::string_view thread = "thread ";
        std::string const& one = threads.bands[threads.band_of[n]];
        std::string const all = without_numbers(one);
        return one.starts_with(thread) && one != all ? "threads " + all.substr(thread.size()) : "";
    };
}

// Whether only a global object of V8 holds an object, in a variable.
std::vector<bool> values_of_globals(RetainedHeap const& heap) {
    AnyDump const& dump = heap.dump;
    std::vector<bool> found(dump.node_count());
    if (!dump.get_if<trav::dump::V8Dump>()) return found;
    for (Node const global : dump.globals())
        dump.for_each_edge(global, [&](AnyDump::Edge const& edge) {
            bool const variable = edge.name_kind == trav::dump::NameKind::field;
            if (variable && heap.tree.idom(edge.to) == global) found[edge.to] = true;
        });
    return found;
}

// Makes the subject of a name the owner: the Map, in place of its table.
void own_by_subject(RetainedHeap const& heap, OwnerNames& name, Owners& owners) {
    std::unordered_map<Node, std::uint32_t> owner_of;  // by subject
    std::vector<Node> subjects;
    for (std::uint32_t i = 0; i != owners.owners.size(); ++i) {
        Owners::Owner const& owner = owners.owners[i];
        if (owner.node == Owners::nobody) continue;
        Node const subject = name.subject(owner.node);
        if (!heap.tree.dominates(subject, owner.node)) continue;
        bool const around = owners.of_node[subject] == owner.above &&
                            owners.owners[owner.above].node != subject && !owners.ground[subject];
        if (around && owner_of.try_emplace(subject, i).second) subjects.push_back(subject);
    }
    name.add(subjects);
    std::erase_if(owner_of, [&](auto const& each) {  // another path may be shorter
        return name(each.first) != name(owners.owners[each.second].node);
    });
    for (auto const& [subject, owner] : owner_of) owners.owners[owner].node = subject;
    if (owner_of.empty()) return;
    std::vector<std::uint32_t> inside;  // by depth: a subject's owner, as far as its objects reach
    heap.tree.walk([&](auto const& at) {
        inside.resize(at.depth);
        std::uint32_t owner = inside.empty() ? none : inside.back();
        if (auto const found = owner_of.find(at.node); found != owner_of.end()) owner = found->second;
        else if (owner != none && owners.of_node[at.node] != owners.owners[owner].above) owner = none;
        if (owner != none) owners.of_node[at.node] = owner;
        inside.push_back(owner);
        return true;
    });
}

// The owners of one dump, by number; groups without an object have no band.
class OwnersOfDump {
  public:
    struct Owner {
        std::string const* name = nullptr;
        std::string const* group = nullptr;  // the group around it
        std::uint32_t above = none;
        bool large = false;
        std::uint64_t bytes = 0;
    };

    OwnersOfDump(trav::Profile const& profile, std::size_t column) {
        auto const& bands = profile.columns[column].bands;
        for (trav::Band const& band : bands) {
            if (band.identity.unreached) continue;
            if (owners_.size() <= band.identity.number) owners_.resize(band.identity.number + 1);
            owners_[band.identity.number] = {&band.text, band.details.empty() ? nullptr : band.details.data(),
                                             band.identity.members[0], band.identity.members[1] != 0, 0};
        }
        for (auto const& sample : profile.samples)
            for (auto const& entry : sample.entries) {
                auto const& identity = bands[entry.bands[column]].identity;
                if (identity.unreached) continue;
                owners_[identity.number].bytes += entry.amount.bytes;
                total_ += entry.amount.bytes;
            }
    }

    void add_large(std::set<std::string>& names) const {
        for (Owner const& owner : owners_)
            if (owner.large) names.insert(*owner.name);
    }

    // Adds names of owners outside of large ones whose copies hold enough together.
    void add_copies(double share, std::set<std::string> const& large, std::set<std::string>& names) const {
        struct Group {
            std::uint32_t above = none;
            std::uint64_t bytes = 0;
        };
        std::vector<Group> groups;
        std::vector<std::string const*> name_of;
        std::vector<std::uint32_t> group_of(owners_.size(), none);
        std::map<std::pair<std::uint32_t, std::string>, std::uint32_t> numbers;
        for (std::size_t i = 0; i != owners_.size(); ++i) {
            Owner const& owner = owners_[i];
            if (owner.name == nullptr || large.contains(*owner.name)) continue;
            std::uint32_t const above = owner.above == none ? none : group_of[owner.above];
            if (owner.above != none && above == none) continue;  // in a large one
            auto const [at, fresh] = numbers.try_emplace({above, *owner.name}, std::uint32_t(groups.size()));
            if (fresh) groups.push_back({above, 0}), name_of.push_back(owner.name);
            group_of[i] = at->second;
            groups[at->second].bytes += owner.bytes;
        }
        for (std::size_t i = groups.size(); i-- != 0;) {
            if (static_cast<double>(groups[i].bytes) >= share * static_cast<double>(total_))
                names.insert(*name_of[i]);
            else if (groups[i].above != none) groups[groups[i].above].bytes += groups[i].bytes;
        }
    }

    bool has(std::string const& name) const {
        return std::ranges::any_of(
            owners_, [&](Owner const& owner) { return owner.name != nullptr && *owner.name == name; });
    }

    // The name of the nearest chosen owner or group, for each owner.
    std::vector<std::string> chosen(std::set<std::string> const& names) const {
        std::vector<std::string> result(owners_.size());
        for (std::size_t i = 0; i != owners_.size(); ++i) {
            if (owners_[i].name == nullptr) continue;  // a group without objects
            Owner const& owner = owners_[i];
            if (names.contains(*owner.name) || (owner.above == none && owner.group == nullptr))
                result[i] = *owner.name;
            else result[i] = owner.above == none ? *owner.group : result[owner.above];
        }
        return result;
    }

  private:
    std::vector<Owner> owners_;
    std::uint64_t total_ = 0;
};

}  // namespace

std::string without_numbers(std::string_view text) {
    std::string result;
    auto const digit = [](char c) { return c >= '0' && c <= '9'; };
    for (std::size_t i = 0; i != text.size(); ++i)
        if (!digit(text[i])) result += text[i];
        else if (i == 0 || !digit(text[i - 1])) result += '*';
    return result;
}

std::string package_of(std::string const& place) {
    std::size_t const scope = place.starts_with('@') ? place.find('/') + 1 : 0;
    return place.substr(0, place.find('/', scope));
}

NamedOwners named_owners(RetainedHeap const& heap, OwnerNames& name, double share) {
    constexpr int finer = 3;
    AnyDump const& dump = heap.dump;
    auto const places = dump.places();
    bool const v8 = dump.get_if<trav::dump::V8Dump>() != nullptr;  // other formats have places of allocation
    auto const package = packages_of(dump), threads = threads_of(dump);
    auto const global_variables = values_of_globals(heap);
    std::set<std::string> undivided;  // groups of packages, threads and variables
    NamedOwners result;
    auto const group = [&](Node n) {
        if (std::string const its = package(n); !its.empty())
            return *undivided.insert((v8 ? "code of " : "package ") + its).first;
        if (std::string const its = threads(n); !its.empty()) return *undivided.insert(its).first;
        if (global_variables[n]) return *undivided.emplace("global variables").first;
        std::string const made = v8 ? "" : package_of(places(n));
        if (!made.empty() && !made.starts_with('<')) return "made in " + made;
        std::string const type = type_name(dump, n);
        result.nameless.insert(group_name(type));
        return type;
    };
    result.owners = find_owners(heap, share, group, finer);
    std::vector<Node> nodes;
    for (auto const& owner : result.owners.owners)
        if (owner.node != Owners::nobody) nodes.push_back(owner.node);
    name.avoid_others(result.owners);
    name.add(nodes);
    own_by_subject(heap, name, result.owners);
    // A path of one step, such as `this`, needs its type.
    auto const sharer = [&](Owners::Owner const& owner) {
        std::string path = name.path(owner.node);
        if (path.find_first_of(".[") != std::string::npos) return path;
        return path.empty() ? name(owner.node) : path + ": " + type_name(dump, owner.node);
    };
    auto const divides = [&](std::string const& of) { return !undivided.contains(of); };
    divide_shared(heap, result.owners, share, sharer, package, divides);
    for (auto const& owner : result.owners.owners)
        result.names.push_back(owner.node == Owners::nobody ? group_name(owner.group) : name(owner.node));
    return result;
}

trav::AnyBreakdown<Node> by_owner(NamedOwners const& owners) {
    std::vector<trav::Band> bands;
    std::vector<bool> has_objects(owners.names.size());
    for (std::uint32_t const owner : owners.owners.of_node)
        if (owner != Owners::unreached) has_objects[owner] = true;
    for (std::string const& name : owners.names)
        bands.push_back(
            band_of(owners.owners.owners, has_objects, static_cast<std::uint32_t>(bands.size()), name));
    bands.push_back(band_of_unreached());
    return trav::by(
        breakdown,
        [of_node = owners.owners.of_node, unreached = static_cast<std::uint32_t>(owners.names.size())](
            Node n) { return std::min(of_node[n], unreached); },
        [bands = std::move(bands)](std::uint32_t band) { return bands[band]; });
}

trav::AnyBreakdown<Node> by_owner(AnyDump const& dump) {
    EdgeSet const machinery = dump.machinery();
    RetainedHeap const heap(dump);
    OwnerNames names(heap, machinery);
    return by_owner(named_owners(heap, names));
}

std::vector<std::vector<std::string>> choose_owners(std::vector<trav::Profile>& profiles, double share) {
    std::vector<std::pair<std::size_t, OwnersOfDump>> dumps;
    for (trav::Profile const& profile : profiles) {
        auto const column = std::ranges::find(profile.columns, breakdown, &trav::Profile::Column::name);
        if (column == profile.columns.end()) return {};
        auto const at = static_cast<std::size_t>(column - profile.columns.begin());
        dumps.emplace_back(at, OwnersOfDump(profile, at));
    }
    std::set<std::string> large;  // in any dump
    for (auto const& [column, owners] : dumps) owners.add_large(large);
    std::set<std::string> names = large;
    for (auto const& [column, owners] : dumps) owners.add_copies(share, large, names);
    // Without a group in one of the dumps, the owner around it would seem to grow.
    std::erase_if(names, [&](std::string const& name) {
        return name.starts_with(shared_prefix) &&
               !std::ranges::all_of(dumps, [&](auto const& dump) { return dump.second.has(name); });
    });
    std::vector<std::vector<std::string>> result;
    for (std::size_t i = 0; i != profiles.size(); ++i) {
        auto const& [column, owners] = dumps[i];
        std::vector<std::string> const& chosen = result.emplace_back(owners.chosen(names));
        for (trav::Band& band : profiles[i].columns[column].bands) {
            if (!band.identity.unreached) band.text = chosen[band.identity.number];
            band.identity = {};
            band.details.clear();
        }
    }
    return result;
}

}  // namespace heapprof
