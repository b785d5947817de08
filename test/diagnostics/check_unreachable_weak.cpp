// expect: trav: a weak_ptr may point to nothing: say what it is that it points to
// lines: 15, g++ 12: 10
#include <trav/check/unreachable.hpp>

#include <memory>

int main() {
    std::weak_ptr<int> session;
    int server = 0;
    return trav::unreachable(session, trav::from(server)) ? 0 : 1;
}
