// The hprof file. Objects are contiguous, as in a HotSpot heap with compressed references. The first
// reference of an object leads to a later object without references to it. The others lead to objects nearby,
// anywhere, or nowhere. Nearby is within a few thousand objects, and a fifth of the references lead anywhere;
// or it is within a few dozen, and a hundredth do.
#include "files.hpp"

#include <string>
#include <utility>
#include <vector>

namespace bench {
namespace {

constexpr std::uint32_t program_classes = 1000, roots = 100;

/// The classes. The classes of the program follow.
enum Class : std::uint32_t { object, string, map_node, objects, bytes, program };

/// The layout of an object.
struct Shape {
    std::uint32_t of;
    std::uint32_t references, length;  ///< `length`: of bytes, or of integers in an instance
    bool array() const { return of == objects || of == bytes; }
    std::uint64_t size() const {
        std::uint64_t const fields =
            4 * std::uint64_t{references} + (of == bytes ? 1 : 4) * std::uint64_t{length};
        return ((array() ? 16 : 12) + fields + 7) / 8 * 8;
    }
};

class HprofMaker {
  public:
    HprofMaker(std::string const& path, std::uint32_t count, Locality locality)
        : out_(path),
          count_(count),
          near_(locality == Locality::high ? 32 : 4096),
          far_percent_(locality == Locality::high ? 1 : 20) {
        std::uint64_t at = base;
        for (std::uint32_t i = 0; i != count; ++i) {
            addresses_.push_back(at);
            at += shape(i).size();
        }
        first_class_ = at;
    }

    void make() {
        out_.text(std::string_view("JAVA PROFILE 1.0.2\0", 19));
        out_.big_endian(8, 4);
        out_.big_endian(0, 8);
        names();
        for (std::uint32_t c = 0; c != program + program_classes; ++c) class_dump(c);
        for (std::uint32_t i = 0; i != roots; ++i) put(0x01, 1), id(address(i)), put(0, 8);
        for (std::uint32_t i = 0; i != count_; ++i) {
            instance(i, shape(i));
            if (segment_.size() > std::size_t{1} << 20) end_segment();
        }
        end_segment();
        record(0x2c, 0);
        out_.close();
    }

  private:
    static constexpr std::uint64_t base = 0x700000000;

    /// Every string is followed by its bytes.
    static bool has_bytes(std::uint64_t i) {
        return mixed(i) % 100 < 12 && (i == 0 || mixed(i - 1) % 100 >= 12);
    }
    static Shape shape(std::uint32_t i) {
        if (i != 0 && has_bytes(i - 1)) return {bytes, 0, static_cast<std::uint32_t>(mixed(i + 1) % 90)};
        std::uint64_t const random = mixed(i), kind = random % 100, more = random / 100;
        if (has_bytes(i)) return {string, 1, 2};
        if (kind < 19) return {bytes, 0, static_cast<std::uint32_t>(more % 1000)};
        if (kind < 22) return {objects, static_cast<std::uint32_t>(4 + more % 30), 0};
        if (kind < 34) return {map_node, 3, 1};
        return of_class(static_cast<std::uint32_t>(program + more % program_classes));
    }
    static Shape of_class(std::uint32_t c) {
        constexpr Shape known[program] = {
            {object, 0, 0}, {string, 1, 2}, {map_node, 3, 1}, {objects, 0, 0}, {bytes, 0, 0}};
        return c < program ? known[c] : Shape{c, 1 + c % 5, c % 4};
    }
    static std::string name(std::uint32_t c) {
        constexpr char const* known[program] = {"java/lang/Object", "java/lang/String",
                                                "java/util/HashMap$Node", "[Ljava/lang/Object;", "[B"};
        return c < program ? known[c] : "app/Class" + std::to_string(c);
    }
    std::uint64_t address(std::uint32_t i) const { return addresses_[i]; }
    std::uint64_t class_id(std::uint32_t c) const { return first_class_ + 112 * std::uint64_t{c}; }
    static std::uint64_t field_id(std::uint32_t field) { return 10000 + field; }

    void names() {
        auto const string_record = [&](std::uint64_t number, std::string const& text) {
            record(0x01, 8 + text.size());
            out_.big_endian(number, 8);
            out_.text(text);
        };
        for (std::uint32_t c = 0; c != program + program_classes; ++c) {
            string_record(1 + c, name(c));
            record(0x02, 24);
            out_.big_endian(1 + c, 4);
            out_.big_endian(class_id(c), 8);
            out_.big_endian(0, 4);
            out_.big_endian(1 + c, 8);
        }
        for (std::uint32_t f = 0; f != 16; ++f) string_record(field_id(f), "field" + std::to_string(f));
        string_record(field_id(16), "value");
    }
    void class_dump(std::uint32_t c) {
        Shape const shape = of_class(c);
        put(0x20, 1), id(class_id(c)), put(0, 4);
        id(c == object ? 0 : class_id(object));
        for (int i = 0; i != 5; ++i) id(0);
        put(8 * shape.references + 4 * shape.length, 4);
        put(0, 2);
        put(1, 2), id(field_id(0)), put(2, 1), id(address(static_cast<std::uint32_t>(mixed(c) % count_)));
        put(shape.references + shape.length, 2);
        for (std::uint32_t f = 0; f != shape.references + shape.length; ++f)
            id(field_id(c == string && f == 0 ? 16 : f)), put(f < shape.references ? 2 : 10, 1);
        put(0x05, 1), id(class_id(c));
    }
    void instance(std::uint32_t i, Shape const& shape) {
        if (shape.of == bytes) {
            put(0x23, 1), id(address(i)), put(0, 4), put(shape.length, 4), put(8, 1);
            for (std::uint32_t b = 0; b != shape.length; ++b) put('a' + (i + b) % 26, 1);
            return;
        }
        put(shape.of == objects ? 0x22 : 0x21, 1), id(address(i)), put(0, 4);
        if (shape.of == objects) put(shape.references, 4);
        id(class_id(shape.of));
        if (shape.of != objects) put(8 * shape.references + 4 * shape.length, 4);
        for (std::uint32_t r = 0; r != shape.references; ++r) id(target(i, r, shape.of));
        for (std::uint32_t p = 0; p != shape.length; ++p) put(mixed(i + p) % 1000, 4);
    }
    std::uint64_t target(std::uint32_t i, std::uint32_t reference, std::uint32_t of) {
        if (of == string) return address(i + 1 == count_ ? 0 : i + 1);
        while (next_ < count_ && has_bytes(next_ - 1)) ++next_;
        if (next_ < count_ && next_ < i + (reference == 0 ? 2 * near_ : near_)) return address(next_++);
        std::uint64_t const random = mixed(std::uint64_t{i} << 8 | reference), far = random / 100;
        if (random % 100 < 35) return 0;
        return address(static_cast<std::uint32_t>(
            random % 100 < 100 - far_percent_ && i > near_ ? i - far % near_ : far % count_));
    }

    void record(std::uint8_t tag, std::uint64_t length) {
        out_.big_endian(tag, 1);
        out_.big_endian(0, 4);
        out_.big_endian(length, 4);
    }
    void put(std::uint64_t n, unsigned bytes) {
        while (bytes-- != 0) segment_ += static_cast<char>(n >> 8 * bytes);
    }
    void id(std::uint64_t id) { put(id, 8); }
    void end_segment() {
        record(0x1c, segment_.size());
        out_.text(segment_);
        segment_.clear();
    }

    BlockWriter out_;
    std::uint32_t count_, near_, far_percent_, next_ = roots;
    std::uint64_t first_class_ = 0;
    std::vector<std::uint64_t> addresses_;
    std::string segment_;
};

}  // namespace

void make_hprof(std::string const& path, std::uint32_t objects, Locality locality) {
    HprofMaker(path, objects, locality).make();
}

}  // namespace bench
