#pragma once

namespace trav {
namespace detail {
struct Hidden;
}  // namespace detail

struct Walk;
struct Run;

}  // namespace trav
