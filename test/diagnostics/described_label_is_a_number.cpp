// expect: trav: Described<T>::label is 'static std::string label(T const& object)'
// lines: 12
#include <trav/graph/objects.hpp>

struct Task {
    int id;
};
template <>
struct trav::Described<Task> : trav::Members<> {
    static int label(Task const& task) { return task.id; }
};

int main() {
    Task task{};
    return trav::object(task).address == nullptr;
}
