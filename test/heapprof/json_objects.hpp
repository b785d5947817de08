// Objects of a dump as lines of JSON.
#pragma once

#include <initializer_list>
#include <string>

namespace test {

inline std::string json_id(int id) { return std::to_string(id); }
inline std::string json_id(std::string const& id) { return '"' + id + '"'; }
/// `members`: further members of the object, each behind a comma.
inline std::string json_object(auto const& id, std::string const& type, int bytes,
                               std::string const& members = "") {
    return R"({"id": )" + json_id(id) + R"(, "type": ")" + type + R"(", "size": )" + std::to_string(bytes) +
           members + "}\n";
}
/// A text as a member of an object: its name or its site.
inline std::string json_text(std::string const& member, std::string const& text) {
    return ", \"" + member + R"(": ")" + text + '"';
}
/// References to the objects `from` to `to` - 1, as a member of an object.
inline std::string json_refs(int from, int to) {
    std::string text;
    for (int id = from; id != to; ++id) text += (id == from ? "" : ", ") + std::to_string(id);
    return ", \"refs\": [" + text + ']';
}
/// A reference with a name, as an element of the member "refs". An id alone is one without a name.
inline std::string json_ref(auto const& to, std::string const& name, std::string const& members = "") {
    return R"({"id": )" + json_id(to) + R"(, "name": ")" + name + '"' + members + '}';
}
/// References as a member of an object.
inline std::string json_refs(std::initializer_list<std::string> refs) {
    std::string text;
    for (std::string const& each : refs) text += (text.empty() ? "" : ", ") + each;
    return ", \"refs\": [" + text + ']';
}
/// The last line of a dump with reused ids.
inline std::string reused_ids(int objects) {
    return R"({"objects": )" + std::to_string(objects) + ", \"reused_ids\": true}\n";
}

}  // namespace test
