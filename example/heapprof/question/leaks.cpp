#include "leaks.hpp"

#include "../breakdown/by_owner.hpp"
#include "../file/dump_formats.hpp"
#include "../terminal/progress.hpp"
#include "java.hpp"
#include "owned_heap.hpp"
#include "rules.hpp"
#include "worst_candidates.hpp"

#include <trav/dump/error.hpp>
#include <trav/dump/jvm/dump.hpp>
#include <trav/profile/series.hpp>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <tuple>
#include <utility>

namespace heapprof {

namespace {

using Finding = LeaksAnswer::Finding;
using Verdict = LeaksAnswer::Verdict;

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
std::string growing_type(trav::Table const& by_owner_and_type, std::set<std::string> const& owners,
                         Rules const& rules) {
    std::map<std::string, std::int64_t> grown;
    for (auto const& line : by_owner_and_type.lines) {
        std::string const& type = line.texts[1];
        if (!owners.contains(line.texts[0]) || rules.is("plain", type)) continue;
        grown[type] += static_cast<std::int64_t>(line.amounts.back().bytes) -
                       static_cast<std::int64_t>(line.amounts.size() > 1 ? line.amounts.front().bytes : 0);
    }
    // A class of the program says more than a general type.
    std::string best;
    std::int64_t most = 0;
    for (auto const& [type, bytes] : grown) {
        bool const general = rules.is("general", type) || rules.is("collection", type);
        std::int64_t const worth = general ? bytes : 64 * bytes;
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

Rules rules_for(AnyDump const& dump, std::vector<std::string> const& files) {
    Rules rules;
    rules.add_built_in(dump);
    for (std::string const& file : files) {
        std::ifstream in(file, std::ios::binary);
        std::ostringstream text;
        if (!(text << in.rdbuf())) throw trav::dump::Error(file, "cannot be read, or is empty");
        rules.add(text.str(), file);
    }
    return rules;
}

// A column of a profile.
trav::Profile::Column& column(trav::Profile& profile, std::string const& name) {
    return *std::ranges::find(profile.columns, name, &trav::Profile::Column::name);
}
trav::Profile::Column& owners_in(trav::Profile& profile) { return column(profile, "owner"); }

// Removes instruments that record allocations. Returns their amount.
trav::Amount remove_instruments(trav::Profile& profile, Rules const& rules) {
    trav::Amount sum;
    auto const& types = column(profile, "type");
    auto const at = static_cast<std::size_t>(&types - profile.columns.data());
    std::vector<bool> gone;
    for (trav::Band const& band : types.bands) gone.push_back(rules.is("instrument", band.text));
    for (auto& sample : profile.samples)
        std::erase_if(sample.entries, [&](auto const& entry) {
            if (gone[entry.bands[at]]) sum += entry.amount;
            return bool(gone[entry.bands[at]]);
        });
    return sum;
}

// Gives an owner the name that it has in the last dump: by its id, and its type, or else by its name without
// the place, since paths change from dump to dump.
void name_alike(std::vector<trav::Profile>& profiles, std::vector<OwnerIds> const& ids) {
    std::map<std::string, std::string> by_id, by_path;
    auto const path = [](std::string const& name) {
        NameParts const parts = parts_of_name(name);
        return parts.path.empty() || name.starts_with(shared_prefix) ? "" : parts.path + ": " + parts.type;
    };
    auto const id = [&](std::size_t dump, trav::Band const& band) -> std::string {
        auto const& all = ids[dump];
        std::size_t const number = band.identity.number;
        if (band.identity.unreached || number >= all.size() || all[number].empty()) return "";
        return all[number] + ' ' + parts_of_name(band.text).type;
    };
    for (std::size_t i = profiles.size(); i-- != 0;)
        for (trav::Band& band : owners_in(profiles[i]).bands) {
            std::string const its_id = id(i, band), its_path = path(band.text);
            if (i + 1 == profiles.size()) {
                if (!its_id.empty()) by_id[its_id] = band.text;
                if (auto const [at, fresh] = by_path.try_emplace(its_path, band.text); !fresh)
                    if (at->second != band.text) at->second.clear();
                continue;
            }
            if (auto const at = by_id.find(its_id); !its_id.empty() && at != by_id.end())
                band.text = at->second;
            else if (auto const known = by_path.find(its_path);
                     !its_path.empty() && known != by_path.end() && !known->second.empty())
                band.text = known->second;
        }
}

// Whether the cache with this id has 1,000 entries or more, and each dump all those of the one before and
// further ones.
bool keeps_all(std::vector<CacheEntries> const& dumps, std::string const& id) {
    constexpr std::size_t least = 1000;
    for (std::size_t i = 0; i != dumps.size(); ++i) {
        auto const now = dumps[i].find(id);
        if (now == dumps[i].end()) return false;
        if (i == 0) continue;
        std::set<std::string> const& before = dumps[i - 1].at(id);
        if (before.size() >= now->second.size() || !std::ranges::includes(now->second, before)) return false;
    }
    return dumps.back().at(id).size() >= least;
}

// Adds the words of a rule.
void apply(Rules const& rules, std::vector<CacheEntries> const& entries, Finding& finding) {
    std::vector<std::string> types{finding.held_type};
    for (auto const& part : finding.contents) types.push_back(part.type);
    for (auto const& holder : finding.holders) types.push_back(holder.name);
    Rule const* rule = rules.find(parts_of_name(finding.name), types);
    for (auto const& each : finding.members)
        if (rule == nullptr) rule = rules.find(parts_of_name(each.name), types);
    if (rule == nullptr) return;
    finding.kind = rule->kind;
    finding.say = rule->say;
    finding.see = rule->see;
    finding.keeps_all = rule->kind == "cache" && finding.copies == 1 && entries.size() > 2 &&
                        keeps_all(entries, finding.object.id);
    bool const may_grow = !rule->kind.empty() && !finding.keeps_all;
    if (may_grow && finding.verdict == Verdict::leaks) finding.verdict = Verdict::grew;
}

// The objects of one dump that no owner holds.
trav::Amount unreached(trav::Profile const& profile) {
    trav::Amount sum;
    auto const owners = std::ranges::find(profile.columns, "owner", &trav::Profile::Column::name);
    auto const column = static_cast<std::size_t>(owners - profile.columns.begin());
    for (auto const& entry : profile.samples.back().entries)
        if (owners->bands[entry.bands[column]].identity.unreached) sum += entry.amount;
    return sum;
}

// The objects that only soft references of Java keep.
trav::Amount kept_softly(AnyDump const& dump) {
    auto const* const java = dump.get_if<trav::dump::JvmDump>();
    if (java == nullptr) return {};
    auto const kinds = java_references(*java).kinds;
    return std::ranges::find(kinds, "soft", &JavaReferencesAnswer::Kind::kind)->only;
}

// Whether only the browser or the engine knows this owner: it has no name, and no function of the program.
bool is_nameless(Finding const& finding, Rules const& rules) {
    NameParts const parts = parts_of_name(finding.name);
    bool const named = parts.path.find_first_not_of("[]*") != std::string::npos || !parts.place.empty();
    return finding.origins.empty() && (!named || rules.is("unnamed", parts));
}

// The largest of these groups that is no finding.
std::pair<std::string, trav::Amount> largest_of(trav::Table const& by_owner,
                                                std::vector<Candidates::Candidate> const& found,
                                                std::set<std::string> const& groups) {
    std::pair<std::string, trav::Amount> largest;
    for (auto const& line : by_owner.lines) {
        std::string const& name = line.texts[0];
        auto const has = [&](auto const& each) { return each.owners.contains(name); };
        if (!groups.contains(name) || std::ranges::any_of(found, has)) continue;
        if (line.amounts.back().bytes > largest.second.bytes) largest = {name, line.amounts.back()};
    }
    return largest;
}

}  // namespace

std::size_t LeaksAnswer::leaks() const {
    return static_cast<std::size_t>(std::ranges::count(findings, Verdict::leaks, &Finding::verdict));
}

LeakSearch::LeakSearch(std::size_t dumps, LeaksOptions options)
    : dumps_(dumps), options_(std::move(options)) {}

void LeakSearch::add(std::string const& file, AnyDump const& dump) {
    process_.add(file, dump);
    OwnedHeap heap(dump);
    profiles_.push_back(heap.profile(static_cast<double>(profiles_.size() + 1)));
    Rules const rules = rules_for(dump, options_.rules);
    trav::Amount const gone = remove_instruments(profiles_.back(), rules);
    answer_.dumps.push_back({file, dump.node_count() - gone.objects,
                             trav::dump::total_size(dump) - gone.bytes, unreached(profiles_.back()),
                             kept_softly(dump), gone});
    ids_.push_back(heap.ids());
    entries_.push_back(heap.entries_of_caches(rules));
    times_.add(file, dump);
    if (answer_.dumps.size() != dumps_) return;

    answer_.all_roots = dump.get_if<trav::dump::JvmDump>() != nullptr;
    answer_.clock = times_.clock();
    answer_.seconds = times_.seconds();
    name_alike(profiles_, ids_);
    auto const chosen = choose_owners(profiles_);
    trav::Profile const series = trav::series(std::move(profiles_));
    trav::Table const by_owner = series.by_names({"owner"});
    Candidates const candidates(by_owner, rules);
    auto const [found, verdict] =
        worst_candidates(candidates, answer_.dumps, rules, options_.most, heap.nameless(),
                         [&](auto& all) { heap.merge_siblings(all, chosen.back(), rules); });
    if (verdict == Verdict::large && dumps_ == 1)
        std::tie(answer_.left_out, answer_.left_out_amount) = largest_of(by_owner, found, heap.nameless());
    auto const by_type = series.by_names({"owner", "type"});
    std::vector<OwnedHeap::Subject> subjects;
    for (auto const& each : found) {
        subjects.push_back({each.owners, growing_type(by_type, each.owners, rules), each.object});
        Finding finding{each.name, verdict, each.amounts, since(each.amounts)};
        finding.contents = contents(by_type, each.owners);
        finding.fell = last_fall(each.amounts);
        finding.leaps = verdict != Verdict::large && grows_by_leaps(each.amounts);
        finding.members = each.members;
        bool const doubtful = finding.fell != 0 || (finding.leaps && !grows_steadily(each.amounts, 0));
        if (doubtful && verdict == Verdict::leaks) finding.verdict = Verdict::grew;
        answer_.findings.push_back(std::move(finding));
    }
    heap.explain(answer_.findings, subjects, chosen.back(), rules);
    for (Finding& finding : answer_.findings) {
        apply(rules, entries_, finding);
        if (finding.verdict == Verdict::leaks && is_nameless(finding, rules)) finding.verdict = Verdict::grew;
    }
    sort_few(answer_.findings, [](Finding const& each) { return each.verdict; });
}

LeaksAnswer leaks(std::vector<std::string> const& files, LeaksOptions const& options) {
    LeakSearch search(files.size(), options);
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
