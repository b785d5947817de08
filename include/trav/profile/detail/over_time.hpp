// trav/profile/detail/over_time.hpp: the classifier of a breakdown that follows objects over time.
#pragma once

#include "../../detail/function.hpp"
#include "../amount.hpp"
#include "../band.hpp"
#include "../breakdown.hpp"
#include "classifier.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace trav::detail {

/// The classifier of a breakdown that follows objects over time.
template <class B, class N>
class OverTime final : public LifeClassifier<N> {
  public:
    explicit OverTime(B& breakdown) : breakdown_(breakdown) {}
    std::string name() const override { return std::string(breakdown_.name()); }
    void const* breakdown() const override { return &breakdown_; }
    std::vector<Band> bands() const override { return breakdown_.bands(); }
    bool at_any_time() const override { return can_take_back; }

    void used(N const& n) override { breakdown_.used(n); }
    void created(N const& n) override { breakdown_.created(n); }
    void died(N const& n) override { breakdown_.died(n); }
    void begin_sample([[maybe_unused]] std::size_t number, [[maybe_unused]] double time) override {
        if constexpr (BeginsSamples<B>) breakdown_.begin_sample(number, time);
    }
    void expect_all(std::size_t count) override {
        if constexpr (requires { breakdown_.expect_all(count); }) breakdown_.expect_all(count);
    }
    void expect(std::span<N const> nodes) override {
        if constexpr (requires { breakdown_.expect(nodes); }) breakdown_.expect(nodes);
    }
    void alive(std::span<N const> nodes, std::uint32_t const* rows, std::uint64_t const* bytes) override {
        for (std::size_t i = 0; i != nodes.size(); ++i) breakdown_.alive(nodes[i], rows[i], bytes[i]);
    }
    void take_back([[maybe_unused]] std::span<N const> nodes, [[maybe_unused]] std::uint32_t const* rows,
                   [[maybe_unused]] std::uint64_t const* bytes) override {
        if constexpr (can_take_back)
            for (std::size_t i = 0; i != nodes.size(); ++i) breakdown_.take_back(nodes[i], rows[i], bytes[i]);
    }
    void end_census() override { breakdown_.end_census(); }
    void abandon_census() override {
        if constexpr (requires { breakdown_.abandon_census(); }) breakdown_.abandon_census();
    }
    void
    each(Function<void(std::size_t, std::uint32_t, std::uint32_t, Amount const&)> const& f) const override {
        breakdown_.each(f);
    }

  private:
    static constexpr bool can_take_back = requires(B& breakdown, N const& n) {
        breakdown.abandon_census();
        breakdown.take_back(n, std::uint32_t{}, std::uint64_t{});
    };
    B& breakdown_;
};

}  // namespace trav::detail
