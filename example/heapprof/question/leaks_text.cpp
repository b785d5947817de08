#include "leaks.hpp"

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

std::string next(Finding const& finding, LeaksAnswer const& answer) {
    return "heapprof why " + file_in_shell(answer.dumps.back().file) + ' ' + in_shell(finding.selector);
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
        if (steps > 1) text += ", " + trav::humanised(grown / steps) + " a dump";
        text += "; " + share;
        if (last.bytes > first.bytes)
            text += " and " + trav::percent(grown, last.bytes - first.bytes) + " of its growth";
        text += ". ";
    } else {
        text += "Holds " + share + ": " + amounts(finding.amounts) + ". ";
    }
    text += "In it: " + objects(now.objects, "object");
    if (finding.verdict != Verdict::large && now.objects > before.objects)
        text += ", " + trav::grouped(now.objects - before.objects) + " more than before";
    bool begun = false;
    for (auto const& part : finding.contents) {
        text += (begun ? ", " : ", such as ") + trav::grouped(part.last.objects) + ' ' +
                ending(part.type, 100) + " (" + trav::humanised(part.last.bytes) + ')';
        begun = true;
    }
    text += ". ";
    text += finding.copies == 1
                ? "If it were gone, "
                : objects(finding.copies, "object") + " of this name; if all were gone, at least ";
    text += trav::humanised(finding.freed.bytes) + " would be freed. ";
    if (!finding.holders.empty()) {
        text += finding.held_type.empty() ? "Held by " : ending(finding.held_type, 100) + " held by ";
        for (auto const& holder : finding.holders) {
            if (&holder != &finding.holders.front()) text += ", ";
            text += holder.name;
            if (finding.examined > 1)
                text += " (" + trav::grouped(holder.held) + " of " + trav::grouped(finding.examined) +
                        (&holder == &finding.holders.front() ? " examined)" : ")");
        }
        text += '.';
    }
    return trav::one_line(text);
}

// The name; and if two hold what grows most, the two.
std::string title(Finding const& finding) {
    bool const two = finding.examined > 1 && finding.holders.size() > 1 &&
                     finding.holders[1].held * 5 >= finding.examined * 4;
    if (!two || finding.held_type.empty()) return finding.name;
    return finding.name + ": " + finding.held_type + " in " + finding.holders[0].name + " and " +
           finding.holders[1].name;
}

std::string heading(LeaksAnswer const& answer) {
    std::size_t const dumps = answer.dumps.size();
    bool const found = !answer.findings.empty();
    if (answer.leaks()) return objects(answer.findings.size(), "leak") + ", the worst first:";
    if (dumps > 1 && found && answer.findings.front().verdict == Verdict::grew)
        return "These grew. Two dumps do not tell a leak from a cache that fills: add a third dump.";
    std::string const largest =
        found ? "The largest owners:" : "No owner holds 5% of the heap: see heapprof dump --by owner.";
    if (dumps == 1) return "One dump shows no growth: give two more, taken later. " + largest;
    return std::string("No leak: no owner grows ") +
           (dumps == 2 ? "much. " : "much in every step without levelling off. ") + largest;
}

nlohmann::ordered_json amounts_json(std::vector<trav::Amount> const& amounts) {
    nlohmann::ordered_json result = nlohmann::ordered_json::array();
    for (trav::Amount const& each : amounts) result.push_back(amount_json(each));
    return result;
}

}  // namespace

std::string leaks_text(LeaksAnswer const& answer, std::size_t columns) {
    std::string text = heading(answer) + '\n';
    std::size_t number = 0;
    for (Finding const& finding : answer.findings) {
        text += '\n' + std::to_string(++number) + ". " + trav::one_line(title(finding)) + '\n';
        text += paragraph(sentences(answer, finding), columns);
        text += indent + trav::one_line(next(finding, answer)) + '\n';
    }
    return text;
}

void add_json(nlohmann::ordered_json& all, LeaksAnswer const& answer) {
    using Json = nlohmann::ordered_json;
    constexpr std::array<char const*, 3> verdicts{"leaks", "grew", "large"};
    all["leaks"] = answer.leaks();
    all["heading"] = heading(answer);
    all["dumps"] = Json::array();
    for (auto const& dump : answer.dumps)
        all["dumps"].push_back({{"file", dump.file}, {"objects", dump.objects}, {"bytes", dump.bytes}});
    all["findings"] = Json::array();
    for (Finding const& finding : answer.findings) {
        Json contents = Json::array(), holders = Json::array();
        for (auto const& part : finding.contents)
            contents.push_back(
                {{"type", part.type}, {"first", amount_json(part.first)}, {"last", amount_json(part.last)}});
        for (auto const& holder : finding.holders)
            holders.push_back({{"name", holder.name}, {"objects", holder.held}});
        all["findings"].push_back({{"name", finding.name},
                                   {"title", trav::one_line(title(finding))},
                                   {"text", sentences(answer, finding)},
                                   {"verdict", verdicts[static_cast<std::size_t>(finding.verdict)]},
                                   {"amounts", amounts_json(finding.amounts)},
                                   {"since", answer.dumps[finding.since].file},
                                   {"copies", finding.copies},
                                   {"freed", amount_json(finding.freed)},
                                   {"object", object_json(finding.object)},
                                   {"selector", finding.selector},
                                   {"contents", std::move(contents)},
                                   {"held_type", finding.held_type},
                                   {"examined", finding.examined},
                                   {"held_by", std::move(holders)},
                                   {"next", next(finding, answer)}});
    }
}

}  // namespace heapprof
