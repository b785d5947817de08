// expect: trav: a breakdown with a policy cannot be an AnyBreakdown, since the strategy of its traversal is
//     chosen when it is compiled: name it to the profiler
// lines: 12
#include <trav/profile/any_breakdown.hpp>

#include <string>

struct Obj {};
struct ByVisits {
    using node_data = int;
    void visit(auto& here) { ++here.data; }
    ByVisits& policy() { return *this; }
    std::string name() const { return "visits"; }
    int key(Obj*, int const* visits) const { return visits ? *visits : 0; }
    trav::Band band(int visits) const { return {std::to_string(visits)}; }
};

int main() {
    ByVisits visits;
    trav::AnyBreakdown<Obj*> const any(visits);
}
