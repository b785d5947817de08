// Symbols: the parts of an hprof file outside of the heap: texts by their ids, names of classes, and the
// functions that threads were running.
#pragma once

#include "../../detail/part_of_name.hpp"
#include "../stacks.hpp"
#include "java_text.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace trav::dump::detail {

/// `Heap`: a HeapBuilder, or another class with text(), name() and string().
template <class Heap>
class Symbols {
  public:
    /// Texts become strings of the heap.
    explicit Symbols(Heap& heap) : heap_(heap) {}

    void add_text(std::uint64_t id, std::string_view text) { texts_[id] = heap_.text(text); }
    /// `name`: the id of a text, as in add_frame().
    /// `serial`: the number of the class in frames.
    void add_class(std::uint64_t id, std::uint64_t name, std::uint32_t serial) {
        by_serial_[serial] = class_names_[id] =
            once(java_names_, text(name), [](std::string_view text) { return java_name(text); });
    }
    /// `of_class`: the serial number of a class.
    void add_frame(std::uint64_t id, std::uint64_t method, std::uint64_t source, std::uint32_t of_class,
                   std::int32_t line) {
        frames_[id] = {of_class, text(method), text(source), line};
    }
    /// Adds a frame to the trace with this number.
    void add_to_trace(std::uint32_t trace, std::uint64_t frame) { traces_[trace].push_back(frame); }
    void add_thread(std::uint32_t thread, std::uint32_t trace) { stack_of_[thread] = trace; }

    /// The number of a text in the heap; 0, the empty text, if the file does not have it.
    std::uint32_t text(std::uint64_t id) const {
        auto const at = texts_.find(id);
        return at == texts_.end() ? 0 : at->second;
    }
    /// The number of the name of a class.
    std::uint32_t class_name(std::uint64_t id) const {
        auto const at = class_names_.find(id);
        return at == class_names_.end() ? heap_.name(nameless_class) : at->second;
    }
    /// The number of "main()": the function in a frame of a thread. Long names are cut.
    std::uint32_t function(std::uint32_t thread, std::uint32_t frame) {
        auto const stack = stack_of_.find(thread);
        auto const trace = stack == stack_of_.end() ? traces_.end() : traces_.find(stack->second);
        bool const known = trace != traces_.end() && frame < trace->second.size();
        auto const name = known ? frames_.find(trace->second[frame]) : frames_.end();
        if (name == frames_.end()) return heap_.name("local variable");
        return once(functions_, name->second.method,
                    [](std::string_view text) { return part_of_name(text) + "()"; });
    }
    /// Adds the frames of the threads. Threads with one trace share its frames.
    void add_frames(JvmStacks& stacks) const {
        std::unordered_map<std::uint32_t, std::pair<std::uint32_t, std::uint32_t>> added;  // by trace
        for (JvmStacks::Thread& thread : stacks.threads) {
            auto const stack = stack_of_.find(thread.number);
            auto const trace = stack == stack_of_.end() ? traces_.end() : traces_.find(stack->second);
            if (trace == traces_.end()) continue;
            auto const [place, fresh] = added.try_emplace(trace->first);
            auto& [first, last] = place->second;
            if (fresh) {
                first = static_cast<std::uint32_t>(stacks.frames.size());
                for (std::uint64_t const id : trace->second) {
                    auto const at = frames_.find(id);
                    JvmStacks::Frame frame = at == frames_.end() ? JvmStacks::Frame{} : at->second;
                    auto const its = by_serial_.find(frame.class_name);
                    frame.class_name = its == by_serial_.end() ? 0 : its->second;
                    stacks.frames.push_back(frame);
                }
                last = static_cast<std::uint32_t>(stacks.frames.size());
            }
            thread.first = first, thread.last = last;
        }
    }

  private:
    using Numbers = std::unordered_map<std::uint32_t, std::uint32_t>;

    /// The number of make(text), which is called once for each text. `text` and `made` are string numbers.
    std::uint32_t once(Numbers& made, std::uint32_t text, auto const& make) {
        auto const [at, fresh] = made.try_emplace(text, 0);
        if (fresh) at->second = heap_.name(make(heap_.string(text)));
        return at->second;
    }

    Heap& heap_;
    std::unordered_map<std::uint64_t, std::uint32_t> texts_, class_names_;  // by id: string numbers
    std::unordered_map<std::uint32_t, std::uint32_t> by_serial_;            // the names of classes
    std::unordered_map<std::uint64_t, JvmStacks::Frame> frames_;            // by id; classes by serial number
    Numbers java_names_, functions_;                                        // by the number of the text
    std::unordered_map<std::uint32_t, std::vector<std::uint64_t>> traces_;  // frames
    std::unordered_map<std::uint32_t, std::uint32_t> stack_of_;             // the trace of each thread
};

}  // namespace trav::dump::detail
