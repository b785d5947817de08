#include "harness.hpp"
#include "report.hpp"

#include <algorithm>

namespace bench {

bool Settings::wants(std::string const& part) const {
    return parts.empty() || std::ranges::find(parts, part) != parts.end();
}
bool Settings::wants(Method const& method) const {
    return methods.empty() || std::ranges::find(methods, method.name) != methods.end();
}

void Contests::hold(std::string const& suite, std::string const& shape, Settings const& settings,
                    std::vector<Method> methods, std::vector<std::string> const& peers) {
    std::erase_if(methods, [&](Method const& method) { return !settings.wants(method); });
    contest::Terms const terms{
        .n = settings.n, .rounds = settings.rounds, .in_seconds = settings.n == 1};  // 1: files
    auto const results = contest::hold(suite, shape, terms, methods, peers);
    print(results);
    results_.insert(results_.end(), results.begin(), results.end());
}

}  // namespace bench
