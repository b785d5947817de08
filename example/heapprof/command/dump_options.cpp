#include "dump_options.hpp"

#include "../breakdown/retainer_rule.hpp"
#include "../file/dump_formats.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace heapprof {

namespace {

[[noreturn]] void wrong(std::string const& option, std::string const& what) {
    throw CLI::ValidationError(option, what);
}

std::vector<std::string> split(std::string const& option, std::string const& list,
                               std::vector<std::string> separated(std::string_view) = split_list) {
    std::vector<std::string> parts = separated(list);
    if (std::count(parts.begin(), parts.end(), "") != 0) wrong(option, "'" + list + "' has an empty part");
    return parts;
}

// What is wrong with the name of a file.
std::string file_name(std::string const& text) { return text.empty() ? "the name of a file is empty" : ""; }

// Their names as a text.
std::string breakdown_list() {
    std::string list;
    for (std::string const& name : breakdown_names()) (list += list.empty() ? "" : ", ") += name;
    return list;
}

void check_breakdown(std::string const& option, std::string const& name) {
    auto const names = breakdown_names();
    if (std::ranges::find(names, name) == names.end())
        wrong(option, "there is no breakdown '" + name + "'; there are " + breakdown_list());
}

// NAME=SELECTOR, or a selector, which names itself. A selector may contain a '=', but not before it has
// begun.
NamedRoot named_root(std::string const& text) {
    std::string const option = "--root";
    std::size_t const equals = text.find('=');
    bool const named =
        equals != std::string::npos &&
        std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(equals),
                    [](char c) { return std::string_view(".[]\"'@:").find(c) == std::string_view::npos; });
    try {
        trav::dump::Selector selector(named ? text.substr(equals + 1) : text);
        std::string name = named ? text.substr(0, equals) : selector.name();
        if (!named) std::ranges::replace(name, ',', ';');  // commas separate the roots of a set
        NamedRoot root{std::move(name), std::move(selector)};
        if (root.name.empty()) wrong(option, "'" + text + "' has no name before the '='");
        if (root.name.find(',') != std::string::npos || root.name == other_roots) {
            wrong(option,
                  "a root cannot be called '" + root.name + "'; give it a name with --root NAME=SELECTOR");
        }
        return root;
    } catch (trav::dump::Error const& error) { wrong(option, error.what()); }
}

}  // namespace

std::string whole_number(std::string const& text) {
    bool const digits = text.find_first_not_of("0123456789") == std::string::npos;
    return !text.empty() && text.size() <= 9 && digits ? ""
                                                       : "'" + text + "' is not a number from 0 to 999999999";
}

std::vector<std::string> breakdown_names() {
    std::vector<std::string> names{"type", "root", "retainer", "owner"};
    for (std::string_view const own : own_breakdowns()) names.emplace_back(own);
    return names;
}

DumpOptionParser::DumpOptionParser(CLI::App& command, Outputs outputs) {
    command
        .add_option("FILE", options_.question.files,
                    "Dumps of a heap, plain or gzipped; several: over time; -: standard input\n" +
                        known_formats())
        ->required()
        ->check(file_name)
        ->type_name("");
    command
        .add_option("--by", by_,
                    "What to split the heap by: type, root, retainer, owner, or several, as in\n"
                    "root,type: each band of the first is split by the next. May be given several\n"
                    "times, a table for each. Default: type, and root and retainer if these are\n"
                    "asked for. Some formats have more" +
                        breakdowns_of_formats())
        ->type_name("BREAKDOWN,...")
        ->allow_extra_args(false);
    command
        .add_option("--root", roots_,
                    "A root for --by root. SELECTOR is a path from the global object or a\n"
                    "root (app.cache, app[\"b c\"][3]) or from a variable (variable:cache),\n"
                    "class:Session (all its objects), or\n"
                    "@123 (a node's id). NAME is the path's last part if not given")
        ->type_name("[NAME=]SELECTOR")
        ->allow_extra_args(false);
    command
        .add_option("--retainer", rule_,
                    "What is a retainer: kinds of nodes (closure), KIND:NAME with * and ?\n"
                    "(closure:on*), selectors as for --root (commas in brackets are theirs),\n"
                    "roots, and default. May be repeated. The default is\n" +
                        default_rules())
        ->type_name("RULE,...")
        ->allow_extra_args(false);
    command.add_option("--cap", options_.question.retainer_cap, "Larger retainer sets are MANY; 0: no cap")
        ->type_name("N")
        ->check(whole_number)
        ->capture_default_str();
    command
        .add_option("--only", only_,
                    "Count only these bands: --only type=Session,Product. Of root and\n"
                    "retainer: the sets with one of these members. May be repeated")
        ->type_name("BREAKDOWN=BAND,...")
        ->allow_extra_args(false);
    if (outputs == Outputs::texts) {
        add_texts(command);
        return;
    }
    if (outputs == Outputs::screen) return;
    command
        .add_option("--objects", options_.question.outline_size.objects,
                    "How many objects the page has: those that retain most. The others are\n"
                    "groups, which cannot be opened. A million take about 10 MB")
        ->type_name("N")
        ->check(whole_number)
        ->capture_default_str();
    options_.page_file = "heap.html";
    command.add_option("-o", options_.page_file, "The page; -: to standard output")
        ->check(file_name)
        ->type_name("FILE")
        ->capture_default_str();
}

void DumpOptionParser::add_texts(CLI::App& command) {
    command.add_option("--top", options_.top, "Lines for each band that is split; 0: all")
        ->type_name("N")
        ->check(whole_number)
        ->capture_default_str();
    command
        .add_option("--depth", options_.depth,
                    "How many of the breakdowns of --by A,B,C to show on the terminal")
        ->type_name("N")
        ->check(whole_number)
        ->check([](std::string const& text) { return std::string(text == "0" ? "0 shows nothing" : ""); })
        ->capture_default_str();
    command
        .add_option("--largest", options_.question.largest,
                    "Also list the N objects of each dump that retain most: what would be\n"
                    "freed if they were gone")
        ->type_name("N")
        ->check(whole_number);
    command
        .add_option("--fail", limits_,
                    "End with code 3 if this holds in the last dump: 'type=Session objects > 1000',\n"
                    "'total bytes > 100M', 'root=cache growth > 1M'. May be repeated")
        ->type_name("CONDITION")
        ->allow_extra_args(false);
    command.add_flag("--drops", options_.question.drops,
                     "Of the largest only those where what is retained drops: none of which\n"
                     "one object below retains four fifths");
    command
        .add_option("--retained", options_.question.retained_types,
                    "Also list the N types whose objects retain most together, each object\n"
                    "counted once")
        ->type_name("N")
        ->check(whole_number);
    command
        .add_option("--hp", options_.hp_file,
                    "Write the table as a .hp file, for hp2ps and the like; -: to standard\noutput, and "
                    "nothing else there")
        ->check(file_name)
        ->type_name("FILE");
    command.add_option("--json", options_.json_file, "Write everything as JSON; - as for --hp")
        ->check(file_name)
        ->type_name("FILE");
    command.add_option("--csv", options_.csv_file, "Write the table as CSV; - as for --hp")
        ->check(file_name)
        ->type_name("FILE");
}

DumpOptions DumpOptionParser::complete() const {
    DumpOptions options = options_;
    Question& question = options.question;
    for (std::string const& text : roots_) {
        NamedRoot root = named_root(text);
        for (NamedRoot const& other : question.roots) {
            if (other.name == root.name) wrong("--root", "two roots are called '" + root.name + "'");
        }
        question.roots.push_back(std::move(root));
    }
    for (std::string const& terms : rule_) {
        for (std::string& term : split("--retainer", terms, split_rule))
            question.retainer_rule.push_back(std::move(term));
    }
    for (std::string const& list : by_) {
        std::vector<std::string> breakdowns = split("--by", list);
        for (auto each = breakdowns.begin(); each != breakdowns.end(); ++each) {
            check_breakdown("--by", *each);
            if (std::count(breakdowns.begin(), breakdowns.end(), *each) > 1)
                wrong("--by", "'" + *each + "' is there twice");
        }
        options.by.push_back(std::move(breakdowns));
    }
    if (options.by.empty()) {
        options.by.push_back({"type"});
        if (!question.roots.empty()) options.by.push_back({"root"});
        if (!question.retainer_rule.empty()) options.by.push_back({"retainer"});
    }
    for (std::string const& text : only_) {
        std::size_t const equals = text.find('=');
        if (equals == std::string::npos)
            wrong("--only", "'" + text + "' has no '=': write BREAKDOWN=BAND,...");
        std::string breakdown = text.substr(0, equals);
        check_breakdown("--only", breakdown);
        options.only.emplace_back(std::move(breakdown), split("--only", text.substr(equals + 1)));
    }
    for (std::string const& text : limits_) {
        try {
            options.limits.push_back(parse_limit(text));
        } catch (std::invalid_argument const& error) { wrong("--fail", error.what()); }
        std::string const& breakdown = options.limits.back().breakdown;
        if (breakdown.empty()) continue;
        check_breakdown("--fail", breakdown);
        question.breakdowns.insert(breakdown);
    }
    for (auto const& breakdowns : options.by)
        question.breakdowns.insert(breakdowns.begin(), breakdowns.end());
    for (auto const& [breakdown, bands] : options.only) question.breakdowns.insert(breakdown);
    if (question.breakdowns.contains("root") && question.roots.empty()) {
        wrong("--root", "the breakdown by root needs a root: --root NAME=SELECTOR");
    }
    if (question.drops && question.largest == 0)
        wrong("--drops", "it is about --largest N, which is not there");
    if (question.retainer_rule.empty()) question.retainer_rule = {"default"};
    if (question.retainer_cap == 0) question.retainer_cap = static_cast<std::size_t>(-1);
    if ((options.hp_file == "-") + (options.json_file == "-") + (options.csv_file == "-") > 1)
        wrong("-", "only one of --hp, --json and --csv can go to standard output");
    for (auto const& [option, file] :
         {std::pair("--hp", options.hp_file), std::pair("--csv", options.csv_file)}) {
        if (file.empty() || options.by.size() < 2) continue;
        wrong(option, std::string("a ") + (option[2] == 'h' ? ".hp" : "CSV") +
                          " file holds one table, but there are " + std::to_string(options.by.size()) +
                          ": give one --by");
    }
    return options;
}

}  // namespace heapprof
