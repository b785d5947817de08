// RubyRecords: reads a dump of Ruby's heap line by line; each line is a record about one object.
#pragma once

#include "../../detail/json_scanner.hpp"
#include "../../detail/lines.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trav::dump::detail {

/// The contents of a line. Numbers that are missing from the line are 0.
struct RubyRecord {
    std::uint64_t address, of_class, superclass, memsize, slot_size, line, entries;  // entries: of a hash
    std::optional<std::uint64_t> generation;
    std::string type, name, imemo_type, structure, file;
    bool singleton, named;  // named: with a name, which may be empty
    bool has_default;       // a hash with a block for missing keys
    std::vector<std::uint64_t> references;

    /// Clears the record but keeps its memory for the next line.
    void clear() {
        address = of_class = superclass = memsize = slot_size = line = entries = 0;
        generation.reset();
        for (std::string* text : {&type, &name, &imemo_type, &structure, &file}) text->clear();
        singleton = named = has_default = false;
        references.clear();
    }
    /// The type of an object without a class: "(string)".
    std::string kind() const {
        if (type == "NONE") return "(free slot)";
        if (type == "IMEMO") return '(' + imemo_type + ')';
        return '(' + (structure.empty() ? group() : structure) + ')';
    }
    /// "string"
    std::string group() const {
        std::string text = type;
        for (char& c : text)
            if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
        return text;
    }
};

/// Reads an input that the caller keeps alive. Throws Error.
class RubyRecords {
  public:
    explicit RubyRecords(Input& input) : lines_(input), json_(lines_) {}

    /// Advances to the next line; false at the end.
    bool next() {
        if (!lines_.next()) return false;
        record_.clear();
        for (bool more = json_.open('{', '}'); more; more = json_.more('}')) member(json_.name());
        json_.end();
        if (record_.type.empty()) fail("an object without a type");
        if (record_.type != "ROOT" && record_.address == 0) fail("an object without an address");
        return true;
    }
    RubyRecord const& record() const { return record_; }
    /// Throws an Error that names the line.
    [[noreturn]] void fail(std::string const& what) const { lines_.fail(what); }

  private:
    void member(std::string const& key) {
        RubyRecord& r = record_;
        if (key == "address") r.address = address();
        else if (key == "class") r.of_class = address();
        else if (key == "superclass") r.superclass = address();
        else if (key == "references") references();
        else if (key == "type") text(r.type);
        else if (key == "imemo_type") text(r.imemo_type);
        else if (key == "struct") text(r.structure);
        else if (key == "file") text(r.file);
        else if (key == "name" || key == "value" || key == "root") name();
        else if (key == "singleton") json_.skip(), r.singleton = true;
        else if (key == "default") json_.skip(), r.has_default = true;
        else if (key == "size") r.entries = json_.peek() == '"' ? (json_.skip(), 0) : json_.number();
        else if (key == "memsize") r.memsize = json_.number();
        else if (key == "slot_size") r.slot_size = json_.number();
        else if (key == "line") r.line = json_.number();
        else if (key == "generation") r.generation = json_.number();
        else json_.skip();
    }
    void text(std::string& to) {
        to.clear();
        json_.string(to);
    }
    // Reads the name of a class or the value of a string. Numbers have values, too; some of these are not
    // valid JSON.
    void name() {
        if (json_.peek() != '"') return json_.skip();
        text(record_.name);
        record_.named = true;
    }
    std::uint64_t address() {
        text(word_);
        std::uint64_t number = 0;
        std::string_view const digits =
            std::string_view(word_).substr(std::min<std::size_t>(2, word_.size()));
        auto const [end, bad] = std::from_chars(digits.data(), digits.data() + digits.size(), number, 16);
        if (!word_.starts_with("0x") || bad != std::errc{} || end != digits.data() + digits.size() ||
            number == 0)
            fail("'" + word_ + "' is no address");
        return number;
    }
    void references() {
        for (bool more = json_.open('[', ']'); more; more = json_.more(']'))
            record_.references.push_back(address());
    }

    Lines lines_;
    BasicJsonScanner<Lines> json_;
    RubyRecord record_{};
    std::string word_;
};

}  // namespace trav::dump::detail
