// JavaProgram: an hprof file of a small program, for tests.
#pragma once

#include "dump/jvm/written_hprof.hpp"

#include <cstdint>
#include <string>
#include <vector>

/// A heap with some of Java's classes, without compressed references: objects have a header of 16 bytes,
/// arrays one of 24, and a reference takes 8. A string takes 24 bytes, and its text 24 + n, rounded up to a
/// multiple of 8.
struct JavaProgram : WrittenHprof {
    enum Id : std::uint64_t {  // far apart, as objects with fields of 8 bytes need
        object = 0x10000,
        string_class = 0x10100,
        thread_class = 0x10200,
        pair_class = 0x10300,
        error_class = 0x10400,
        loader_class = 0x10500,
        bytes_class = 0x10600,
        more = 0x10700
    };

    JavaProgram() {
        class_(object, "java/lang/Object", 0, {});
        class_(string_class, "java/lang/String", object, {{"value", java_object}});
        class_(thread_class, "java/lang/Thread", object, {{"name", java_object}, {"local", java_object}});
        class_(pair_class, "shop/Pair", object, {{"a", java_object}, {"b", java_object}});
        class_(loader_class, "java/net/URLClassLoader", object, {{"classes", java_object}});
        class_(bytes_class, "[B", object, {});
        for (std::uint64_t const each : {string_class, thread_class, pair_class, loader_class, bytes_class})
            heap.u(1, 0x05).id(each);  // a root, as each class of the virtual machine is
    }
    void text(std::uint64_t id, std::string const& text) {
        instance(id, string_class, data().id(id + 0x18));
        primitives(id + 0x18, java_byte, static_cast<std::uint32_t>(text.size()), text);
    }
    void bytes_of(std::uint64_t id, std::uint32_t length) {
        primitives(id, java_byte, length, std::string(length, 'x'));
    }
    void pair(std::uint64_t id, std::uint64_t a, std::uint64_t b) {
        instance(id, pair_class, data().id(a).id(b));
    }
    void frame(std::uint64_t id, std::string const& method, std::string const& source, std::uint32_t of_class,
               std::int32_t line) {
        std::uint64_t const name = string(method), signature = string("()V"), of = string(source);
        auto const number = static_cast<std::uint32_t>(line);
        record(4, data().id(id).id(name).id(signature).id(of).u(4, of_class).u(4, number).bytes);
    }
    void numbered_class(std::uint32_t serial, std::uint64_t id, std::string const& name) {
        std::uint64_t const text = string(name);
        record(2, data().u(4, serial).id(id).u(4, 0).id(text).bytes);
    }
    void trace(std::uint32_t serial, std::vector<std::uint64_t> const& frames) {
        Big body = data().u(4, serial).u(4, 1).u(4, frames.size());
        for (std::uint64_t const each : frames) body.id(each);
        record(5, body.bytes);
    }
    void thread(std::uint64_t id, std::string const& name, std::uint32_t number, std::uint32_t trace_of,
                std::uint64_t local = 0) {
        text(id + 0x40, name);
        instance(id, thread_class, data().id(id + 0x40).id(local));
        heap.u(1, 0x08).id(id).u(4, number).u(4, trace_of);
    }
    void local(std::uint64_t id, std::uint32_t thread, std::uint32_t frame) {
        heap.u(1, 0x03).id(id).u(4, thread).u(4, frame);
    }
    /// The thread "export-<number>" with a variable: an array of 100 bytes at id + 0x80.
    void thread_with_bytes(std::uint64_t id, std::uint32_t number) {
        thread(id, "export-" + std::to_string(number), number + 1, 0);
        bytes_of(id + 0x80, 100);
        local(id + 0x80, number + 1, 0xFFFFFFFF);
    }
};
