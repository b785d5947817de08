// Small heaps as text in the format .graph.
#pragma once

#include <string>

inline std::string node(std::string const& id, std::string const& type, int bytes) {
    return "NODE " + id + " \"" + type + "\" " + std::to_string(bytes) + '\n';
}
inline std::string edge(std::string const& from, std::string const& to, std::string const& name = "x") {
    return from + ' ' + to + ' ' + name + '\n';
}
// Objects `from` to `to` - 1 of a type, as elements of a holder. The id of the first is HOLDER + TYPE + "0",
// without blanks.
inline std::string parts(std::string const& of, std::string const& type, int from, int to, int bytes) {
    std::string text;
    for (int i = from; i != to; ++i) {
        std::string id = of + type + std::to_string(i);
        std::erase(id, ' ');
        text += node(id, type, bytes) + edge(of, id, std::to_string(i));
    }
    return text;
}
// The first `count` of them.
inline std::string parts(std::string const& of, std::string const& type, int count, int bytes) {
    return parts(of, type, 0, count, bytes);
}
