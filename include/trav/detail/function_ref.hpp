// trav/detail/function_ref.hpp: FunctionRef, a reference to anything callable, for parameters of functions
// that are not templates.
#pragma once

#include "compiler.hpp"

#include <concepts>
#include <functional>
#include <memory>
#include <type_traits>
#include <utility>

namespace trav::detail {

template <class Signature>
class FunctionRef;

/// Refers to a callable, which must outlive it. Two words; never allocates. A void Result ignores the result.
template <class Result, class... Arguments>
class FunctionRef<Result(Arguments...)> {
  public:
    template <class F>
        requires(!std::same_as<std::remove_cvref_t<F>, FunctionRef> &&
                 std::is_invocable_r_v<Result, F&, Arguments...>)
    FunctionRef(F&& f)
        : object_(address(f)), call_([](void* object, Arguments... arguments) -> Result {
              auto& callable = *reinterpret_cast<std::remove_reference_t<F>*>(object);
              if constexpr (std::is_void_v<Result>) {
                  static_cast<void>(std::invoke(callable, std::forward<Arguments>(arguments)...));
              } else {
                  return std::invoke(callable, std::forward<Arguments>(arguments)...);
              }
          }) {}

    Result operator()(Arguments... arguments) const {
        return call_(object_, std::forward<Arguments>(arguments)...);
    }

  private:
    template <class F>
    static void* address(F& f) {
        if constexpr (std::is_function_v<F>) return reinterpret_cast<void*>(std::addressof(f));
        else return const_cast<void*>(static_cast<void const*>(std::addressof(f)));
    }

    void* object_;
    Result (*call_)(void*, Arguments...);
};

}  // namespace trav::detail
