// Symbols: the parts of an hprof file outside of the heap: texts by their ids, names of classes, and the
// functions that threads were running.
#pragma once

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
        class_names_[id] = java_name(heap_.string(text(name)));
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
    /// The number of a text that is not in the file.
    std::uint32_t own_text(std::string const& text) {
        auto const [at, fresh] = own_texts_.try_emplace(text, 0);
        if (fresh) at->second = heap_.text(text);
        return at->second;
    }
    std::string class_name(std::uint64_t id) const {
        auto const at = class_names_.find(id);
        return at == class_names_.end() ? "(class without a name)" : at->second;
    }
    /// "main()": the function in a frame of a thread.
    std::string function(std::uint32_t thread, std::uint32_t frame) const {
        auto const stack = stack_of_.find(thread);
        auto const trace = stack == stack_of_.end() ? traces_.end() : traces_.find(stack->second);
        if (trace == traces_.end() || frame >= trace->second.size()) return "local variable";
        auto const name = methods_.find(trace->second[frame]);
        return name == methods_.end() ? "local variable" : std::string(heap_.string(name->second)) + "()";
    }

  private:
    HeapBuilder& heap_;
    std::unordered_map<std::uint64_t, std::uint32_t> texts_, methods_;  // by id: numbers of texts
    std::unordered_map<std::uint64_t, std::string> class_names_;
    std::unordered_map<std::uint32_t, std::vector<std::uint64_t>> traces_;  // frames
    std::unordered_map<std::uint32_t, std::uint32_t> stack_of_;             // the trace of each thread
    std::unordered_map<std::string, std::uint32_t> own_texts_;
};

}  // namespace trav::dump::detail
