#include "leaks.hpp"

#include "../breakdown/by_owner.hpp"

#include <trav/report/text.hpp>
#include <trav/text/one_line.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <sstream>
#include <string_view>

namespace heapprof {

namespace {

using Finding = LeaksAnswer::Finding;
using Verdict = LeaksAnswer::Verdict;

constexpr char const* indent = "   ";

// A text as an argument in a shell.
std::string in_shell(std::string const& text) {
    constexpr std::string_view plain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:@%+,=-";
    if (!text.empty() && text.find_first_not_of(plain) == std::string::npos && text[0] != '-') return text;
    std::string quoted = "'";
    for (char const c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + '\'';
}

std::string file_in_shell(std::string const& file) {
    return in_shell(file.starts_with('-') && file != "-" ? "./" + file : file);
}

// A paragraph, broken at blanks.
std::string paragraph(std::string const& text, std::size_t columns) {
    std::string result;
    std::size_t room = 0;
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        if (!result.empty() && columns != 0 && word.size() + 1 > room) {
            result += '\n';
            room = 0;
        }
        bool const begins = result.empty() || result.back() == '\n';
        result += (begins ? indent : " ") + word;
        if (begins) room = columns;
        room -= std::min(room, word.size() + (begins ? 3 : 1));
    }
    return result + '\n';
}

std::string objects(std::uint64_t count, std::string const& what) {
    return trav::grouped(count) + ' ' + what + (count == 1 ? "" : "s");
}

std::string amounts(std::vector<trav::Amount> const& all) {
    std::string text;
    for (trav::Amount const& each : all) text += (text.empty() ? "" : " -> ") + trav::humanised(each.bytes);
    return text;
}

std::string names(std::vector<LeaksAnswer::Holder> const& holders) {
    std::string text;
    for (auto const& holder : holders) {
        text += (text.empty() ? "" : ", ") + holder.name;
        if (holder.held > 1) text += " (" + trav::grouped(holder.held) + ')';
    }
    return text;
}

// ", 12 MiB an hour by the times in the dumps"; empty if the times are not known.
std::string over_time(LeaksAnswer const& answer, Finding const& finding, std::uint64_t grown) {
    if (answer.clock == DumpTimes::Clock::none) return "";
    constexpr double minute = 60, hour = 60 * minute, day = 24 * hour;
    double const span = answer.seconds.back() - answer.seconds[finding.since];
    double const unit = span < hour ? minute : span < day ? hour : day;
    double const rate = static_cast<double>(grown) * unit / span;
    return ", " + trav::humanised(static_cast<std::uint64_t>(rate)) +
           (unit == minute ? " a minute"
            : unit == hour ? " an hour"
                           : " a day") +
           " by the times " + (answer.clock == DumpTimes::Clock::dumps ? "in the dumps" : "of the files");
}

std::string kind(Finding const& finding) {
    return finding.kind.empty() || finding.kind == "runtime" ? "" : " (" + finding.kind + ')';
}

std::string title(Finding const& finding) { return trav::one_line(finding.title) + kind(finding); }

// The finding in sentences.
std::string sentences(LeaksAnswer const& answer, Finding const& finding) {
    LeaksAnswer::Dump const &first = answer.dumps.front(), &last = answer.dumps.back();
    trav::Amount const before = finding.amounts.front(), now = finding.amounts.back();
    std::string text;
    std::string const share = trav::percent(now.bytes, last.bytes) + " of the heap";
    if (finding.verdict != Verdict::large) {
        std::size_t const steps = answer.dumps.size() - 1 - finding.since;
        std::uint64_t const grown = now.bytes - finding.amounts[finding.since].bytes;
        text += (finding.verdict == Verdict::leaks ? "Grows steadily since " : "Grew since ") +
                trav::one_line(answer.dumps[finding.since].file) + ": " + amounts(finding.amounts);
        if (now.bytes > finding.amounts[finding.amounts.size() - 2].bytes) {  // otherwise there is no rate
            if (steps > 1) text += ", " + trav::humanised(grown / steps) + " a dump";
            text += over_time(answer, finding, grown);
        }
        text += "; " + share;
        if (last.bytes > first.bytes && grown <= last.bytes - first.bytes)
            text += " and " + trav::percent(grown, last.bytes - first.bytes) + " of its growth";
        text += ". ";
        if (std::size_t const fell = finding.fell; fell != 0)
            text += "It fell from " + trav::humanised(finding.amounts[fell - 1].bytes) + " to " +
                    trav::humanised(finding.amounts[fell].bytes) + " in " +
                    trav::one_line(answer.dumps[fell].file) + ", as a cache that is cleared. ";
        if (finding.leaps) text += "It grows by leaps, as a buffer that is doubled when it is full. ";
        if (finding.keeps_all) text += "No entry has gone: a bound, if it has one, has no effect. ";
    } else {
        text += "Holds " + share + ": " + amounts(finding.amounts) + ". ";
    }
    text += "In it: ";
    if (finding.elements != 0)
        text += trav::grouped(finding.elements) + ' ' + ending(finding.held_type, 100) +
                (finding.fields.empty() ? "" : ' ' + finding.fields) + "; in all ";
    text += objects(now.objects, "object");
    if (finding.verdict != Verdict::large && now.objects > before.objects)
        text += ", " + trav::grouped(now.objects - before.objects) + " more than before";
    bool begun = false;
    for (auto const& part : finding.contents) {
        bool const known = part.type == finding.held_type && part.last.objects == finding.elements;
        if (known || now.objects == 1) continue;
        text += (begun ? ", " : ", such as ") + trav::grouped(part.last.objects) + ' ' +
                ending(part.type, 100) + " (" + trav::humanised(part.last.bytes) + ')';
        begun = true;
    }
    text += ". ";
    bool const is_shared = finding.name.starts_with(shared_prefix);  // a group has all of them
    text += finding.all_holders.size() == 2 ? "If it were in neither of the two, "
            : !finding.all_holders.empty()  ? "If it were in none of these, "
            : finding.copies == 1
                ? "If it were gone, "
                : objects(finding.copies, "object") + " of this name" +
                      (is_shared ? "" : ", small ones not counted") + "; if all were gone, ";
    text += trav::humanised(finding.freed.bytes) + " would be freed";
    bool const one_of_them = !finding.together && (!finding.all_holders.empty() || finding.copies > 1);
    text += one_of_them ? "; see the largest one below. " : ". ";
    if (!finding.field_of.empty()) text += "A field of " + ending(finding.field_of, 100) + ". ";
    if (!finding.holders.empty() && !finding.held_type.empty()) {
        text += ending(finding.held_type, 100) + " held by ";
        text += names(finding.holders);
        if (finding.examined > 1) text += ", of " + trav::grouped(finding.examined) + " examined";
        text += ". ";
    }
    for (auto const& each : finding.members)
        text += (&each == &finding.members.front() ? "Its parts: " : ", ") + each.name + " (" +
                trav::humanised(each.bytes) + ')' + (&each == &finding.members.back() ? ". " : "");
    if (finding.references.size() > 1) text += "It is held by " + names(finding.references) + ". ";
    bool const functions = !finding.origins.empty() && finding.origins.front().function;
    for (auto const& origin : finding.origins)
        text += (&origin == &finding.origins.front() ? functions ? "Functions in it: " : "Made at " : ", ") +
                (origin.what.empty() ? origin.place : origin.what + " (" + origin.place + ')');
    if (!finding.origins.empty()) text += ". ";
    text += finding.say;
    if (!finding.see.empty()) text += ' ' + finding.see;
    return trav::one_line(text);
}

std::string heading(LeaksAnswer const& answer) {
    std::size_t const dumps = answer.dumps.size();
    bool const found = !answer.findings.empty();
    if (std::size_t const leaks = answer.leaks(); leaks != 0)
        return objects(leaks, "leak") + ", the worst first:";
    if (dumps > 2 && found && answer.findings.front().verdict == Verdict::grew)
        return "No certain leak, but these grew:";
    if (dumps > 1 && found && answer.findings.front().verdict == Verdict::grew)
        return "These grew. Two dumps do not tell a leak from a cache that fills: add a third dump.";
    std::string const largest =
        found ? "The largest owners:"
              : "No owner holds " + std::string(dumps == 1 ? "1%" : "5%") + " of the heap.";
    if (dumps == 1) return "One dump shows no growth: give two more, taken later. " + largest;
    return std::string("No leak: no owner grows ") +
           (dumps == 2 ? "much. " : "much in every step without levelling off. ") + largest;
}

nlohmann::ordered_json amounts_json(std::vector<trav::Amount> const& amounts) {
    nlohmann::ordered_json result = nlohmann::ordered_json::array();
    for (trav::Amount const& each : amounts) result.push_back(amount_json(each));
    return result;
}

// Whether soft references alone keep a twentieth of the heap.
bool has_soft(LeaksAnswer::Dump const& dump) {
    return dump.soft.objects != 0 && dump.soft.bytes * 20 >= dump.bytes;
}

// Empty if less than a twentieth of the heap is unreached.
std::string unreached_text(LeaksAnswer const& answer) {
    auto const& first = answer.dumps.front();
    auto const& last = answer.dumps.back();
    if (last.unreached.bytes * 20 < last.bytes) return "";
    std::string text = "UNREACHED, not counted above: " + trav::humanised(last.unreached.bytes) + " (" +
                       trav::percent(last.unreached.bytes, last.bytes) + " of the heap)";
    if (answer.dumps.size() > 1)
        text += ", " + trav::humanised(first.unreached.bytes) + " in " + trav::one_line(first.file);
    if (has_soft(last))
        return text + ". Soft references keep " + trav::humanised(last.soft.bytes) + " of it" +
               (answer.dumps.size() > 1 ? ", " + trav::humanised(first.soft.bytes) + " in the first dump"
                                        : "") +
               ", until memory is short.";
    return text + (answer.all_roots ? ". Garbage, or arrays with which the collector fills gaps: no leak."
                                    : ". Garbage, or held in a way that the dump does not show.");
}

// Empty if all groups of a twentieth of the heap have a name, or are findings.
std::string left_out_text(LeaksAnswer const& answer) {
    std::uint64_t const bytes = answer.left_out_amount.bytes, all = answer.dumps.back().bytes;
    if (bytes * 20 < all) return "";
    return "Held by many, by none alone, and not listed: " + trav::humanised(bytes) + " (" +
           trav::percent(bytes, all) + " of the heap), " + trav::one_line(answer.left_out) + '.';
}

// Empty if nothing records allocations.
std::string instruments_text(LeaksAnswer const& answer) {
    trav::Amount const last = answer.dumps.back().instruments;
    if (last.objects == 0) return "";
    return "Not counted: " + trav::humanised(last.bytes) + " of records of allocations.";
}

}  // namespace

// About all objects of a name, or else the largest. A path of ids says no more than the last one. Neither
// does a line that does not fit.
std::string next_command(LeaksAnswer const& answer, Finding const& finding) {
    constexpr std::size_t most = 80 - std::string_view(indent).size();
    std::string const command = "heapprof why " + file_in_shell(answer.dumps.back().file) + ' ';
    if (finding.together) return command + in_shell(finding.name);
    std::string const path = command + in_shell(finding.selector);
    std::string id = command + in_shell('@' + finding.object.id);
    bool const tells = finding.selector.find("[@") == std::string::npos && path.size() <= most;
    return tells || id.size() >= path.size() ? path : id;
}

std::string leaks_text(LeaksAnswer const& answer, std::size_t columns) {
    std::string text = heading(answer) + '\n';
    std::size_t number = 0;
    for (Finding const& finding : answer.findings) {
        text += '\n' + std::to_string(++number) + ". " + title(finding) + '\n';
        text += paragraph(sentences(answer, finding), columns);
        text += indent + trav::one_line(next_command(answer, finding)) + '\n';
    }
    std::string const table =
        indent + ("heapprof dump " + file_in_shell(answer.dumps.back().file)) + " --by ";
    if (answer.findings.empty()) text += trav::one_line(table + "owner") + '\n';
    if (std::string const rest = unreached_text(answer); !rest.empty())
        text += '\n' + paragraph(rest, columns) +
                trav::one_line(table + (has_soft(answer.dumps.back()) ? "reference,type" : "owner,type")) +
                '\n';
    if (std::string const rest = left_out_text(answer); !rest.empty())
        text += '\n' + paragraph(rest, columns) + indent +
                trav::one_line("heapprof why " + file_in_shell(answer.dumps.back().file) + ' ' +
                               in_shell(answer.left_out)) +
                '\n';
    if (std::string const rest = instruments_text(answer); !rest.empty())
        text += '\n' + paragraph(rest, columns);
    return text;
}

void add_json(nlohmann::ordered_json& all, LeaksAnswer const& answer) {
    using Json = nlohmann::ordered_json;
    constexpr std::array<char const*, 3> verdicts{"leaks", "grew", "large"}, clocks{"", "dumps", "files"};
    all["leaks"] = answer.leaks() != 0;
    all["heading"] = heading(answer);
    all["dumps"] = Json::array();
    for (auto const& dump : answer.dumps)
        all["dumps"].push_back({{"file", dump.file},
                                {"objects", dump.objects},
                                {"bytes", dump.bytes},
                                {"unreached", amount_json(dump.unreached)},
                                {"soft", amount_json(dump.soft)},
                                {"instruments", amount_json(dump.instruments)}});
    all["unreached"] = unreached_text(answer);
    all["left_out"] = left_out_text(answer);
    all["clock"] = clocks[static_cast<std::size_t>(answer.clock)];
    all["seconds"] = answer.seconds;
    all["findings"] = Json::array();
    for (Finding const& finding : answer.findings) {
        Json contents = Json::array(), holders = Json::array();
        for (auto const& part : finding.contents)
            contents.push_back(
                {{"type", part.type}, {"first", amount_json(part.first)}, {"last", amount_json(part.last)}});
        for (auto const& holder : finding.holders)
            holders.push_back({{"name", holder.name}, {"objects", holder.held}});
        Json references = Json::array(), origins = Json::array(), members = Json::array();
        for (auto const& each : finding.members)
            members.push_back({{"name", each.name}, {"bytes", each.bytes}});
        for (auto const& each : finding.references) references.push_back(each.name);
        for (auto const& each : finding.origins)
            origins.push_back({{"function", each.what}, {"place", each.place}, {"objects", each.objects}});
        all["findings"].push_back({{"name", finding.name},
                                   {"title", title(finding)},
                                   {"text", sentences(answer, finding)},
                                   {"kind", finding.kind},
                                   {"say", finding.say},
                                   {"see", finding.see},
                                   {"verdict", verdicts[static_cast<std::size_t>(finding.verdict)]},
                                   {"amounts", amounts_json(finding.amounts)},
                                   {"since", answer.dumps[finding.since].file},
                                   {"fell", finding.fell == 0 ? "" : answer.dumps[finding.fell].file},
                                   {"leaps", finding.leaps},
                                   {"keeps_all", finding.keeps_all},
                                   {"members", std::move(members)},
                                   {"copies", finding.copies},
                                   {"freed", amount_json(finding.freed)},
                                   {"object", object_json(finding.object)},
                                   {"field_of", finding.field_of},
                                   {"selector", finding.selector},
                                   {"contents", std::move(contents)},
                                   {"held_type", finding.held_type},
                                   {"elements", finding.elements},
                                   {"fields", finding.fields},
                                   {"examined", finding.examined},
                                   {"held_by", std::move(holders)},
                                   {"all_holders", finding.all_holders},
                                   {"references", std::move(references)},
                                   {"origins", std::move(origins)},
                                   {"next", next_command(answer, finding)}});
    }
}

}  // namespace heapprof
