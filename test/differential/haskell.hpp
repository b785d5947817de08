// Programs as Haskell source.
#pragma once

#include "program.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

namespace differential {

/// Writes the definitions of a program.
class Haskell {
  public:
    explicit Haskell(Program const& program) : program_(program) {}

    std::string text() {
        for (std::size_t i = 0; i != program_.functions.size(); ++i) {
            Function const& f = program_.functions[i];
            std::string const name = fmt::format("{}f{}", program_.name, i);
            std::string types, parameters;
            for (Var const& p : f.parameters) types += type(p) + " -> ", parameters += ' ' + p.name();
            line(0, fmt::format("{{-# NOINLINE {} #-}}", name));
            line(0, fmt::format("{} :: {}D", name, types));
            line(0, fmt::format("{}{} =", name, parameters));
            body(2, *f.body);
        }
        for (std::size_t i = 0; i != program_.constants.size(); ++i) {
            std::string const name = fmt::format("{}c{}", program_.name, i);
            line(0, fmt::format("{{-# NOINLINE {} #-}}", name));
            line(0, fmt::format("{} :: D", name));
            line(0, fmt::format("{} =", name));
            body(2, *program_.constants[i].body);
        }
        line(0, fmt::format("{{-# NOINLINE {} #-}}", program_.name));
        line(0, fmt::format("{} :: State# RealWorld -> (# State# RealWorld, D #)", program_.name));
        line(0, fmt::format("{} s0 =", program_.name));
        body(2, *program_.main.body);
        return std::move(text_);
    }

    /// A module of several programs; the first argument selects one.
    static std::string module(std::vector<Program> const& programs) {
        std::string text = R"({-# LANGUAGE MagicHash, UnboxedTuples, BangPatterns #-}
{-# OPTIONS_GHC -O0 #-}
module Main (main) where
import GHC.Exts
import GHC.IO (IO (..))
import System.Environment (getArgs)
import System.Mem (performMajorGC)

data D = Z | A D | B D D | C D D D | N Int# | K Int | W P | G (D -> D) | R (MutVar# RealWorld D)
       | M (MVar# RealWorld D) | T (TVar# RealWorld D) | X (Weak# D)
data P = P D D

collect :: State# RealWorld -> State# RealWorld
collect s = case performMajorGC of IO f -> case f s of (# t, _ #) -> t
{-# NOINLINE collect #-}

)";
        for (Program const& program : programs) text += Haskell(program).text();
        text += "main :: IO ()\nmain = do\n  [name] <- getArgs\n  _ <- case name of\n";
        for (Program const& program : programs)
            text += fmt::format("    \"{}\" -> IO {}\n", program.name, program.name);
        return text + "    _ -> error name\n  return ()\n";
    }

  private:
    static std::string type(Var const& var) {
        switch (var.sort) {
        case Sort::pair: return "P";
        case Sort::function: return "(D -> D)";
        case Sort::counter: return "Int#";
        default: return "D";
        }
    }
    void line(std::size_t indent, std::string const& line) {
        text_ += std::string(indent, ' ') + line + '\n';
    }
    std::string atom(Atom const& atom) const {
        switch (atom.kind) {
        case Atom::variable: return atom.var.name();
        case Atom::constant: return fmt::format("{}c{}", program_.name, atom.number);
        case Atom::zero: break;
        }
        return "Z";
    }
    std::string atoms(std::vector<Atom> const& all) const {
        std::string text;
        for (Atom const& each : all) text += ' ' + atom(each);
        return text;
    }
    static std::string number(Number const& n) {
        if (!n.counts) return fmt::format("{}#", n.literal);
        return fmt::format("({} +# ({}#))", n.counter.name(), n.literal);
    }
    std::string built(Con con, std::vector<Atom> const& fields, long n) const {
        if (con == Con::N) return fmt::format("N {}#", n);
        if (con == Con::K) return fmt::format("K (I# {}#)", n);
        return name(con) + atoms(fields);
    }
    static std::string scc(std::string const& label) {
        return label.empty() ? "" : fmt::format("{{-# SCC {} #-}} ", label);
    }
    /// An expression of one line.
    std::string simple(Expr const& e) const {
        switch (e.kind) {
        case Expr::variable: return atom(e.args[0]);
        case Expr::build: return built(e.constructor, e.args, e.number.literal);
        case Expr::apply: return e.var.name() + atoms(e.args);
        case Expr::raise: return "raise#" + atoms(e.args);
        case Expr::call: {
            Function const& f = program_.functions[e.function];
            return fmt::format("{}f{}{}{}", program_.name, e.function,
                               f.counts() ? ' ' + number(e.number) : "", atoms(e.args));
        }
        default: return "?";
        }
    }
    void bind(std::size_t indent, Bind const& b) {
        std::string const name = b.var.name();
        if (b.kind != Bind::con || b.var.sort != Sort::mut_var)
            line(indent, fmt::format("{{-# NOINLINE {} #-}}", name));
        switch (b.kind) {
        case Bind::thunk: line(indent, name + " ="); return body(indent + 2, *b.body);
        case Bind::lambda:
            line(indent, fmt::format("{} = \\{} ->", name, b.parameter.name()));
            return body(indent + 2, *b.body);
        case Bind::con:
            return line(indent, fmt::format("{} = {}", name, built(b.constructor, b.fields, b.number)));
        case Bind::selector:
            return line(indent, fmt::format("{} = case {} of P a b -> {}", name, b.parameter.name(),
                                            b.number == 0 ? "a" : "b"));
        }
    }
    void body(std::size_t indent, Expr const& e) {
        std::string const around = scc(e.scc);
        switch (e.kind) {
        case Expr::let:
            line(indent, around + "let");
            for (Bind const& b : e.binds) bind(indent + 4, b);
            line(indent + 2, "in");
            return body(indent + 2, *e.next);
        case Expr::scrutinize:
            line(indent, fmt::format("{}case {} of {{", around, simple(*e.scrutinee)));
            for (Alternative const& a : e.alternatives) {
                std::string pattern = a.others ? "_" : name(a.constructor);
                for (Var const& field : a.fields) pattern += ' ' + field.name();
                line(indent + 2, pattern + " ->");
                body(indent + 4, *a.body);
                line(indent + 2, ";");
            }
            return line(indent, "}");
        case Expr::test:
            line(indent, fmt::format("{}case {} of {{ 0# ->", around, e.number.counter.name()));
            body(indent + 4, *e.next);
            line(indent, "; _ ->");
            body(indent + 4, *e.other);
            return line(indent, "}");
        case Expr::statement: return statement(indent, e);
        case Expr::finish: line(indent, fmt::format("(# s{}, {} #)", state_, atom(e.args[0]))); return;
        default: return line(indent, around + simple(e));
        }
    }
    void statement(std::size_t indent, Expr const& e) {
        std::string const s = fmt::format("s{}", state_), t = fmt::format("s{}", state_ + 1),
                          v = e.result.name(), of = e.var.name(), arguments = atoms(e.args),
                          around = scc(e.scc);
        auto const next = [&](std::string const& text) {
            line(indent, around + text);
            body(indent, *e.next);
            line(indent, "}");
        };
        ++state_;
        switch (e.operation) {
        case Expr::none: break;
        case Expr::collect: return next(fmt::format("case collect {} of {{ {} ->", s, t));
        case Expr::evaluate:
            --state_;
            return next(fmt::format("case {} of {{ !{} ->", simple(*e.scrutinee), v));
        case Expr::attempt:
            return next(
                fmt::format("case catch# (\\s -> case {} of !x -> (# s, x #)) (\\e s -> (# s, {} #)) {} of "
                            "{{ (# {}, {} #) ->",
                            simple(*e.scrutinee), e.gives_exception ? "e" : atom(e.args[0]), s, t, v));
        case Expr::new_ref:
            return next(fmt::format("case newMutVar#{} {} of {{ (# {}, {} #) ->", arguments, s, t, v));
        case Expr::read_ref:
            return next(fmt::format("case readMutVar# {} {} of {{ (# {}, {} #) ->", of, s, t, v));
        case Expr::write_ref:
            return next(fmt::format("case writeMutVar# {}{} {} of {{ {} ->", of, arguments, s, t));
        case Expr::new_weak:
            return next(
                fmt::format("case mkWeakNoFinalizer# {}{} {} of {{ (# {}, {} #) ->", of, arguments, s, t, v));
        case Expr::read_weak:
            line(indent, fmt::format("case deRefWeak# {} {} of {{ (# {}, alive, value #) ->", of, s, t));
            next(fmt::format("case (case alive of {{ 0# -> Z; _ -> value }}) of {{ !{} ->", v));
            return line(indent, "}");
        }
    }

    Program const& program_;
    std::string text_;
    std::size_t state_ = 0;
};

}  // namespace differential
