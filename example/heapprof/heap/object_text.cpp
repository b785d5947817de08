#include "object_text.hpp"

#include <trav/dump/named_path.hpp>
#include <trav/text/one_line.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace heapprof {

std::string shortened(std::string text, std::size_t most) {
    if (text.size() <= most) return text;
    text.resize(most - 2);
    while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xC0) == 0x80) text.pop_back();
    if (!text.empty() && static_cast<unsigned char>(text.back()) >= 0xC0) text.pop_back();
    return text + "..";
}

std::string ending(std::string text, std::size_t most) {
    if (text.size() <= most) return text;
    std::size_t begin = text.size() - most + 2;
    while (begin != text.size() && (static_cast<unsigned char>(text[begin]) & 0xC0) == 0x80) ++begin;
    return ".." + text.substr(begin);
}

std::string own_name(AnyDump const& dump, Node n) {
    std::string found(name(dump, n));
    return type_name(dump, n).ends_with(found) ? "" : found;
}

ObjectName object_name(AnyDump const& dump, Node n) {
    return {type_name(dump, n), own_name(dump, n), dump.id(n), trav::dump::ids_are_numbers(dump)};
}

std::string object_text(ObjectName const& object, std::size_t longest) {
    std::string text = ending(trav::one_line(object.type), std::max<std::size_t>(longest, 100));
    std::size_t const room = text.size() + 20 < longest ? longest - text.size() - 1 : 20;
    if (!object.name.empty()) text += ' ' + shortened(trav::one_line(object.name), room);
    return text + " @" + object.id;
}

std::string object_text(AnyDump const& dump, Node n) { return object_text(object_name(dump, n)); }

nlohmann::ordered_json id_json(ObjectName const& object) {
    if (!object.number_id) return object.id;
    return std::stoull(object.id);
}

nlohmann::ordered_json object_json(ObjectName const& object) {
    return {{"type", object.type}, {"name", object.name}, {"id", id_json(object)}};
}

nlohmann::ordered_json amount_json(trav::Amount const& amount) {
    return {{"bytes", amount.bytes}, {"objects", amount.objects}};
}

}  // namespace heapprof
