// trav/dump/jsonl/reader.hpp: reads a heap from a file with a line of JSON for each object, plain or gzipped;
// doc/formats.md describes the format.
//
//     {"id": 1, "type": "Game", "size": 64, "roots": ["game"], "refs": [{"id": 2, "name": "level"}]}
//     {"id": 2, "type": "Level", "size": 128, "refs": [1, 3]}
//     {"objects": 2}                                    optional: the end of a whole file of two lines
//
// Any program can write this format in a few lines of code; example/dump/python_heap.py is one. While
// reading, it takes about 100 bytes per object and 14 per reference. Throws a single Error that names the
// line.
#pragma once

#include "../../text/from_chars.hpp"
#include "../detail/json_scanner.hpp"
#include "../graph/builder.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace trav::dump {

namespace detail {

/// Reads one file.
class JsonLinesReader {
  public:
    explicit JsonLinesReader(Input& input)
        : lines_(input), json_(lines_), list_(lines_, R"({"objects": LINES})") {}

    EdgeList read() {
        while (lines_.next())
            if (json_.peek() >= 0) line();
        return list_.finish();
    }

  private:
    struct Reference {
        std::string id, name;
        bool weak = false, runtime = false;
    };

    struct Value {
        std::string field;
        ValueKind kind;
        std::string text;
    };

    void line() {
        std::optional<std::string> id, type;
        std::optional<std::uint64_t> size, objects;
        std::string name;
        bool reused = false;
        std::array<std::string, EdgeList::origin_names.size()> origins;
        references_.clear();
        roots_.clear();
        values_.clear();
        members([&](std::string const& key) {
            if (key == "id") id = id_text();
            else if (key == "type") type = text();
            else if (key == "size") size = json_.number();
            else if (key == "name") name = text();
            else if (key == "objects") objects = json_.number();
            else if (key == "reused_ids") reused = truth();
            else if (key == "refs") elements([&] { references_.push_back(reference()); });
            else if (key == "roots") roots();
            else if (key == "value") values_.push_back(value(""));
            else if (key == "fields") fields();
            else if (auto const at = std::ranges::find(EdgeList::origin_names, key);
                     at != EdgeList::origin_names.end())
                origins[static_cast<std::size_t>(at - EdgeList::origin_names.begin())] = text();
            else json_.skip();
        });
        json_.end();
        if (objects && !id) return list_.end(*objects, reused ? IdLife::object : IdLife::process);
        list_.line();
        if (!id) lines_.fail("an object without an \"id\"");
        if (!type) lines_.fail("an object without a \"type\"");
        if (!size) lines_.fail("an object without a \"size\"");
        Node const node = list_.node(*id);
        for (Value const& each : values_)
            if (name.empty() && each.field.empty()) name = each.text;
        list_.declare(node, *type, *size, name);
        for (std::size_t i = 0; i != origins.size(); ++i)
            list_.origin(node, static_cast<EdgeList::Origin>(i), origins[i]);
        for (std::string const& root : roots_) list_.root(node, root);
        for (Value const& each : values_) list_.value(node, each.field, each.kind, each.text);
        for (Reference const& to : references_)
            list_.edge({node, list_.node(to.id), 0, to.weak, to.runtime}, to.name);
    }

    Reference reference() {
        if (json_.peek() != '{') return {id_text(), ""};
        Reference result;
        members([&](std::string const& key) {
            if (key == "id") result.id = id_text();
            else if (key == "name") result.name = id_text();
            else if (key == "weak") result.weak = truth();
            else if (key == "runtime") result.runtime = truth();
            else json_.skip();
        });
        if (result.id.empty()) lines_.fail("a reference without an \"id\"");
        return result;
    }
    // The names of roots, or true for a root that has the name of the object.
    void roots() {
        if (json_.peek() == '[') elements([&] { roots_.push_back(text()); });
        else if (truth()) roots_.emplace_back();
    }

    void fields() {
        members([&](std::string const& field) {
            if (field.empty()) lines_.fail("a field without a name");
            values_.push_back(value(field));
        });
    }

    void members(auto f) {
        for (bool more = json_.open('{', '}'); more; more = json_.more('}')) f(json_.name());
    }
    void elements(auto f) {
        for (bool more = json_.open('[', ']'); more; more = json_.more(']')) f();
    }
    std::string text() {
        std::string result;
        json_.string(result);
        return result;
    }
    /// A numeric id becomes its decimal text.
    std::string id_text() { return json_.peek() == '"' ? text() : std::to_string(json_.number()); }
    /// A text, a number, true, false or null. Python writes NaN and Infinity, too.
    Value value(std::string const& field) {
        if (json_.peek() == '"') return {field, ValueKind::text, text()};
        std::string word;
        json_.scalar(word);
        if (word == "true" || word == "false") return {field, ValueKind::truth, word};
        if (word == "null") return {field, ValueKind::nothing, word};
        double number = 0;
        char const* const last = word.data() + word.size();
        auto const [end, error] = trav::from_chars(word.data(), last, number);
        bool const digits = word.find_first_of("0123456789") < 2 && error != std::errc::invalid_argument;
        bool const named = word == "NaN" || word == "Infinity" || word == "-Infinity";
        if (!named && (!digits || end != last))
            lines_.fail("'" + word + "' is no number, true, false or null");
        return {field, ValueKind::number, word};
    }
    bool truth() {
        json_.peek();
        for (std::string_view const value : {"true", "false"}) {
            if (!lines_.window().starts_with(value)) continue;
            lines_.advance(value.size());
            return value == "true";
        }
        lines_.fail("expected true or false");
    }

    Lines lines_;
    BasicJsonScanner<Lines> json_;
    EdgeListBuilder list_;
    std::vector<Reference> references_;
    std::vector<std::string> roots_;
    std::vector<Value> values_;
};

}  // namespace detail

/// Reads a dump to the end of the input. Throws Error.
inline EdgeList read_json_lines(Input& input) { return detail::JsonLinesReader(input).read(); }

/// Whether a text that begins like this may be such a dump.
inline bool looks_like_json_lines(std::string_view text) {
    auto const skip = [&](char c) {
        text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
        bool const found = text.starts_with(c);
        text.remove_prefix(found ? 1 : 0);
        return found;
    };
    return skip('{') && skip('"') && text.starts_with("id\"");
}

}  // namespace trav::dump
