#include "rules.hpp"

#include "../breakdown/owner_names.hpp"
#include "../breakdown/retainer_rule.hpp"
#include "built_in_rules.hpp"

#include <trav/dump/error.hpp>
#include <trav/dump/jvm/dump.hpp>
#include <trav/dump/ruby/heap.hpp>
#include <trav/dump/v8/dump.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace heapprof {

namespace {

// The position of the place, " (cart.js:3)"; npos if there is none. Some types begin with '(', too.
std::size_t begin_of_place(std::string const& name) {
    std::size_t const open = name.ends_with(')') ? name.rfind(" (") : std::string::npos;
    return open == std::string::npos || open == 0 || name[open - 1] == ':' ? std::string::npos : open;
}

constexpr std::array<std::string_view, 13> kinds{"cache",  "pool",     "interner",  "runtime", "unnamed",
                                                 "code",   "platform", "plain",     "general", "collection",
                                                 "inside", "function", "instrument"};

std::string all_kinds() {
    std::string text;
    for (std::string_view const kind : kinds) text += (text.empty() ? "" : ", ") + std::string(kind);
    return text;
}

// Whether a rule of this kind describes an owner.
bool describes(std::string_view kind) {
    return kind.empty() || kind == "cache" || kind == "pool" || kind == "interner";
}

bool fits(Rule::Patterns const& patterns, std::string const& text) {
    return patterns.empty() || std::ranges::any_of(patterns, [&](auto const& pattern) {
               return pattern == "-" ? text.empty() : trav::matches(pattern, text);
           });
}

bool fits(Rule const& rule, NameParts const& name) {
    return fits(rule.path, name.path) && fits(rule.type, name.type) && fits(rule.place, name.place);
}

}  // namespace

// A path may have a colon itself: `thread main: main().app`.
std::size_t end_of_path(std::string const& name) { return name.rfind(": ", begin_of_place(name)); }

NameParts parts_of_name(std::string const& name) {
    NameParts parts;
    std::size_t const place = begin_of_place(name), colon = end_of_path(name);
    std::size_t const type = colon == std::string::npos ? 0 : colon + 2;
    if (place != std::string::npos) parts.place = name.substr(place + 2, name.size() - place - 3);
    parts.path = name.substr(0, type == 0 ? 0 : colon);
    parts.type = name.substr(type, std::min(place, name.size()) - type);
    if (type == 0 && parts.type.starts_with(unnamed_prefix)) parts.type.erase(0, unnamed_prefix.size());
    return parts;
}

void Rules::add(std::string_view text, std::string const& file) {
    std::vector<Rule> read;
    bool open = false;
    std::size_t number = 0;
    while (!text.empty()) {
        ++number;
        std::size_t const end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (line.starts_with('#')) continue;
        if (line.empty()) {
            open = false;
            continue;
        }
        if (!std::exchange(open, true)) read.emplace_back();
        Rule& rule = read.back();
        std::array<std::pair<std::string_view, Rule::Patterns*>, 4> const patterns{
            {{"path", &rule.path}, {"type", &rule.type}, {"place", &rule.place}, {"part", &rule.part}}};
        std::array<std::pair<std::string_view, std::string*>, 3> const texts{
            {{"kind", &rule.kind}, {"say", &rule.say}, {"see", &rule.see}}};
        std::size_t const blank = std::min(line.find(' '), line.size());
        auto const of_line = [&](auto const& each) { return each.first == line.substr(0, blank); };
        auto const* const pattern = std::ranges::find_if(patterns, of_line);
        auto const* const text_of = std::ranges::find_if(texts, of_line);
        auto const fail = [&](std::string const& what) {
            throw trav::dump::Error(file + ": line " + std::to_string(number), what);
        };
        if ((pattern == patterns.end() && text_of == texts.end()) || blank + 1 >= line.size())
            fail("'path', 'type', 'place', 'part', 'kind', 'say' or 'see', a blank and a text are due");
        std::string const value(line.substr(blank + 1));
        if (pattern != patterns.end()) {
            pattern->second->push_back(value);
            continue;
        }
        std::string& whole = *text_of->second;
        whole += (whole.empty() ? "" : " ") + value;
        if (&whole == &rule.kind && std::ranges::find(kinds, whole) == kinds.end())
            fail("the kind is one of " + all_kinds());
    }
    rules_.insert(rules_.begin(), read.begin(), read.end());
}

void Rules::add_built_in(AnyDump const& dump) {
    if (dump.get_if<trav::dump::V8Dump>()) add(v8_rules, "v8.rules");
    else if (dump.get_if<trav::dump::JvmDump>()) add(jvm_rules, "jvm.rules");
    else if (dump.get_if<trav::dump::RubyHeap>()) add(ruby_rules, "ruby.rules");
    else {  // JSON lines of Python, or another format with names of any runtime
        add(v8_rules, "v8.rules");
        add(jvm_rules, "jvm.rules");
        add(ruby_rules, "ruby.rules");
        std::erase_if(rules_, [](Rule const& rule) { return describes(rule.kind); });
        add(python_rules, "python.rules");
    }
}

Rule const* Rules::find(NameParts const& name, std::vector<std::string> const& types) const {
    for (Rule const& rule : rules_) {
        if (!describes(rule.kind) || !fits(rule, name)) continue;
        if (rule.part.empty() ||
            std::ranges::any_of(types, [&](auto const& each) { return fits(rule.part, each); }))
            return &rule;
    }
    return nullptr;
}

bool Rules::is(std::string_view kind, NameParts const& name) const {
    return std::ranges::any_of(rules_,
                               [&](Rule const& rule) { return rule.kind == kind && fits(rule, name); });
}

}  // namespace heapprof
