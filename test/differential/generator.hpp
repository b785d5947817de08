// Makes a random program from a seed.
#pragma once

#include "statements.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace differential {

class Generator : Statements {
  public:
    /// A program with a prefix for its names.
    static Program make(unsigned seed, std::string const& name) {
        for (std::uint64_t again = 0;; ++again) {
            Generator generator(seed + (again << 32), name);
            Program program = generator.program();
            program.seed = seed;
            if (is_sound(*program.main.body)) return program;
        }
    }

  private:
    Generator(std::uint64_t seed, std::string const& name) : Statements(seed, name) {
        threads_ = one_in(2);
        raises_ = one_in(3);
        weak_ = one_in(2);
    }
    Program program() {
        std::size_t const functions = 1 + below(4);
        while (program_.functions.size() != functions)
            if (Function f = function(program_.functions.size()); is_sound(f))
                program_.functions.push_back(f);
        for (std::size_t n = one_in(2) ? below(4) : 0; program_.constants.size() != n;) {
            scope_ = {};
            scope_.callable = functions;
            Function constant;
            constant.body = body(2, true);
            if (is_sound(constant) && is_sound_constant(constant)) program_.constants.push_back(constant);
        }
        scope_ = {};
        scope_.callable = functions;
        scope_.constants = program_.constants.size();
        program_.main.body = std::make_shared<Expr>();
        program_.main.body->kind = Expr::statement;
        program_.main.body->operation = Expr::collect;
        program_.main.body->scc = label("main");
        program_.threads = threads_ || weak_;
        if (threads_) setup_ = 8;
        program_.main.body->next = statements(4 + below(threads_ ? 26 : 10), Where::main);
        analyse(program_.main);
        return std::move(program_);
    }
};

}  // namespace differential
