#include "short_names.hpp"

#include "rules.hpp"

#include <trav/dump/jvm/dump.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_set>

namespace heapprof {

namespace {

std::string last_part(std::string const& type) { return type.substr(type.rfind('.') + 1); }

}  // namespace

ShortNames::ShortNames(AnyDump const& dump) {
    if (dump.get_if<trav::dump::JvmDump>() == nullptr) return;
    auto const note = [&](std::string name) {
        while (name.ends_with("[]")) name.resize(name.size() - 2);
        auto const [at, fresh] = whole_.try_emplace(last_part(name), name);
        if (!fresh && at->second != name) at->second.clear();
    };
    std::unordered_set<std::uint64_t> types;
    for (Node n = 0; n != dump.node_count(); ++n)
        if (types.insert(dump.type(n)).second) note(type_name(dump, n));
    for (Node const global : dump.globals())
        dump.for_each_edge(global, [&](AnyDump::Edge const& each) {
            if (type_name(dump, each.to) == "java.lang.Class") note(std::string(name(dump, each)));
        });
}

std::string ShortNames::type(std::string const& type) const {
    std::string_view const array = "[]";
    std::string element = type, end;
    while (element.ends_with(array)) element.resize(element.size() - 2), end += array;
    auto const known = whole_.find(last_part(element));
    return known != whole_.end() && known->second == element ? known->first + end : type;
}

std::string ShortNames::operator()(std::string const& name) const {
    std::string text = name;
    // Quoted first steps, also of a path inside of brackets
    for (std::size_t at = 0; (at = text.find("[\"", at)) != std::string::npos; ++at) {
        std::size_t const end = text.find("\"]", at);
        if (end == std::string::npos) break;
        std::string const first = text.substr(at + 2, end - at - 2);
        bool const begins = at == 0 || text[at - 1] == '[';
        if (begins && first.find_first_of("[]\"' ") == std::string::npos)
            text.replace(at, end + 2 - at, type(first));
    }
    std::size_t const colon = end_of_path(text);
    if (colon == std::string::npos) return text;
    std::size_t const end = std::min(text.find(" (", colon + 2), text.size());
    std::string its = type(text.substr(colon + 2, end - colon - 2));
    std::size_t const bracket = its.find('<');
    if (bracket != 0 && bracket < its.size() && its.ends_with('>') && its.size() > 60)
        its = its.substr(0, bracket) + "<..>";
    return text.replace(colon + 2, end - colon - 2, its);
}

}  // namespace heapprof
