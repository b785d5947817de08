// The editor's objects in the style of Chromium's EstimateMemoryUsage: each class adds up its members.
#include "editor.hpp"

#include <cstddef>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

// NOLINTBEGIN(readability-identifier-naming): the functions have Chromium's name
/// Stands in for base/trace_event/memory_usage_estimator.h: the memory that members own elsewhere.
namespace base::trace_event {
template <class T>
std::size_t of_item(T const& item) {
    if constexpr (requires { EstimateMemoryUsage(item); }) return EstimateMemoryUsage(item);
    else return 0;
}
inline std::size_t EstimateMemoryUsage(std::string const& text) { return text.capacity() + 1; }
template <class T>
std::size_t EstimateMemoryUsage(std::unique_ptr<T> const& owner) {
    return owner ? sizeof(T) + of_item(*owner) : 0;
}
/// A block of four words per pointer, plus an equal share of the memory that the object owns elsewhere.
template <class T>
std::size_t EstimateMemoryUsage(std::shared_ptr<T> const& sharer) {
    auto const sharers = static_cast<std::size_t>(sharer.use_count());
    if (sharers == 0) return 0;
    return 4 * sizeof(void*) + (of_item(*sharer) + sharers - 1) / sharers;
}
template <class T>
std::size_t EstimateMemoryUsage(std::vector<T> const& list) {
    std::size_t sum = list.capacity() * sizeof(T);
    for (T const& item : list) sum += of_item(item);
    return sum;
}
}  // namespace base::trace_event

// [describe]
using base::trace_event::EstimateMemoryUsage;
std::size_t EstimateMemoryUsage(Picture const& picture) { return EstimateMemoryUsage(picture.pixels); }
std::size_t EstimateMemoryUsage(Paragraph const& paragraph) {
    return EstimateMemoryUsage(paragraph.text) + EstimateMemoryUsage(paragraph.picture);
}
std::size_t EstimateMemoryUsage(Document const& document) { return EstimateMemoryUsage(document.paragraphs); }
std::size_t EstimateMemoryUsage(Change const& change) { return EstimateMemoryUsage(change.before); }
std::size_t EstimateMemoryUsage(History const& history) { return EstimateMemoryUsage(history.changes); }
// [describe]
// NOLINTEND(readability-identifier-naming)

int main() {
    Editor const editor = make_editor();
    // [ask]
    std::size_t const document = sizeof editor.document + EstimateMemoryUsage(editor.document);
    std::size_t const history = sizeof editor.history + EstimateMemoryUsage(editor.history);
    // [ask]
    std::cout << "document " << document << "\nhistory   " << history << "\n";
}
