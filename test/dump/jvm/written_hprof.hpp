// WrittenHprof: an hprof file for tests, written record by record.
#pragma once

#include <trav/dump/input.hpp>
#include <trav/dump/jvm/reader.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

/// Big-endian numbers, ids and texts.
struct Big {
    std::string bytes{};
    std::size_t id_size = 8;

    Big& u(std::size_t n, std::uint64_t number) {
        for (std::size_t i = n; i-- != 0;) bytes += static_cast<char>(number >> 8 * i);
        return *this;
    }
    Big& id(std::uint64_t number) { return u(id_size, number); }
    Big& text(std::string const& more) {
        bytes += more;
        return *this;
    }
};

/// The types of fields, by their numbers in the format.
enum JavaType : std::uint8_t {
    java_object = 2,
    java_boolean = 4,
    java_char,
    java_float,
    java_double,
    java_byte,
    java_short,
    java_int,
    java_long
};

/// A file. The heap is one segment, which comes last.
struct WrittenHprof {
    using Fields = std::vector<std::pair<std::string, JavaType>>;
    using Statics = std::vector<std::pair<std::string, std::uint64_t>>;

    explicit WrittenHprof(std::size_t bytes_of_id = 8, std::string const& version = "1.0.2",
                          std::uint64_t milliseconds = 0) {
        file.id_size = heap.id_size = bytes_of_id;
        file.text("JAVA PROFILE " + version).u(1, 0).u(4, bytes_of_id).u(8, milliseconds);
    }

    std::uint64_t string(std::string const& text) {
        auto const [at, fresh] = strings.try_emplace(text, 0x10000 + strings.size());
        if (fresh) record(1, Big{{}, file.id_size}.id(at->second).text(text).bytes);
        return at->second;
    }
    void record(std::uint8_t tag, std::string const& body) {
        file.u(1, tag).u(4, 0).u(4, body.size()).text(body);
    }
    /// Names a class; in the file, a name is "java/lang/Object".
    void load_class(std::uint64_t id, std::string const& name) {
        std::uint64_t const text = string(name);
        record(2, Big{{}, file.id_size}.u(4, 1).id(id).u(4, 0).id(text).bytes);
    }
    /// `statics` are references.
    void dump_class(std::uint64_t id, std::uint64_t super, Fields const& fields, Statics const& statics = {},
                    std::uint64_t loader = 0, std::uint32_t instance_size = 0) {
        if (root_class == 0) root_class = id;
        std::vector<std::uint64_t> names;
        for (auto const& each : statics) names.push_back(string(each.first));
        for (auto const& each : fields) names.push_back(string(each.first));
        heap.u(1, 0x20).id(id).u(4, 0).id(super).id(loader).id(0).id(0).id(0).id(0).u(4, instance_size);
        heap.u(2, 0).u(2, statics.size());
        auto name = names.begin();
        for (auto const& each : statics) heap.id(*name++).u(1, java_object).id(each.second);
        heap.u(2, fields.size());
        for (auto const& each : fields) heap.id(*name++).u(1, each.second);
    }
    void class_(std::uint64_t id, std::string const& name, std::uint64_t super, Fields const& fields,
                Statics const& statics = {}, std::uint64_t loader = 0, std::uint32_t instance_size = 0) {
        load_class(id, name);
        dump_class(id, super, fields, statics, loader, instance_size);
    }
    /// `data`: Big().id(...).u(...); the fields of its own class come first.
    void instance(std::uint64_t id, std::uint64_t class_id, Big const& data) {
        heap.u(1, 0x21).id(id).u(4, 0).id(class_id).u(4, data.bytes.size()).text(data.bytes);
    }
    void objects(std::uint64_t id, std::uint64_t class_id, std::vector<std::uint64_t> const& elements) {
        heap.u(1, 0x22).id(id).u(4, 0).u(4, elements.size()).id(class_id);
        for (auto const element : elements) heap.id(element);
    }
    void primitives(std::uint64_t id, JavaType type, std::uint32_t length, std::string const& data) {
        heap.u(1, 0x23).id(id).u(4, 0).u(4, length).u(1, type).text(data);
    }
    Big data() const { return Big{{}, file.id_size}; }

    std::string bytes() const {
        Big all = file, last = heap;
        if (root_class != 0) last.u(1, 0x05).id(root_class);
        all.u(1, 0x1c).u(4, 0).u(4, last.bytes.size()).text(last.bytes);
        return all.u(1, 0x2c).u(4, 0).u(4, 0).bytes;
    }
    trav::dump::JvmHeap read(std::size_t block = 1 << 12) const {
        std::istringstream stream(bytes());
        trav::dump::Input input(stream, "test.hprof", block);
        return trav::dump::read_hprof(input);
    }

    Big file, heap;
    std::uint64_t root_class = 0;  ///< a root; the first class by default; 0: none
    std::map<std::string, std::uint64_t> strings;
};
