#include "leaks.hpp"

#include "../breakdown/by_owner.hpp"
#include "../breakdown/by_type.hpp"
#include "../terminal/progress.hpp"
#include "dump_profiler.hpp"
#include "retained_heap.hpp"
#include "selector_paths.hpp"
#include "starts.hpp"

#include <trav/dump/named_dump_graph.hpp>
#include <trav/profile/profiler.hpp>
#include <trav/profile/series.hpp>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace heapprof {

namespace {

using Finding = LeaksAnswer::Finding;
using Verdict = LeaksAnswer::Verdict;

constexpr double share_of_owners = 0.003;     // of the heap
constexpr double share_of_growth = 0.005;     // of the last heap
constexpr double share_of_all_growth = 0.02;  // of the heap
constexpr double share_of_large = 0.05;       // of the only heap
constexpr std::uint64_t least_growth = 16384;
constexpr std::size_t most_examined = 30, most_referrers = 200;

// Code, tables of the runtime, and objects that nothing reaches.
bool of_runtime(std::string const& name) {
    constexpr std::array<std::string_view, 3> beginnings{"shared: (", "shared: java.lang.Class", "UNREACHED"};
    constexpr std::array<std::string_view, 5> types{"(object shape)", "(code)", "(hidden)", "(compiled code)",
                                                    "java.lang.ref.Finalizer"};
    auto const begins = [&](std::string_view text) { return name.starts_with(text); };
    if (std::ranges::any_of(beginnings, begins) || name.ends_with("(node:internal/bootstrap/realm)"))
        return true;
    std::size_t const colon = name.rfind(": "), type = colon == std::string::npos ? 0 : colon + 2;
    return (name[0] == '(' && name[type] == '(') ||
           std::ranges::any_of(types, [&](auto each) { return name.substr(type).starts_with(each); });
}

// The name with `*` for all numbers in its path: what eight threads hold in the same way is one thing.
std::string without_numbers(std::string const& name) {
    std::size_t const end = name.starts_with("shared: ") ? 0 : std::min(name.find(": "), name.size());
    std::string result;
    auto const digit = [](char c) { return c >= '0' && c <= '9'; };
    for (std::size_t i = 0; i != end; ++i)
        if (!digit(name[i])) result += name[i];
        else if (i == 0 || !digit(name[i - 1])) result += '*';
    return result + name.substr(end);
}

// The name with another last step of its path: "app[]: Session" for "app.user17: Session"; empty if it has
// none.
std::string any_key(std::string const& name) {
    std::size_t const end = name.find(": ");
    if (end == std::string::npos || name.starts_with("shared: ")) return "";
    std::size_t begin = 0;
    begin = name.rfind(name[end - 1] == ']' ? '[' : '.', end);
    if (begin == std::string::npos || begin == 0) return "";
    return name.substr(0, begin) + "[]" + name.substr(end);
}

// The growth from the first dump to the last one.
std::uint64_t growth(std::vector<trav::Amount> const& amounts) {
    std::uint64_t const first = amounts.front().bytes, last = amounts.back().bytes;
    return last > first ? last - first : 0;
}

// Whether the bytes grow by at least so many tenths of the mean growth in every step; of more than three
// steps, in each third.
bool grows_steadily(std::vector<trav::Amount> const& amounts, std::uint64_t tenths) {
    std::size_t const steps = std::min<std::size_t>(amounts.size() - 1, 3);
    std::uint64_t const all = growth(amounts);
    for (std::size_t i = 0; i != steps; ++i) {
        std::uint64_t const before = amounts[i * (amounts.size() - 1) / steps].bytes;
        std::uint64_t const after = amounts[(i + 1) * (amounts.size() - 1) / steps].bytes;
        if (after <= before || (after - before) * steps * 10 < all * tenths) return false;
    }
    return all != 0;
}

// Lines of the table by owner that become findings, worst first.
class Candidates {
  public:
    struct Candidate {
        std::string name;
        std::set<std::string> owners;  // names in the table
        std::vector<trav::Amount> amounts;
    };

    explicit Candidates(trav::Table const& table) {
        std::map<std::string, std::vector<trav::Table::Line const*>> alike;
        for (auto const& line : table.lines) {
            std::string const& name = line.texts[0];
            bool const warms_up = name.starts_with("shared: code of node:") &&
                                  growth(line.amounts) < line.amounts.back().bytes / 4;
            if (of_runtime(name) || warms_up) continue;
            std::string const key = line.amounts.front().bytes == 0 ? any_key(name) : "";
            alike[without_numbers(key.empty() ? name : key)].push_back(&line);
        }
        for (auto const& [key, lines] : alike) {
            Candidate one{lines.size() == 1 ? lines[0]->texts[0] : key, {}, {}};
            for (trav::Table::Line const* const line : lines) {
                one.owners.insert(line->texts[0]);
                one.amounts.resize(line->amounts.size());
                for (std::size_t i = 0; i != one.amounts.size(); ++i) one.amounts[i] += line->amounts[i];
            }
            all_.push_back(std::move(one));
        }
    }

    // Those for which size(amounts) is at least `least`, largest first.
    std::vector<Candidate> of_at_least(double least, auto const& size) const {
        std::vector<Candidate> found;
        for (Candidate const& each : all_)
            if (size(each.amounts) != 0 && static_cast<double>(size(each.amounts)) >= least)
                found.push_back(each);
        std::ranges::sort(found, [&](Candidate const& a, Candidate const& b) {
            auto const of_a = size(a.amounts), of_b = size(b.amounts);
            return of_a != of_b ? of_a > of_b : a.name < b.name;
        });
        return found;
    }

  private:
    std::vector<Candidate> all_;
};

// One dump with its owners.
class OwnedHeap {
  public:
    explicit OwnedHeap(AnyDump const& dump)
        : dump_(dump),
          machinery_(dump.machinery()),
          heap_(dump),
          names_(heap_, machinery_),
          owners_(named_owners(heap_, names_, share_of_owners)) {}

    trav::Profile profile(double time) const {
        std::vector<trav::AnyBreakdown<Node>> breakdowns;
        breakdowns.emplace_back(by_type(dump_));
        breakdowns.push_back(by_owner(owners_));
        trav::Profiler profiler{CountedObjects{&dump_}, breakdowns};
        profiler.sample_heap(trav::dump::roots(dump_), time);
        return profiler.profile();
    }

    // Adds what only the dump itself knows. `chosen`: the chosen name of each owner.
    // `types`: of each finding, the type that grows most in it.
    void explain(std::vector<Finding>& findings, std::vector<std::set<std::string>> const& owners,
                 std::vector<std::string> const& types, std::vector<std::string> const& chosen) {
        std::vector<Node> largest;
        for (std::size_t i = 0; i != findings.size(); ++i) {
            Finding& finding = findings[i];
            std::vector<Node> const objects = objects_of(owners[i], chosen);
            Node best = objects.front();
            finding.copies = objects.size();
            for (Node const n : objects) {
                trav::Amount const retained = heap_.tree.retained(n);
                finding.freed += retained;
                if (retained.bytes > heap_.tree.retained(best).bytes) best = n;
            }
            finding.object = object_name(dump_, best);
            largest.push_back(best);
            std::vector<Node> const parts = objects_of_type(owners[i], chosen, types[i]);
            finding.held_type = parts.empty() ? "" : types[i];
            add_holders(finding, parts.empty() ? objects : parts);
        }
        HeapPaths const shortest(heap_.graph.base(), path_starts(dump_));
        SelectorPaths const paths(
            dump_, SelectorRoots(dump_), heap_.holds, [&](Node each) { return shortest.before(each); },
            {SelectorPaths::none}, largest);
        for (std::size_t i = 0; i != findings.size(); ++i) {
            findings[i].selector = without_id(dump_, paths.to(largest[i]), largest[i]);
            if (findings[i].selector.empty() || findings[i].selector.size() > 200)
                findings[i].selector = trav::dump::text({{findings[i].object.id, true}}).substr(1);
        }
    }

  private:
    // The objects with one of these names that no other one dominates; of a group of shared objects, those
    // that no other object of the group dominates.
    std::vector<Node> objects_of(std::set<std::string> const& names,
                                 std::vector<std::string> const& chosen) const {
        auto const is_wanted = has_owner(names, chosen);
        std::vector<Node> found;
        heap_.tree.walk([&](auto const& at) {
            if (heap_.garbage(at.node)) return false;
            if (!is_wanted(at.node)) return true;
            Owners::Owner const& owner = owners_.owners.owners[owners_.owners.of_node[at.node]];
            bool const ground = owner.node == Owners::nobody && is_ground(at.node);
            if (!ground) found.push_back(at.node);
            return ground;
        });
        return found;
    }
    std::vector<Node> objects_of_type(std::set<std::string> const& names,
                                      std::vector<std::string> const& chosen, std::string const& type) const {
        auto const is_wanted = has_owner(names, chosen);
        std::vector<Node> found;
        if (type.empty()) return found;
        for (Node n = 0; n != dump_.node_count(); ++n)
            if (is_wanted(n) && type_name(dump_, n) == type) found.push_back(n);
        return found;
    }
    // A function: whether the chosen owner of an object has one of the names.
    std::function<bool(Node)> has_owner(std::set<std::string> const& names,
                                        std::vector<std::string> const& chosen) const {
        std::vector<bool> wanted(owners_.names.size());
        for (std::size_t i = 0; i != wanted.size(); ++i) wanted[i] = names.contains(chosen[i]);
        return [this, wanted = std::move(wanted)](Node n) {
            std::uint32_t const owner = owners_.owners.of_node[n];
            return owner != Owners::unreached && wanted[owner];
        };
    }
    // Whether an object can be no owner.
    bool is_ground(Node n) const {
        return lists_roots(dump_, n) ||
               std::ranges::any_of(globals_, [&](Node global) { return heap_.tree.dominates(n, global); });
    }

    // The objects that refer to some of these from outside.
    void add_holders(Finding& finding, std::vector<Node> const& objects) {
        std::vector<Node> examined;
        std::size_t const step = std::max<std::size_t>(1, objects.size() / most_examined);
        for (std::size_t i = 0; i < objects.size() && examined.size() != most_examined; i += step)
            examined.push_back(objects[i]);
        finding.examined = examined.size();
        std::vector<bool> wanted(dump_.node_count());
        for (Node const n : examined) wanted[n] = true;
        std::set<Node> referrers;
        dump_.for_each_link(0, dump_.node_count(), [&](AnyDump::Link const& link) {
            if (!wanted[link.to] || referrers.size() == most_referrers || machinery_(link)) return;
            if (!heap_.tree.dominates(link.to, link.from)) referrers.insert(link.from);
        });
        names_.add({referrers.begin(), referrers.end()});
        std::map<std::string, std::set<Node>> held;
        for (Node const from : referrers) {
            if (lists_roots(dump_, from)) continue;
            std::string const path = names_.path(from);
            std::string const name = path.empty() ? type_name(dump_, from) : path;
            dump_.for_each_edge(from, [&](AnyDump::Edge const& edge) {
                if (!wanted[edge.to] || !edge.strong || machinery_(edge)) return;
                std::string const label = trav::dump::DumpEdgeName<AnyDump>{dump_, edge}.pattern();
                bool const index = label.starts_with('[') || names_.in_collection(from) ||
                                   edge.name_kind == trav::dump::NameKind::internal;
                held[!index ? name + '.' + label : name.ends_with("[]") ? name : name + "[]"].insert(edge.to);
            });
        }
        dump_.for_each_root([&](Node n, std::string_view root) {
            if (wanted[n] && !root.empty()) held[std::string(root)].insert(n);
        });
        for (auto const& [name, nodes] : held) finding.holders.push_back({name, nodes.size()});
        std::ranges::sort(finding.holders, [](auto const& a, auto const& b) {
            return a.held != b.held ? a.held > b.held : a.name < b.name;
        });
        if (finding.holders.size() > 4) finding.holders.resize(4);
    }

    AnyDump const& dump_;
    EdgeSet const machinery_;
    RetainedHeap const heap_;
    OwnerNames names_;
    NamedOwners const owners_;
    std::vector<Node> const globals_ = dump_.globals();
};

// The three types that hold most in some owners.
std::vector<LeaksAnswer::Part> contents(trav::Table const& by_owner_and_type,
                                        std::set<std::string> const& owners) {
    std::map<std::string, LeaksAnswer::Part> parts;
    for (auto const& line : by_owner_and_type.lines) {
        if (!owners.contains(line.texts[0])) continue;
        auto& part = parts.try_emplace(line.texts[1], LeaksAnswer::Part{line.texts[1], {}, {}}).first->second;
        part.first += line.amounts.front();
        part.last += line.amounts.back();
    }
    std::vector<LeaksAnswer::Part> sorted;
    for (auto const& [type, part] : parts)
        if (part.last.bytes != 0) sorted.push_back(part);
    std::ranges::sort(sorted, [](auto const& a, auto const& b) {
        return a.last.bytes != b.last.bytes ? a.last.bytes > b.last.bytes : a.type < b.type;
    });
    if (sorted.size() > 3) sorted.resize(3);
    return sorted;
}

// The type of the program that grows most in some owners; empty: only strings, arrays and the runtime's do.
std::string growing_type(trav::Table const& by_owner_and_type, std::set<std::string> const& owners) {
    constexpr std::array<std::string_view, 8> plain{"str",   "String", "byte[]", "char[]",
                                                    "bytes", "int",    "float",  "java.lang.String"};
    std::map<std::string, std::int64_t> grown;
    for (auto const& line : by_owner_and_type.lines) {
        std::string const& type = line.texts[1];
        if (!owners.contains(line.texts[0]) || type.starts_with('(') || type.starts_with("java.util.") ||
            type == "java.lang.Object[]" || std::ranges::find(plain, type) != plain.end())
            continue;
        grown[type] += static_cast<std::int64_t>(line.amounts.back().bytes) -
                       static_cast<std::int64_t>(line.amounts.size() > 1 ? line.amounts.front().bytes : 0);
    }
    // A class of the program says more than a general type.
    constexpr std::array<std::string_view, 9> general{"Object", "Array", "Map", "Set", "dict",
                                                      "list",   "tuple", "set", "Hash"};
    std::string best;
    std::int64_t most = 0;
    for (auto const& [type, bytes] : grown) {
        std::int64_t const worth = std::ranges::find(general, type) == general.end() ? 8 * bytes : bytes;
        if (worth > most) most = worth, best = type;
    }
    return best;
}

// The last dump before the first growth.
std::size_t since(std::vector<trav::Amount> const& amounts) {
    std::size_t at = 0;
    while (at + 1 < amounts.size() && amounts[at + 1].bytes <= amounts[at].bytes) ++at;
    return at;
}

}  // namespace

LeakSearch::LeakSearch(std::size_t dumps, std::size_t most) : dumps_(dumps), most_(most) {}

void LeakSearch::add(std::string const& file, AnyDump const& dump) {
    OwnedHeap heap(dump);
    answer_.dumps.push_back({file, dump.node_count(), trav::dump::total_size(dump)});
    profiles_.push_back(heap.profile(static_cast<double>(profiles_.size() + 1)));
    if (answer_.dumps.size() != dumps_) return;

    auto const chosen = choose_owners(profiles_, share_of_owners);
    trav::Profile const series = trav::series(std::move(profiles_));
    Candidates const candidates(series.by_names({"owner"}));
    auto const total = static_cast<double>(answer_.dumps.back().bytes);
    Verdict verdict = dumps_ > 2 ? Verdict::leaks : Verdict::grew;
    std::vector<Candidates::Candidate> found;
    double const grown = total - static_cast<double>(answer_.dumps.front().bytes);
    auto const steady = [&](std::vector<trav::Amount> const& amounts) -> std::uint64_t {
        // A small part of the growth that slows down is a cache that fills.
        bool const main = static_cast<double>(growth(amounts)) >= grown / 5;
        return grows_steadily(amounts, main ? 3 : 9) ? growth(amounts) : 0;
    };
    double const least =
        std::max({share_of_growth * total, share_of_all_growth * grown, static_cast<double>(least_growth)});
    if (dumps_ > 1) found = candidates.of_at_least(least, steady);
    if (found.empty()) {
        verdict = Verdict::large;
        found = candidates.of_at_least(share_of_large * total,
                                       [](auto const& amounts) { return amounts.back().bytes; });
    }
    if (found.size() > most_) found.resize(most_);
    auto const by_type = series.by_names({"owner", "type"});
    std::vector<std::set<std::string>> owners;
    std::vector<std::string> types;
    for (auto& each : found) {
        types.push_back(growing_type(by_type, each.owners));
        Finding finding{};
        finding.name = each.name;
        finding.verdict = verdict;
        finding.amounts = each.amounts;
        finding.since = since(each.amounts);
        finding.contents = contents(by_type, each.owners);
        answer_.findings.push_back(std::move(finding));
        owners.push_back(std::move(each.owners));
    }
    heap.explain(answer_.findings, owners, types, chosen.back());
}

LeaksAnswer leaks(std::vector<std::string> const& files, std::size_t most) {
    LeakSearch search(files.size(), most);
    ProgressLine line;
    for (std::string const& file : files) {
        auto const progress = [&](std::uint64_t done, std::uint64_t whole) {
            line.show("reading " + file, done, whole);
        };
        with_dump(file, progress, [&](AnyDump const& dump) {
            line.show("profiling " + file);
            search.add(file, dump);
        });
    }
    return search.answer();
}

}  // namespace heapprof
