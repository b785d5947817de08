// trav/dump/jvm/reader.hpp: reads an hprof file, as `jcmd PID GC.heap_dump FILE`, jmap, a JVM that ran out of
// memory, and Android's tools write it, plain or gzipped.
//
//     trav::dump::Input input("shop.hprof.gz");
//     trav::dump::JvmHeap const heap = trav::dump::read_hprof(input);
//
// In one pass, so that a pipe will do; only instances that come before their classes are kept as they are
// until the end. At the end it takes up to 20 bytes more for each object, and, from when they are read, up to
// 72 for each array of bytes or characters. What is wrong is one Error with the byte where it is.
#pragma once

#include "detail/builder.hpp"
#include "detail/bytes.hpp"
#include "heap.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace trav::dump {

namespace detail {

/// Reads one file.
class HprofReader {
  public:
    explicit HprofReader(Input& input) : bytes_(input), heap_(bytes_, head()) {}

    JvmHeap read() {
        while (!bytes_.at_end()) record();
        for (auto const& [id, thread, frame] : locals_)  // threads may come after them
            heap_.roots().add(id, thread, method(thread, frame));
        return heap_.finish();
    }

  private:
    /// Whether the file is Android's.
    bool head() {
        std::string version;
        while (char const c = static_cast<char>(bytes_.u1())) {
            version += c;
            if (!std::string_view("JAVA PROFILE 1.0.").starts_with(version.substr(0, 17)) ||
                version.size() > 18)
                bytes_.fail(
                    "this is no hprof file: it does not begin with JAVA PROFILE 1.0.1, 1.0.2 or 1.0.3");
        }
        std::uint32_t const id_size = bytes_.u4();
        if (id_size != 4 && id_size != 8)
            bytes_.fail("ids of " + std::to_string(id_size) + " bytes: 4 or 8 are due");
        bytes_.id_size(id_size);
        bytes_.skip(8);  // when it was written
        return version == "JAVA PROFILE 1.0.3";
    }

    void record() {
        bytes_.in("the head of a record");
        std::uint8_t const tag = bytes_.u1();
        bytes_.skip(4);  // when it was written
        std::uint64_t const length = bytes_.u4(), begin = bytes_.offset();
        switch (tag) {
        case 0x01: string(length); break;
        case 0x02: load_class(); break;
        case 0x04: frame(); break;
        case 0x05: trace(); break;
        case 0x0c:
        case 0x1c:
            while (bytes_.offset() < begin + length) object();
            break;
        default: bytes_.in("a record"); bytes_.skip(length);
        }
        if (bytes_.offset() != begin + length)
            bytes_.fail("a record of kind " + std::to_string(tag) + " is " + std::to_string(length) +
                        " bytes long, but what is in it " + std::to_string(bytes_.offset() - begin));
    }
    void string(std::uint64_t length) {
        bytes_.in("a string");
        if (length < bytes_.id_size()) bytes_.fail("a string without an id");
        std::uint64_t const id = bytes_.id();
        strings_[id] = heap_.text(bytes_.take(static_cast<std::size_t>(length - bytes_.id_size())));
    }
    void load_class() {
        bytes_.in("a class");
        bytes_.skip(4);  // serial number
        std::uint64_t const id = bytes_.id();
        bytes_.skip(4);  // stack trace
        class_names_[id] = java_name(heap_.string(text(bytes_.id())));
    }
    void frame() {
        bytes_.in("a stack frame");
        std::uint64_t const id = bytes_.id();
        methods_[id] = text(bytes_.id());
        bytes_.skip(2 * bytes_.id_size() + 8);  // signature, source, class, line
    }
    void trace() {
        bytes_.in("a stack trace");
        std::uint32_t const serial = bytes_.u4();
        bytes_.skip(4);  // thread
        std::vector<std::uint64_t>& frames = traces_[serial];
        for (std::uint32_t left = bytes_.u4(); left != 0; --left) frames.push_back(bytes_.id());
    }

    void object() {
        bytes_.in("the heap");
        std::uint64_t const at = bytes_.offset();
        std::uint8_t const tag = bytes_.u1();
        switch (tag) {
        case 0x01: root("JNI global"), bytes_.skip(bytes_.id_size()); return;
        case 0x02: in_thread("JNI local"), bytes_.skip(4); return;
        case 0x03: local(); return;
        case 0x04: in_thread("native stack"); return;
        case 0x05: root(""); return;  // a class of the system
        case 0x06: in_thread("block"); return;
        case 0x07: root("monitor"); return;
        case 0x08: thread(); return;
        case 0x20: class_dump(); return;
        case 0x21: instance(); return;
        case 0x22: objects(); return;
        case 0x23: primitives(true); return;
        case 0xff: root("unknown root"); return;
        // Android
        case 0x89: root("interned string"); return;
        case 0x8a: root("finalizing"); return;
        case 0x8b: root("debugger"); return;
        case 0x8c: root("reference cleanup"); return;
        case 0x8d: root("virtual machine"); return;
        case 0x8e: root("JNI monitor"), bytes_.skip(8); return;
        case 0x90: bytes_.skip(bytes_.id_size()); return;  // unreachable: no root
        case 0xc3: primitives(false); return;
        case 0xfe: bytes_.skip(4 + bytes_.id_size()); return;  // the heap that follows
        default: break;
        }
        bytes_.fail("there is no object or root of kind " + std::to_string(tag) + ", at byte " +
                    std::to_string(at));
    }

    void root(char const* what) { heap_.roots().add(bytes_.id(), 0, what); }
    void in_thread(char const* what) {
        std::uint64_t const id = bytes_.id();
        heap_.roots().add(id, bytes_.u4(), what);
    }
    void thread() {
        std::uint64_t const id = bytes_.id();
        std::uint32_t const serial = bytes_.u4();
        stack_of_[serial] = bytes_.u4();
        heap_.roots().add_thread(id, serial);
    }
    void local() {
        std::uint64_t const id = bytes_.id();
        std::uint32_t const thread = bytes_.u4();
        locals_.push_back({id, thread, bytes_.u4()});
    }
    /// The method of a frame of a thread.
    std::string method(std::uint32_t serial, std::uint32_t frame) const {
        auto const stack = stack_of_.find(serial);
        auto const trace = stack == stack_of_.end() ? traces_.end() : traces_.find(stack->second);
        if (trace == traces_.end() || frame >= trace->second.size()) return "local variable";
        auto const name = methods_.find(trace->second[frame]);
        return name == methods_.end() ? "local variable" : std::string(heap_.string(name->second)) + "()";
    }

    void class_dump() {
        ClassRecord record;
        record.id = bytes_.id();
        bytes_.skip(4);  // stack trace
        record.super = bytes_.id();
        std::vector<HeapBuilder::Static> statics{{name_of("<super>"), record.super}};
        for (char const* name : {"<loader>", "<signers>", "<protection domain>"})
            statics.emplace_back(name_of(name), bytes_.id());
        bytes_.skip(2 * bytes_.id_size());
        record.instance_size = bytes_.u4();
        std::uint64_t other = 0;
        for (std::uint16_t left = bytes_.u2(); left != 0; --left) {  // constants
            bytes_.skip(2);
            value(bytes_.u1());
        }
        for (std::uint16_t left = bytes_.u2(); left != 0; --left) {
            std::uint64_t const name = bytes_.id();
            std::uint8_t const type = bytes_.u1();
            std::uint64_t const id = value(type);
            if (type == FieldType::object) statics.emplace_back(text(name), id);
            else other += FieldType::size(type, bytes_.id_size());
        }
        for (std::uint16_t left = bytes_.u2(); left != 0; --left) {
            std::uint32_t const name = text(bytes_.id());
            record.fields.push_back({name, known(bytes_.u1())});
        }
        auto const name = class_names_.find(record.id);
        record.name = name == class_names_.end() ? "(class without a name)" : name->second;
        heap_.add_class(std::move(record), statics, other);
    }
    void instance() {
        std::size_t const id_size = bytes_.id_size();
        char const* const head = bytes_.take(2 * id_size + 8).data();  // the stack trace is between the ids
        std::uint64_t const id = bytes_.id_at(head), class_id = bytes_.id_at(head + id_size + 4);
        auto const size = static_cast<std::size_t>(Bytes::number_at(head + 2 * id_size + 4, 4));
        heap_.add_instance(id, class_id, bytes_.take(size));
    }
    void objects() {
        std::uint64_t const id = bytes_.id();
        bytes_.skip(4);  // stack trace
        std::uint32_t const length = bytes_.u4();
        heap_.add_objects(id, bytes_.id(), length);
        bytes_.ids(length, [&](std::uint64_t to) { heap_.add_slot(to); });
    }
    void primitives(bool with_data) {
        std::uint64_t const id = bytes_.id();
        bytes_.skip(4);  // stack trace
        std::uint32_t const length = bytes_.u4();
        std::uint8_t const type = known(bytes_.u1());
        if (type == FieldType::object) bytes_.fail("an array of numbers has references");
        std::uint64_t const size = with_data ? length * std::uint64_t{FieldType::size(type, 0)} : 0;
        auto const kept = static_cast<std::size_t>(std::min<std::uint64_t>(size, JavaStrings::longest_text));
        heap_.add_primitives(id, type, length, bytes_.take(kept));
        bool const text = type == FieldType::byte || type == FieldType::character;
        if (text && size != kept) heap_.note_rest(bytes_.hash(size - kept));
        else bytes_.skip(size - kept);
    }

    std::uint8_t known(std::uint8_t type) {
        if (FieldType::size(type, bytes_.id_size()) == 0)
            bytes_.fail("there is no type " + std::to_string(type) + " of fields");
        return type;
    }
    std::uint64_t value(std::uint8_t type) {
        std::size_t const size = FieldType::size(known(type), bytes_.id_size());
        return Bytes::number_at(bytes_.take(size).data(), size);
    }
    std::uint32_t text(std::uint64_t id) const {
        auto const at = strings_.find(id);
        return at == strings_.end() ? 0 : at->second;
    }
    std::uint32_t name_of(char const* name) {
        auto const [at, fresh] = own_names_.try_emplace(name, 0);
        if (fresh) at->second = heap_.text(name);
        return at->second;
    }

    struct Local {
        std::uint64_t id;
        std::uint32_t thread, frame;
    };

    Bytes bytes_;
    HeapBuilder heap_;
    std::vector<Local> locals_;
    std::unordered_map<std::uint64_t, std::uint32_t> strings_, methods_;  // by id: numbers of strings
    std::unordered_map<std::uint64_t, std::string> class_names_;
    std::unordered_map<std::uint32_t, std::vector<std::uint64_t>> traces_;
    std::unordered_map<std::uint32_t, std::uint32_t> stack_of_;  // of a thread: its trace
    std::unordered_map<std::string, std::uint32_t> own_names_;
};

}  // namespace detail

/// Reads a file to its end. Throws Error.
inline JvmHeap read_hprof(Input& input) { return detail::HprofReader(input).read(); }

/// Whether a file that begins so may be one.
inline bool looks_like_hprof(std::string_view text) { return text.starts_with("JAVA PROFILE"); }

}  // namespace trav::dump
