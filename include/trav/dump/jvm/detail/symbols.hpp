// Symbols: the parts of an hprof file outside of the heap: texts by their ids, names of classes, and the
// functions that threads were running.
#pragma once

#include "../../detail/part_of_name.hpp"
#include "builder.hpp"
#include "java_text.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace trav::dump::detail {

class Symbols {
  public:
    /// Texts become strings of the heap.
    explicit Symbols(HeapBuilder& heap) : heap_(heap) {}

    void add_text(std::uint64_t id, std::string_view text) { texts_[id] = heap_.text(text); }
    /// `name`: the id of a text, as in add_frame().
    void add_class(std::uint64_t id, std::uint64_t name) {
        class_names_[id] =
            once(java_names_, text(name), [](std::string_view text) { return java_name(text); });
    }
    void add_frame(std::uint64_t id, std::uint64_t method) { methods_[id] = text(method); }
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
        return at == class_names_.end() ? heap_.name("(class without a name)") : at->second;
    }
    /// The number of "main()": the function in a frame of a thread. Long names are cut.
    std::uint32_t function(std::uint32_t thread, std::uint32_t frame) {
        auto const stack = stack_of_.find(thread);
        auto const trace = stack == stack_of_.end() ? traces_.end() : traces_.find(stack->second);
        bool const known = trace != traces_.end() && frame < trace->second.size();
        auto const name = known ? methods_.find(trace->second[frame]) : methods_.end();
        if (name == methods_.end()) return heap_.name("local variable");
        return once(functions_, name->second,
                    [](std::string_view text) { return part_of_name(text) + "()"; });
    }

  private:
    using Numbers = std::unordered_map<std::uint32_t, std::uint32_t>;

    /// The number of make(text), which is called once for each text. `text` and `made` are string numbers.
    std::uint32_t once(Numbers& made, std::uint32_t text, auto const& make) {
        auto const [at, fresh] = made.try_emplace(text, 0);
        if (fresh) at->second = heap_.name(make(heap_.string(text)));
        return at->second;
    }

    HeapBuilder& heap_;
    std::unordered_map<std::uint64_t, std::uint32_t> texts_, class_names_, methods_;  // by id: string numbers
    Numbers java_names_, functions_;                                        // by the number of the text
    std::unordered_map<std::uint32_t, std::vector<std::uint64_t>> traces_;  // frames
    std::unordered_map<std::uint32_t, std::uint32_t> stack_of_;             // the trace of each thread
};

}  // namespace trav::dump::detail
