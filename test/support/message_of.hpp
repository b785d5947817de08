// message_of: the message of an error, for tests.
#pragma once

#include <string>

namespace test {

/// The message of the error that the action throws; empty if it throws none. Other exceptions pass.
template <class Error>
std::string message_of(auto const& action) {
    try {
        action();
    } catch (Error const& error) { return error.what(); }
    return {};
}

}  // namespace test
