// A program with function calls in place of its selectors.
#pragma once

#include "free_variables.hpp"

#include <memory>
#include <utility>

namespace differential {

class WithoutSelectors {
  public:
    /// The program; nothing of it is shared with the original.
    static Program of(Program program) {
        WithoutSelectors const change{program.functions.size()};
        for (auto* const functions : {&program.functions, &program.constants})
            for (Function& each : *functions) change.copy_of(each.body);
        change.copy_of(program.main.body);
        for (long const field : {0L, 1L}) program.functions.push_back(selects(field));
        for (auto* const functions : {&program.functions, &program.constants})
            for (Function& each : *functions) analyse(each);
        analyse(program.main);
        return program;
    }

  private:
    explicit WithoutSelectors(std::size_t functions) : functions_(functions) {}

    /// f p = case p of { P a b -> a }, or b.
    static Function selects(long field) {
        Var const pair{Sort::pair, 1}, fields[] = {{Sort::data, 2}, {Sort::data, 3}};
        Alternative only;
        only.constructor = Con::P;
        only.fields = {fields[0], fields[1]};
        only.body = variable(fields[field]);
        Function f;
        f.parameters = {pair};
        f.body = std::make_shared<Expr>();
        f.body->kind = Expr::scrutinize;
        f.body->scrutinee = variable(pair);
        f.body->alternatives = {only};
        return f;
    }
    static Body variable(Var var) {
        auto e = std::make_shared<Expr>();
        e->args = {{Atom::variable, var, 0}};
        return e;
    }
    void copy_of(Body& body) const {
        if (!body) return;
        body = std::make_shared<Expr>(*body);
        for (Bind& bind : body->binds) {
            if (bind.kind == Bind::selector) {
                bind.kind = Bind::thunk;
                bind.body = variable(bind.parameter);
                bind.body->kind = Expr::call;
                bind.body->function = functions_ + static_cast<std::size_t>(bind.number);
            }
            copy_of(bind.body);
        }
        for (Alternative& alternative : body->alternatives) copy_of(alternative.body);
        for (Body* const part : {&body->scrutinee, &body->next, &body->other}) copy_of(*part);
    }

    std::size_t functions_;  // of the original
};

}  // namespace differential
