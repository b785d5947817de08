#include "dump_options.hpp"

#include "../breakdown/retainer_rule.hpp"
#include "../file/dump_formats.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace heapprof {

namespace {

[[noreturn]] void wrong(std::string const& option, std::string const& what) { wrong_value(option, what); }

std::vector<std::string> split(std::string const& option, std::string const& list,
                               std::vector<std::string> separated(std::string_view) = split_list) {
    std::vector<std::string> parts = separated(list);
    if (std::count(parts.begin(), parts.end(), "") != 0) wrong(option, "'" + list + "' has an empty part");
    return parts;
}

// An error message if the name is empty; otherwise "".
std::string file_name(std::string const& text) { return text.empty() ? "the name of a file is empty" : ""; }

// The names of all breakdowns, separated by commas.
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

// Parses NAME=SELECTOR, or a selector, which is its own name. A '=' after one of .[]"'@: belongs to the
// selector.
NamedRoot named_root(std::string const& text) {
    std::string const option = "--root";
    std::size_t const equals = text.find('=');
    bool const named =
        equals != std::string::npos &&
        std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(equals),
                    [](char c) { return std::string_view(".[]\"'@:").find(c) == std::string_view::npos; });
    try {
        ObjectSelector selector(named ? text.substr(equals + 1) : text);
        std::string name = named ? text.substr(0, equals) : selector.name();
        if (!named) std::ranges::replace(name, ',', ';');  // a comma separates the roots of a set
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

std::vector<std::string> breakdown_names() {
    std::vector<std::string> names{"type", "root", "retainer", "owner", "band"};
    for (std::string_view const own : own_breakdowns()) names.emplace_back(own);
    return names;
}

DumpOptionParser::DumpOptionParser(Command const& command, Outputs outputs) {
    command
        .add_option("FILE", options_.question.files,
                    "Dumps of a heap, plain or gzipped, the oldest first; -: standard input\n" +
                        known_formats())
        ->required()
        ->check(file_name)
        ->type_name("");
    command
        .add_option("--by", by_,
                    "Split the heap by type, owner, root, retainer or band, or by several: root,type\n"
                    "splits each band of the first by the next. May be repeated for several\n"
                    "tables. Default: type (of a page: owner, type), and root, retainer and band\n"
                    "if --root, --retainer or --bands is given. Some formats have more" +
                        breakdowns_of_formats())
        ->type_name("BREAKDOWN,...")
        ->one_value();
    command
        .add_option("--root", roots_,
                    "A root for --by root. SELECTOR is a path from the global object or a\n"
                    "root (app.cache, app[\"b c\"][3]) or from a variable (variable:cache),\n"
                    "class:Session or *Session (all objects of these types), @123 (an object's\n"
                    "id), or where:CONDITION. The default NAME is the path's last part")
        ->type_name("[NAME=]SELECTOR")
        ->one_value();
    command
        .add_option("--retainer", rule_,
                    "Objects that are retainers: kinds of nodes (closure), KIND:NAME with * and\n"
                    "? (closure:on*), selectors as for --root (which may have commas in\n"
                    "brackets), roots, and default. May be repeated. The default is\n" +
                        default_rules())
        ->type_name("RULE,...")
        ->one_value();
    command.add_option("--cap", options_.question.retainer_cap, "Larger retainer sets are MANY; 0: no cap")
        ->type_name("N")
        ->check(whole_number)
        ->capture_default_str();
    command
        .add_option("--only", only_,
                    "Count only these bands: --only type=Session,Product. Of root and\n"
                    "retainer: the sets with one of these members. May be repeated")
        ->type_name("BREAKDOWN=BAND,...")
        ->one_value();
    command
        .add_option("--where", where_,
                    "Count only objects for which a condition holds, such as\n"
                    "'type=Session and retained>1KiB and not .open=true'. Terms: type, name and\n"
                    "held by = PATTERN; size, retained and count > NUMBER; .FIELD = VALUE")
        ->type_name("CONDITION")
        ->check([](std::string const& text) { return std::string(text.empty() ? "a condition is due" : ""); })
        ->one_value();
    command
        .add_option("--bands", bands_,
                    "A file with lines 'NAME: CONDITION' for --by band: the first condition that\n"
                    "holds for an object names its band")
        ->check(file_name)
        ->type_name("FILE");
    if (outputs == Outputs::texts) {
        add_texts(command);
        return;
    }
    if (outputs == Outputs::screen) return;
    options_.by = {{"owner"}, {"type"}};
    command
        .add_option("--objects", options_.question.outline_size.objects,
                    "The number of objects in the page: those that retain most. The others form\n"
                    "groups, which cannot be opened. A million objects take about 5 MB")
        ->type_name("N")
        ->check(whole_number)
        ->capture_default_str();
    options_.page_file = "heap.html";
    command.add_option("-o", options_.page_file, "The page; -: to standard output")
        ->check(file_name)
        ->type_name("FILE")
        ->capture_default_str();
}

void DumpOptionParser::add_texts(Command const& command) {
    command.add_option("--top", options_.top, "Lines for each band that is split; 0: all")
        ->type_name("N")
        ->check(whole_number)
        ->capture_default_str();
    command
        .add_option("--depth", options_.depth,
                    "The number of breakdowns of --by A,B,C to show on the terminal")
        ->type_name("N")
        ->check(whole_number)
        ->check([](std::string const& text) { return std::string(text == "0" ? "0 shows nothing" : ""); })
        ->capture_default_str();
    command
        .add_option("--largest", options_.question.largest,
                    "Also list the N objects of each dump that retain most, with the bytes that\n"
                    "would be freed without them")
        ->type_name("N")
        ->check(whole_number);
    command
        .add_option("--fail", limits_,
                    "End with code 3 if this holds in the last dump: 'type=Session objects > 1000',\n"
                    "'total bytes > 100M', 'root=cache growth > 1M'. May be repeated")
        ->type_name("CONDITION")
        ->one_value();
    command.add_flag("--drops", options_.question.drops,
                     "With --largest: omit objects of which one object below retains four\n"
                     "fifths, and so show the end of each chain");
    command
        .add_option("--retained", options_.question.retained_types,
                    "Also list the N types whose objects retain most together, each object\n"
                    "counted once")
        ->type_name("N")
        ->check(whole_number);
    command
        .add_option("--hp", options_.hp_file,
                    "Write the table as a .hp file, for hp2ps and similar tools; -: to standard\n"
                    "output, and nothing else there")
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
            if (other.name == root.name) wrong("--root", "two roots have the name '" + root.name + "'");
        }
        question.roots.push_back(std::move(root));
    }
    for (std::string const& terms : rule_) {
        for (std::string& term : split("--retainer", terms, split_rule))
            question.retainer_rule.push_back(std::move(term));
    }
    if (!bands_.empty()) question.bands = read_bands(bands_);
    if (!where_.empty()) {
        try {
            question.where.emplace(where_);
        } catch (std::invalid_argument const& error) { wrong("--where", error.what()); }
    }
    if (!by_.empty()) options.by.clear();
    for (std::string const& list : by_) {
        std::vector<std::string> breakdowns = split("--by", list);
        for (auto each = breakdowns.begin(); each != breakdowns.end(); ++each) {
            check_breakdown("--by", *each);
            if (std::count(breakdowns.begin(), breakdowns.end(), *each) > 1)
                wrong("--by", "'" + *each + "' is there twice");
        }
        options.by.push_back(std::move(breakdowns));
    }
    if (by_.empty()) {
        if (options.by.empty()) options.by.push_back({"type"});
        if (!question.roots.empty()) options.by.push_back({"root"});
        if (!question.retainer_rule.empty()) options.by.push_back({"retainer"});
        if (!bands_.empty()) options.by.push_back({"band"});
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
    if (question.breakdowns.contains("band") && question.bands.empty())
        wrong("--bands", "the breakdown by band needs its conditions: --bands FILE");
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
