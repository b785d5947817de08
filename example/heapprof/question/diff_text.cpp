#include "diff.hpp"

#include "../file/dump_formats.hpp"
#include "../terminal/terminal.hpp"
#include "../terminal/text_last.hpp"

#include <trav/report/csv.hpp>
#include <trav/report/text.hpp>
#include <trav/text/csv_field.hpp>

#include <nlohmann/json.hpp>

#include <filesystem>
#include <utility>

namespace heapprof {

namespace {

using Json = nlohmann::ordered_json;

std::string short_name(std::string const& file) {
    return std::string(stem(std::filesystem::path(file).filename().string()));
}

std::string more_text(std::size_t more) { return "... " + trav::grouped(more) + " more"; }

std::string types_text(DiffAnswer const& answer) {
    std::vector<std::string> heading{"type", "growth", "grew"};
    if (answer.by_path())
        for (std::string const& file : answer.files)
            heading.insert(heading.end(), {short_name(file), "objects"});
    else heading.insert(heading.end(), {"new", "objects", "gone", "objects", "survived", "objects"});
    trav::TextTable table(heading);
    auto const row = [&](std::string name, TypeChange const& change, bool one) {
        std::string const steps =
            std::to_string(change.grew) + " of " + std::to_string(answer.files.size() - 1);
        std::vector<std::string> cells{std::move(name),
                                       trav::humanised_growth(change.bytes.front(), change.bytes.back()),
                                       one ? steps : ""};
        auto const amount = [&](std::uint64_t bytes, std::uint64_t objects) {
            cells.push_back(trav::humanised(bytes));
            cells.push_back(trav::grouped(objects));
        };
        if (answer.by_path())
            for (std::size_t i = 0; i != change.bytes.size(); ++i) amount(change.bytes[i], change.objects[i]);
        else
            for (auto const& [bytes, objects] : {change.created, change.gone, change.survived})
                amount(bytes, objects);
        table.row(std::move(cells));
    };
    for (auto const& [type, change] : answer.types) row(type, change, true);
    if (answer.more_types != 0) row(more_text(answer.more_types), answer.rest, false);
    row("total", answer.total, false);
    return table.fitting(terminal_columns());
}

// An object with the path to it.
std::string text_at(std::string const& path, ObjectName const& object) {
    return (path.empty() ? "" : path + ": ") + object_text(object);
}

std::string left_text(DiffAnswer const& answer) {
    if (answer.by_path())
        return "Which objects are new, gone or survived is not known: the collector of this program moves\n"
               "objects, and an id is an address. Below, objects that retain much are the same if a path to\n"
               "them is.\n";
    if (answer.files.size() < 3) return "";
    std::string const since = "made between " + short_name(answer.files[0]) + " and " +
                              short_name(answer.files[1]) + ", still in " + short_name(answer.files.back());
    if (answer.left.empty()) return since + ": nothing\n";
    TextLast rows({"bytes", "objects", since});
    auto const row = [&](std::string const& name, trav::Amount const& amount) {
        rows.add({trav::humanised(amount.bytes), trav::grouped(amount.objects), name});
    };
    for (auto const& [type, amount] : answer.left) row(type, amount);
    if (answer.more_left != 0) row(more_text(answer.more_left), answer.rest_left);
    TextLast largest({"retained", "of these, what retains most"});
    for (auto const& [object, path, retained] : answer.left_objects)
        largest.add({trav::humanised(retained), text_at(path, object)});
    return rows.str() + '\n' + largest.str();
}

std::string growing_text(DiffAnswer const& answer) {
    if (answer.growing.empty()) return "no object retains more\n";
    std::vector<std::string> heading;
    for (std::string const& file : answer.files) heading.push_back(short_name(file));
    heading.emplace_back("growth");
    heading.emplace_back(answer.files.size() > 2 ? "retain more in every step" : "retain more");
    TextLast rows(heading);
    for (auto const& [object, path, retained] : answer.growing) {
        std::vector<std::string> cells;
        for (std::uint64_t const bytes : retained) cells.push_back(trav::humanised(bytes));
        cells.push_back(trav::humanised_growth(retained.front(), retained.back()));
        cells.push_back(text_at(path, object));
        rows.add(std::move(cells));
    }
    return rows.str() + (answer.more_growing == 0 ? "" : more_text(answer.more_growing) + '\n');
}

Json change_json(DiffAnswer const& answer, TypeChange const& change) {
    auto const known = [&](trav::Amount const& amount) {
        return answer.by_path() ? Json() : Json(amount_json(amount));
    };
    return {{"growth", change.growth()},  {"new", known(change.created)},
            {"gone", known(change.gone)}, {"survived", known(change.survived)},
            {"bytes", change.bytes},      {"objects", change.objects}};
}

}  // namespace

std::string diff_text(DiffAnswer const& answer) {
    std::string const left = left_text(answer);
    constexpr char const* reused =
        "An id is an address here, which later objects have again: some of the objects that survived may be\n"
        "new ones of the same type in the place of others.\n";
    return types_text(answer) + (answer.reused() ? reused : "") + (left.empty() ? "" : '\n' + left) + '\n' +
           growing_text(answer);
}

namespace {

nlohmann::ordered_json diff_json(DiffAnswer const& answer) {
    Json types = Json::array(), left = Json::array(), left_objects = Json::array(), growing = Json::array();
    for (auto const& [type, change] : answer.types) {
        types.push_back({{"type", type}, {"grew", change.grew}});
        types.back().update(change_json(answer, change));
    }
    for (auto const& [type, amount] : answer.left) {
        left.push_back({{"type", type}});
        left.back().update(amount_json(amount));
    }
    for (auto const& [object, path, retained] : answer.left_objects) {
        left_objects.push_back(object_json(object));
        if (!path.empty()) left_objects.back()["path"] = path;
        left_objects.back()["retained"] = retained;
    }
    for (auto const& [object, path, retained] : answer.growing) {
        growing.push_back(object_json(object));
        if (!path.empty()) growing.back()["path"] = path;
        growing.back()["retained"] = retained;
    }
    return {{"same", answer.by_path()  ? "path"
                     : answer.reused() ? "address and type"
                                       : "id"},
            {"types", std::move(types)},
            {"more_types", answer.more_types},
            {"total", change_json(answer, answer.total)},
            {"left", answer.by_path() ? Json() : std::move(left)},
            {"more_left", answer.more_left},
            {"left_objects", answer.by_path() ? Json() : std::move(left_objects)},
            {"growing", std::move(growing)},
            {"more_growing", answer.more_growing}};
}

}  // namespace

void add_json(nlohmann::ordered_json& all, DiffAnswer const& answer) { all.update(diff_json(answer)); }

void write_diff_csv(std::ostream& out, DiffAnswer const& answer) {
    out << "type,growth,grew,new,new_objects,gone,gone_objects,survived,survived_objects\r\n";
    for (auto const& [type, change] : answer.types) {
        out << trav::csv_field(type) << ',' << change.growth() << ',' << change.grew;
        for (auto const& [bytes, objects] : {change.created, change.gone, change.survived}) {
            if (answer.by_path()) out << ",,";  // not known
            else out << ',' << bytes << ',' << objects;
        }
        out << "\r\n";
    }
}

}  // namespace heapprof
