// explained: the details of one finding, as `leaks` adds them.
#pragma once

#include <heapprof/breakdown/by_owner.hpp>
#include <heapprof/question/leaks.hpp>
#include <heapprof/question/owned_heap.hpp>
#include <heapprof/question/rules.hpp>

#include <trav/dump/any_dump.hpp>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

using Finding = heapprof::LeaksAnswer::Finding;
using Verdict = heapprof::LeaksAnswer::Verdict;
using heapprof::LeaksAnswer;

// Rules for a few types and paths.
inline heapprof::Rules few_rules() {
    heapprof::Rules all;
    all.add(
        "type Object\nkind general\n\ntype List\ntype Map\nkind collection\n\ntype function\nkind function\n"
        "\npath app.cache\nkind cache\n\npath sys*\nkind platform\n",
        "test.rules");
    return all;
}

/// The findings of the owners with these names. `type`: their fastest-growing type; `object`: the object
/// around them.
inline std::vector<Finding> all_explained(trav::dump::AnyDump const& dump,
                                          std::vector<std::string> const& names, Verdict verdict,
                                          std::string const& type = "",
                                          std::optional<trav::dump::Node> object = {}) {
    heapprof::OwnedHeap heap(dump);
    std::vector<trav::Profile> profiles{heap.profile(1)};
    auto const chosen = heapprof::choose_owners(profiles)[0];
    std::vector<Finding> all;
    std::vector<heapprof::OwnedHeap::Subject> subjects;
    for (std::string const& name : names) {
        if (std::ranges::find(chosen, name) == chosen.end()) {
            std::string owners;
            for (std::string const& each : chosen) owners += ", " + each;
            throw std::invalid_argument("no owner " + name + owners);
        }
        all.push_back({name, verdict, {{0, 0}, {1, 1}}, 0});
        subjects.push_back({{name}, type, object});
    }
    heap.explain(all, subjects, chosen, few_rules());
    return all;
}
/// The finding of one owner.
inline Finding explained(trav::dump::AnyDump const& dump, std::string const& name,
                         std::string const& type = "", std::optional<trav::dump::Node> object = {}) {
    return all_explained(dump, {name}, Verdict::large, type, object)[0];
}

/// "NAME COUNT, NAME COUNT": the objects under each holder's name.
inline std::string held(std::vector<LeaksAnswer::Holder> const& holders) {
    std::string text;
    for (auto const& each : holders)
        text += (text.empty() ? "" : ", ") + each.name + ' ' + std::to_string(each.held);
    return text;
}
