#include "owned_heap.hpp"

#include "../breakdown/by_type.hpp"
#include "../heap/heap_paths.hpp"
#include "dom_state.hpp"
#include "dump_profiler.hpp"
#include "elements.hpp"
#include "merged_candidates.hpp"
#include "merged_findings.hpp"
#include "origins.hpp"
#include "selector_paths.hpp"

#include <trav/dump/jvm/dump.hpp>
#include <trav/profile/profiler.hpp>
#include <trav/report/text.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <string_view>
#include <utility>

namespace heapprof {

namespace {

constexpr std::size_t longest_selector = 100;  // bytes
constexpr std::size_t most_examined = 30, most_names = 4;

// The number of threads of a group "shared: threads job-*"; 0 for another name.
std::size_t threads_of_name(AnyDump const& dump, std::string const& name) {
    constexpr std::string_view group = "shared: threads ";
    auto const* const java = dump.get_if<trav::dump::JvmDump>();
    if (java == nullptr || !name.starts_with(group)) return 0;
    std::string const thread = "thread " + name.substr(group.size());
    return static_cast<std::size_t>(std::ranges::count_if(java->stacks.threads, [&](auto const& each) {
        return without_numbers(java->strings[each.name]) == thread;
    }));
}

// Holders with their places, one place of all at the end: "byId[] and recent[] (shop/shop.js)".
std::string text_of(std::vector<std::string> const& holders, NamedHolders::ByName const& held,
                    ShortNames const& names) {
    std::string text, place;
    for (std::size_t i = 0; i != holders.size(); ++i) {
        auto const& places = held.at(holders[i]).at;
        std::string const own = places.size() == 1 ? places.begin()->first : "";
        if (own != place && !place.empty()) text += " (" + place + ')';
        if (i != 0) text += i + 1 == holders.size() ? " and " : ", ";
        text += names(holders[i]);
        place = own;
    }
    return place.empty() ? text : text + " (" + place + ')';
}

// Whether one holder has nearly all examined objects.
bool nearly_all_in_one(LeaksAnswer::Finding const& finding) {
    return !finding.holders.empty() && finding.holders[0].held * 5 >= finding.examined * 4;
}

}  // namespace

OwnedHeap::OwnedHeap(AnyDump const& dump)
    : dump_(dump),
      machinery_(dump.machinery()),
      heap_(dump),
      names_(heap_, machinery_),
      owners_(named_owners(heap_, names_)) {}

trav::Profile OwnedHeap::profile(double time) const {
    std::vector<trav::AnyBreakdown<Node>> breakdowns;
    breakdowns.emplace_back(by_type(dump_));
    breakdowns.push_back(by_owner(owners_));
    trav::Profiler profiler{CountedObjects{&dump_}, breakdowns};
    profiler.sample_heap(trav::dump::roots(dump_), time);
    return profiler.profile();
}

OwnerIds OwnedHeap::ids() const {
    OwnerIds all;
    if (dump_.id_life() != trav::dump::IdLife::process) return all;
    for (Owners::Owner const& owner : owners_.owners.owners)
        all.push_back(owner.node == Owners::nobody ? "" : dump_.id(owner.node));
    return all;
}

CacheEntries OwnedHeap::entries_of_caches(Rules const& rules) const {
    CacheEntries found;
    if (dump_.id_life() == trav::dump::IdLife::dump) return found;
    for (std::size_t i = 0; i != owners_.names.size(); ++i) {
        Node const n = owners_.owners.owners[i].node;
        if (n == Owners::nobody) continue;
        Rule const* const rule = rules.find(parts_of_name(owners_.names[i]), {});
        if (rule == nullptr || rule->kind != "cache") continue;
        auto& entries = found[dump_.id(names_.subject(n))];
        for (Node const each : elements_of(heap_, {n}, "", rules, [](Node) { return true; }).nodes)
            entries.insert(dump_.id(each));
    }
    return found;
}

void OwnedHeap::merge_siblings(std::vector<Candidates::Candidate>& found,
                               std::vector<std::string> const& chosen, Rules const& rules) {
    std::map<std::string, Node> nodes;  // by the name of one owner
    for (std::size_t i = 0; i != chosen.size(); ++i) {
        Node const n = owners_.owners.owners[i].node;
        if (n == Owners::nobody || chosen[i] != owners_.names[i]) continue;
        auto const [at, fresh] = nodes.try_emplace(chosen[i], n);
        if (!fresh) at->second = Owners::nobody;
    }
    std::erase_if(nodes, [](auto const& each) { return each.second == Owners::nobody; });
    heapprof::merge_siblings(found, nodes, heap_, names_, rules);
}

void OwnedHeap::explain(std::vector<Finding>& findings, std::vector<Subject> const& subjects,
                        std::vector<std::string> const& chosen, Rules const& rules) {
    std::vector<Node> largest;
    std::vector<FindingExtent> extents;
    ShortNames const names(dump_);
    for (std::size_t i = 0; i != findings.size(); ++i) {
        Finding& finding = findings[i];
        IsWanted const is_wanted = has_owner(subjects[i].owners, chosen);
        std::vector<Node> objects = topmost(is_wanted);
        finding.copies = objects.size();
        Elements elements = elements_of(heap_, objects, subjects[i].type, rules, is_wanted);
        if (rules.is("general", elements.type) || rules.is("collection", elements.type))
            finding.fields = common_fields(dump_, elements.nodes);
        else if (!elements.type.starts_with("Detached ")) finding.fields = dom_state(dump_, elements.nodes);
        if (elements.nodes.empty()) elements = {subjects[i].type, of_type(is_wanted, subjects[i].type)};
        std::vector<Node> const& parts = elements.nodes;
        constexpr std::size_t many = 10;
        if (parts.size() >= many) finding.elements = parts.size();
        finding.held_type = parts.empty() ? "" : elements.type;
        std::vector<Node> largest_first = objects;
        if (parts.empty() && objects.size() > most_examined) {
            std::ranges::sort(largest_first, [&](Node a, Node b) {
                std::uint64_t const first = heap_.tree.retained(a).bytes,
                                    second = heap_.tree.retained(b).bytes;
                return first != second ? first > second : a < b;
            });
            largest_first.resize(most_examined);
        }
        std::vector<Node> const examined = some_of(parts.empty() ? largest_first : parts, most_examined);
        finding.examined = examined.size();
        auto const held = holders_.of(examined);
        for (auto const& [name, nodes] : held) finding.holders.push_back({name, nodes.to.size()});
        // A collection says more than objects that come with each of the elements.
        std::ranges::sort(finding.holders, [&](auto const& a, auto const& b) {
            std::size_t const of_a = held.at(a.name).from.size(), of_b = held.at(b.name).from.size();
            if (a.held != b.held) return a.held > b.held;
            return of_a != of_b ? of_a < of_b : a.name < b.name;
        });
        // What holds hardly any of them says nothing of the others.
        std::erase_if(finding.holders, [&](Holder const& each) { return each.held * 10 < finding.examined; });
        if (finding.holders.size() > most_names) finding.holders.resize(most_names);
        finding.origins = origins_of(dump_, places_, is_wanted, finding.held_type, parts, rules);

        if (subjects[i].object) {
            objects = {*subjects[i].object};
            finding.copies = 1;
        } else if (objects.size() == 1) {
            Node const n = objects[0];
            auto const& owner = owners_.owners.owners[owners_.owners.of_node[n]];
            if (owner.node == n) {
                Node const whole = names_.subject(n);
                if (heap_.tree.dominates(whole, n) && !owners_.owners.ground[whole]) objects[0] = whole;
                std::string const exact = names_.exact_path(n), path = names_.path(n);
                if (finding.name.starts_with(path + ": ")) finding.name.replace(0, path.size(), exact);
            }
            for (auto const& [name, nodes] : holders_.of({objects[0]}, true))
                finding.references.push_back({names(name), 1});
            if (finding.references.size() > most_names) finding.references.resize(most_names);
        }
        std::uint32_t const whose = owners_.owners.of_node[objects[0]];
        bool const named_so = owners_.names[whose] == finding.name;
        std::size_t const sharers = named_so ? owners_.owners.owners[whose].sharers : 0;
        name_by_holders(finding, sharers, objects, held);
        bool const by_sharers = sharers > 1 && finding.all_holders.empty();
        extents.push_back({objects, is_wanted, !finding.all_holders.empty()});
        finding.freed = objects.size() == 1 ? heap_.tree.retained(objects[0]) : heap_.freed_without(objects);
        // The title of shared objects names their elements and the holder.
        bool const in_one = !by_sharers && finding.all_holders.empty() && nearly_all_in_one(finding) &&
                            finding.name.starts_with(shared_prefix) && !finding.held_type.empty();
        bool const by_element = in_one || !finding.all_holders.empty();  // the first holder has nearly all
        std::vector<Node> shown = objects;
        if (by_element) {
            auto const& elements_in_it = held.at(finding.holders[0].name).to;
            shown.assign(elements_in_it.begin(), elements_in_it.end());
        }
        finding.together = finding.copies > 1 && finding.all_holders.empty() && !in_one;
        largest.push_back(
            *std::ranges::max_element(shown, {}, [&](Node n) { return heap_.tree.retained(n).bytes; }));
        finding.object = object_name(dump_, largest.back());
        if (!by_element && !finding.name.starts_with(shared_prefix))
            finding.field_of = class_with_field(largest.back(), rules);
        std::string const in = in_one ? text_of({finding.holders[0].name}, held, names)
                                      : text_of(finding.all_holders, held, names);
        for (Holder& holder : finding.holders) holder.name = names(holder.name);
        for (std::string& holder : finding.all_holders) holder = names(holder);
        finding.title = title(finding, in_one, in, names, rules);
        if (!in_one && owners_.nameless.contains(finding.name)) tell_sharers(finding, objects, chosen, names);
        if (by_sharers && !finding.held_type.empty())
            finding.title += ", of " + names.type(finding.held_type);
    }
    SelectorPaths const paths(dump_, SelectorRoots(dump_), heap_.holds, ways_to(heap_), {SelectorPaths::none},
                              largest);
    for (std::size_t i = 0; i != findings.size(); ++i) {
        std::string& selector = findings[i].selector;
        Node const n = largest[i];
        if (std::string const end = parts_of_name(names(findings[i].name)).path; selects_only(dump_, end, n))
            selector = end;
        else selector = without_id(dump_, paths.to(n), n);
        if (selector.empty() || selector.size() > longest_selector) selector = '@' + findings[i].object.id;
    }
    if (!findings.empty() && findings.front().verdict != LeaksAnswer::Verdict::large)
        merge_parts(findings, extents, heap_, machinery_, names_);
}

// The class with the field of an object; empty if the class says nothing, or if the path ends without a name.
std::string OwnedHeap::class_with_field(Node n, Rules const& rules) {
    names_.add({n});
    std::string const path = names_.path(n);
    if (path.ends_with('*') || (path.ends_with(']') && !path.ends_with("\"]"))) return "";
    auto const holder = names_.holder(n);
    bool const says = holder && is_instance(dump_, *holder, rules) && !names_.in_collection(*holder);
    return says ? type_name(dump_, *holder) : "";
}

// The name for people: of two holders or more; of the one that holds shared objects; or of the owner, with
// its largest collection, and with a function if its own name is the runtime's.
std::string OwnedHeap::title(Finding const& finding, bool in_one, std::string const& in,
                             ShortNames const& names, Rules const& rules) {
    if (!finding.all_holders.empty()) return names.type(finding.held_type) + " in " + in;
    std::string title = names(finding.name);
    constexpr std::string_view made = "shared: made in ";
    if (std::size_t const count = threads_of_name(dump_, title); count != 0)
        return title.substr(shared_prefix.size()) + " (" + std::to_string(count) + ')';
    if (finding.name == std::string(shared_prefix) + "global variables")
        return title.substr(shared_prefix.size()) + " (" + trav::grouped(finding.copies) + ')';
    if (in_one)
        return names.type(finding.held_type) + " in " + in +
               (title.starts_with(made) ? ", " + title.substr(shared_prefix.size()) : "");
    NameParts const parts = parts_of_name(title);
    if (!finding.holders.empty() && !parts.path.empty() && !rules.is("collection", parts.type)) {
        std::string const& holder = finding.holders[0].name;
        std::size_t const end = holder.find_first_of("[*", parts.path.size());
        if (finding.holders[0].held * 2 >= finding.examined && holder.starts_with(parts.path + '.') &&
            end != std::string::npos)
            title += ", in " + holder.substr(parts.path.size(), end - parts.path.size()) + "[]";
    }
    if (title.find("kResourceStore") != std::string::npos) title += storages();
    bool const of_runtime = rules.is("platform", parts) || parts.path.starts_with("globalThis[") ||
                            parts.path.starts_with('[') || parts.path.starts_with('(');
    if (!finding.origins.empty() && finding.origins.front().function && of_runtime) {
        auto const& origin = finding.origins.front();
        title += ", of " + (origin.what.empty() ? "a function" : origin.what) + " (" + origin.place + ')';
    }
    return title;
}

// The AsyncLocalStorage objects of the program. A dump does not tell the owner of a store.
std::string OwnedHeap::storages() {
    std::vector<Node> found;
    for (Node n = 0; n != dump_.node_count(); ++n)
        if (type_name(dump_, n) == "AsyncLocalStorage") found.push_back(n);
    names_.add(found);
    std::string text;
    for (Node const n : found) {
        if (std::string const path = names_.path(n); !path.empty())
            text += (text.empty() ? ", a store of " : " or ") + path;
    }
    return text;
}

// Names a finding by its holders, if two or more have nearly all of it, and at least as many as its sharers.
// All of them must be gone to free it.
void OwnedHeap::name_by_holders(Finding& finding, std::size_t sharers, std::vector<Node>& removed,
                                NamedHolders::ByName const& held) const {
    if (finding.held_type.empty()) return;
    std::set<Node> all;
    for (Holder const& holder : finding.holders) {
        auto const& from = held.at(holder.name).from;
        bool const of_few = finding.all_holders.size() < 2 || from.size() * 4 <= finding.examined;
        if (holder.held * 5 < finding.examined * 4 || !of_few) continue;
        finding.all_holders.push_back(holder.name);
        all.insert(from.begin(), from.end());
    }
    // Objects that come with each of them are no holders of all.
    bool const few = all.size() * 4 <= finding.examined;
    if (few && finding.all_holders.size() > 1 && finding.all_holders.size() >= sharers)
        removed.assign(all.begin(), all.end());
    else finding.all_holders.clear();
}

// The owners that refer to objects of a group, and to how many; most first. Lists of the runtime count only
// if nothing else refers to one.
std::vector<LeaksAnswer::Holder> OwnedHeap::sharers_of(std::vector<Node> const& objects,
                                                       std::string const& group,
                                                       std::vector<std::string> const& chosen) const {
    std::vector<bool> wanted(dump_.node_count());
    for (Node const n : objects) wanted[n] = true;
    auto const sharer = [&](Node n) -> std::string {
        if (std::ranges::find(globals_, n) != globals_.end()) return "global variables";
        std::string const& owner = chosen[owners_.owners.of_node[n]];
        if (owner.starts_with(shared_prefix)) return owner.substr(shared_prefix.size());
        NameParts const parts = parts_of_name(owner);
        return parts.path.empty() ? owner : parts.path;
    };
    EdgeSet const strong = dump_.strong();
    std::map<std::string, std::set<Node>> held, listed;
    dump_.for_each_link(0, dump_.node_count(), [&](AnyDump::Link const& link) {
        if (!wanted[link.to] || !strong.contains(link.number) || machinery_(link)) return;
        std::uint32_t const owner = owners_.owners.of_node[link.from];
        if (lists_roots(dump_, link.from)) listed[std::string(name(dump_, link.from))].insert(link.to);
        else if (owner != Owners::unreached && chosen[owner] != group)
            held[sharer(link.from)].insert(link.to);
    });
    dump_.for_each_root([&](Node n, std::string_view) {
        if (wanted[n]) held["roots"].insert(n);
    });
    if (held.empty()) held = std::move(listed);
    std::vector<Holder> all;
    for (auto const& [name, nodes] : held) all.push_back({name, nodes.size()});
    std::ranges::sort(all, [](Holder const& a, Holder const& b) {
        return a.held != b.held ? a.held > b.held : a.name < b.name;
    });
    return all;
}

// Adds the sharers of a group to its title: ", by codes, primordials and 12 others".
void OwnedHeap::tell_sharers(Finding& finding, std::vector<Node> const& objects,
                             std::vector<std::string> const& chosen, ShortNames const& names) const {
    constexpr std::size_t in_title = 2;
    std::vector<Holder> all = sharers_of(objects, finding.name, chosen);
    if (all.empty()) return;
    for (Holder& each : all) each.name = names(each.name);
    std::size_t const shown = std::min(in_title, all.size()), others = all.size() - shown;
    std::string text = all[0].name;
    if (shown == 2) text += (others == 0 ? " and " : ", ") + all[1].name;
    if (others != 0) text += " and " + std::to_string(others) + (others == 1 ? " other" : " others");
    finding.title += ", by " + text;
    if (all.size() > most_names) all.resize(most_names);
    finding.holders = std::move(all);
    finding.examined = objects.size();
    if (finding.held_type.empty()) finding.held_type = finding.name.substr(shared_prefix.size());
}

// A function: whether the chosen owner of an object has one of the names.
OwnedHeap::IsWanted OwnedHeap::has_owner(std::set<std::string> const& names,
                                         std::vector<std::string> const& chosen) const {
    std::vector<bool> wanted(owners_.names.size());
    for (std::size_t i = 0; i != wanted.size(); ++i) wanted[i] = names.contains(chosen[i]);
    return [this, wanted = std::move(wanted)](Node n) {
        std::uint32_t const owner = owners_.owners.of_node[n];
        return owner != Owners::unreached && wanted[owner];
    };
}

// The topmost objects that may be owners.
std::vector<Node> OwnedHeap::topmost(IsWanted const& is_wanted) const {
    std::vector<Node> found = heapprof::topmost(heap_, [&](Node n) {
        if (!is_wanted(n)) return false;
        bool const in_group = owners_.owners.owners[owners_.owners.of_node[n]].node == Owners::nobody;
        return !in_group || !owners_.owners.ground[n];
    });
    return found.empty() ? heapprof::topmost(heap_, is_wanted) : found;  // a global object alone
}

std::vector<Node> OwnedHeap::of_type(IsWanted const& is_wanted, std::string const& type) const {
    std::vector<Node> found;
    if (type.empty()) return found;
    for (Node n = 0; n != dump_.node_count(); ++n)
        if (is_wanted(n) && type_name(dump_, n) == type) found.push_back(n);
    return found;
}

}  // namespace heapprof
