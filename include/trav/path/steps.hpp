// trav/path/steps.hpp: Path, the steps from a root to an object, and its text.
//
//     trav::Path const path = trav::path(heap, trav::roots(server), trav::object(*sword));
//     if (path) std::cout << path;
//     for (auto const& step : path) ...       // step.node, step.name, step.label: the root first
//     trav::text(path)                        // Server.entities[3].bag["left hand"]
//
//     Server.entities[3] -> Player            printed by `std::cout << path`
//     Player.bag["left hand"] -> Item
//
// A path is false if there is none. It is a vector of steps and owns its texts, so it may outlive the heap.
#pragma once

#include "../text/joined.hpp"
#include "../text/one_line.hpp"

#include <cstddef>
#include <iosfwd>
#include <string>
#include <utility>
#include <vector>

namespace trav {

/// A step of a path.
template <class N>
struct PathStep {
    N node;             ///< the target of the step
    std::string name;   ///< name of the edge: `bag["left hand"]`, `[3]`; empty for a root
    std::string label;  ///< label of the node

    bool operator==(PathStep const&) const = default;
};

/// The steps from a root to an object, the root first; empty if no root reaches it.
template <class N>
class Path {
  public:
    Path() = default;
    /// `to` is the label of the wanted object.
    Path(std::vector<PathStep<N>> steps, std::string to) : steps_(std::move(steps)), to_(std::move(to)) {}

    /// Whether there is a path.
    explicit operator bool() const { return !steps_.empty(); }
    auto begin() const { return steps_.begin(); }
    auto end() const { return steps_.end(); }
    std::size_t size() const { return steps_.size(); }
    bool empty() const { return steps_.empty(); }
    PathStep<N> const& operator[](std::size_t i) const { return steps_[i]; }
    PathStep<N> const& front() const { return steps_.front(); }
    PathStep<N> const& back() const { return steps_.back(); }
    /// The label of the wanted object.
    std::string const& to() const { return to_; }

    bool operator==(Path const&) const = default;

    /// One line per step; if there are more than 100, the first and the last 50.
    std::string lines() const {
        constexpr std::size_t most = 100;
        if (empty()) return one_line("no path leads to " + to_) + '\n';
        if (size() == 1) return one_line(front().label + " is a root") + '\n';
        std::size_t const steps = size() - 1, left_out = steps > most ? steps - most : 0;
        std::string all;
        for (std::size_t i = 1; i <= steps; ++i) {
            if (left_out != 0 && i == most / 2 + 1) {
                all += "... " + std::to_string(left_out) + " more\n";
                i += left_out;
            }
            PathStep<N> const &from = steps_[i - 1], &to = steps_[i];
            all += one_line(joined(from.label, to.name) + " -> " + to.label) + '\n';
        }
        return all;
    }
    /// Writes the lines.
    friend std::ostream& operator<<(std::ostream& out, Path const& path) { return out << path.lines(); }

  private:
    std::vector<PathStep<N>> steps_;
    std::string to_;
};

/// The path in one line: the root, and the names of the edges.
template <class N>
std::string text(Path<N> const& path) {
    if (!path) return one_line("no path leads to " + path.to());
    std::string all = path.front().label;
    for (std::size_t i = 1; i != path.size(); ++i) all = joined(std::move(all), path[i].name);
    return one_line(all);
}
/// Writes the lines.
template <class N>
void print(std::ostream& out, Path<N> const& path) {
    out << path;
}

}  // namespace trav
