// Makes a program smaller.
#pragma once

#include "soundness.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace differential {

class Shrinker {
  public:
    /// All programs that are one step smaller and that GHC compiles as they are.
    static std::vector<Program> smaller(Program const& program) {
        std::vector<Program> all;
        for (std::size_t step = 0;; ++step) {
            Shrinker shrinker(step);
            Program copy = program;
            copy.name = fmt::format("{}x{}", program.name.substr(0, program.name.find('x')), step);
            for (auto* const functions : {&copy.functions, &copy.constants})
                for (Function& each : *functions) shrinker.copy_of(each);
            shrinker.copy_of(copy.main);
            if (!shrinker.done_) return all;
            if (is_sound_program(copy)) all.push_back(std::move(copy));
        }
    }

  private:
    explicit Shrinker(std::size_t step) : left_(step) {}

    static bool is_sound_program(Program& program) {
        for (Function& constant : program.constants)
            if (!is_closed(constant) || !is_sound_constant(constant)) return false;
        for (Function& function : program.functions)
            if (!is_closed(function)) return false;
        return is_closed(program.main);
    }
    static bool is_closed(Function& function) {
        if (!is_sound(function)) return false;
        for (Var const var : function.body->free)
            if (std::find(function.parameters.begin(), function.parameters.end(), var) ==
                function.parameters.end())
                return false;
        return true;
    }

    void copy_of(Function& function) { copy_of(function.body); }
    void copy_of(Body& body) {
        if (!body) return;
        body = std::make_shared<Expr>(*body);
        Expr& e = *body;
        for (Body* const part : {&e.next, &e.other})
            if (*part && now()) return become(body, *part);
        for (Alternative const& alternative : e.alternatives)
            if (now()) return become(body, alternative.body);
        bool const is_value = e.kind != Expr::statement && e.kind != Expr::finish && e.kind != Expr::let;
        if (is_value && (e.kind != Expr::build || !e.args.empty()) && now()) {
            body = std::make_shared<Expr>();
            body->kind = Expr::build;
            body->constructor = Con::Z;
            return;
        }
        if (!e.scc.empty() && now()) e.scc.clear();
        if (e.has_second && e.operation == Expr::new_weak && now()) e.has_second = false;
        atoms(e.args);
        for (Bind& bind : e.binds) {
            atoms(bind.fields);
            copy_of(bind.body);
        }
        for (Alternative& alternative : e.alternatives) copy_of(alternative.body);
        for (Body* const part : {&e.scrutinee, &e.next, &e.other})
            if (part != &e.scrutinee || (*part && (*part)->kind != Expr::variable)) copy_of(*part);
    }
    static void become(Body& body, Body part) {
        std::string const scc = body->scc;
        body = std::make_shared<Expr>(*part);
        if (body->scc.empty() && body->kind == Expr::statement) body->scc = scc;
    }
    void atoms(std::vector<Atom>& all) {
        for (Atom& atom : all)
            if (atom.kind != Atom::zero && atom.var.sort == Sort::data && now()) atom = {};
    }
    /// Whether it is the step's turn.
    bool now() {
        if (done_ || left_-- != 0) return false;
        return done_ = true;
    }

    std::size_t left_;
    bool done_ = false;
};

}  // namespace differential
