// trav/detail/function.hpp: std::function, without the rest of <functional>, which would be a twelfth of what
// trav.hpp takes to compile.
#pragma once

#include "compiler.hpp"
#include "unique_ptr.hpp"

#include <concepts>
#include <type_traits>
#include <utility>

namespace trav::detail {

template <class Signature>
class Function;

/// Any callable that can be copied, or none.
template <class R, class... Args>
class Function<R(Args...)> {
  public:
    Function() = default;
    template <class F>
        requires(!std::same_as<std::remove_cvref_t<F>, Function> &&
                 std::is_invocable_r_v<R, std::decay_t<F>&, Args...>)
    Function(F&& f) {
        if constexpr (std::is_pointer_v<std::remove_reference_t<F>>) {
            if (f == nullptr) return;
        } else if constexpr (requires { f.operator bool(); }) {  // an empty std::function
            if (!f) return;
        }
        held_ = UniquePtr<Held>(new Holds<std::decay_t<F>>(std::forward<F>(f)));
    }
    Function(Function const& other) : held_(other.held_ ? other.held_->copy() : nullptr) {}
    Function(Function&&) noexcept = default;
    Function& operator=(Function other) noexcept {
        held_ = std::move(other.held_);
        return *this;
    }
    ~Function() = default;

    explicit operator bool() const { return static_cast<bool>(held_); }
    R operator()(Args... args) const { return held_->call(static_cast<Args&&>(args)...); }

  private:
    struct Held {
        virtual ~Held() = default;
        virtual Held* copy() const = 0;
        virtual R call(Args&&... args) = 0;
    };
    template <class F>
    struct Holds final : Held {
        F f;
        explicit Holds(F const& g) : f(g) {}
        explicit Holds(F&& g) : f(std::move(g)) {}
        Held* copy() const override { return new Holds(f); }
        R call(Args&&... args) override { return static_cast<R>(f(static_cast<Args&&>(args)...)); }
    };

    UniquePtr<Held> held_;
};

}  // namespace trav::detail
