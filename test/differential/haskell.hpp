// Programs as Haskell source.
#pragma once

#include "program.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>
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
        state_ = states_ = 0;
        line(0, fmt::format("{} s0 =", program_.name));
        body(2, *program_.main.body);
        return std::move(text_);
    }

    /// A module of several programs; the first argument selects one. Each collection also makes a number of
    /// mutable variables, which nothing keeps.
    static std::string module(std::vector<Program> const& programs, std::size_t garbage = 0) {
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
collect s = case performMajorGC of IO f -> case f s of (# t, _ #) -> )";
        text += garbage == 0 ? "t" : fmt::format("waste {}# t", garbage);
        text += R"(
{-# NOINLINE collect #-}

waste :: Int# -> State# RealWorld -> State# RealWorld
waste 0# s = s
waste n s = case newMutVar# Z s of (# t, _ #) -> waste (n -# 1#) t
{-# NOINLINE waste #-}

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
        case Sort::action:
        case Sort::transaction: return "State# RealWorld -> (# State# RealWorld, D #)";
        case Sort::handler: return "D -> State# RealWorld -> (# State# RealWorld, D #)";
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
        case Expr::perform: return fmt::format("case {} realWorld# of {{ (# _, x #) -> x }}", e.var.name());
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
        line(indent, fmt::format("{{-# NOINLINE {} #-}}", name));
        line(indent, fmt::format("{} :: {}", name, type(b.var)));  // or GHC generalises it
        switch (b.kind) {
        case Bind::thunk: line(indent, name + " ="); return body(indent + 2, *b.body);
        case Bind::lambda:
            line(indent, fmt::format("{} = \\{} ->", name, b.parameter.name()));
            return body(indent + 2, *b.body);
        case Bind::action: return action(indent, name + " = \\", *b.body);
        case Bind::handler:
            return action(indent, fmt::format("{} = \\{} ", name, b.parameter.name()), *b.body);
        case Bind::con:
            return line(indent, fmt::format("{} = {}", name, built(b.constructor, b.fields, b.number)));
        case Bind::selector:
            return line(indent, fmt::format("{} = case {} of P a b -> {}", name, b.parameter.name(),
                                            b.number == 0 ? "a" : "b"));
        }
    }
    void action(std::size_t indent, std::string const& begin, Expr const& e) {
        std::size_t const outer = std::exchange(state_, ++states_);
        line(indent, fmt::format("{}s{} ->", begin, state_));
        body(indent + 2, e);
        state_ = outer;
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
        std::string const s = fmt::format("s{}", state_), v = e.result.name();
        if (e.operation == Expr::evaluate) {
            line(indent, fmt::format("{}case {} of {{ !{} ->", scc(e.scc), simple(*e.scrutinee), v));
            body(indent, *e.next);
            return line(indent, "}");
        }
        state_ = ++states_;
        std::string const t = fmt::format("s{}", state_), pair = fmt::format("(# {}, {} #)", t, v);
        int ends = 0;
        auto const next = [&](std::string const& of, std::string const& pattern) {
            line(indent, fmt::format("{}case {} of {{ {} ->", ends++ == 0 ? scc(e.scc) : "", of, pattern));
        };
        auto const primitive = [&](std::string const& name, std::string const& pattern) {
            std::string const of = e.uses_var() ? ' ' + e.var.name() : "";
            next(fmt::format("{}{}{}{} {}", name, of, e.has_second ? ' ' + e.second.name() : "",
                             atoms(e.args), s),
                 pattern);
        };
        switch (e.operation) {
        case Expr::none:
        case Expr::evaluate: break;
        case Expr::collect: next("collect " + s, t); break;
        case Expr::attempt:
            next(fmt::format("catch# (\\s -> case {} of !x -> (# s, x #)) (\\e s -> (# s, {} #)) {}",
                             simple(*e.scrutinee), e.gives_exception ? "e" : atom(e.args[0]), s),
                 pair);
            break;
        case Expr::new_ref: primitive("newMutVar#", pair); break;
        case Expr::read_ref: primitive("readMutVar#", pair); break;
        case Expr::write_ref: primitive("writeMutVar#", t); break;
        case Expr::new_weak:
            if (e.has_second)
                next(fmt::format("mkWeak# {}{} {} {}", e.var.name(), atoms(e.args), e.second.name(), s),
                     pair);
            else primitive("mkWeakNoFinalizer#", pair);
            break;
        case Expr::read_weak:
            primitive("deRefWeak#", fmt::format("(# {}, there, value #)", t));
            next("(case there of { 0# -> Z; _ -> value })", '!' + v);
            break;
        case Expr::new_mvar:
            if (e.args.empty()) {
                next("newMVar# " + s, pair);
                break;
            }
            next("newMVar# " + s, fmt::format("(# u{}, {} #)", t, v));
            next(fmt::format("putMVar# {}{} u{}", v, atoms(e.args), t), t);
            break;
        case Expr::take: primitive("takeMVar#", pair); break;
        case Expr::put: primitive("putMVar#", t); break;
        case Expr::read: primitive("readMVar#", pair); break;
        case Expr::try_take: primitive("tryTakeMVar#", fmt::format("(# {}, _, _ #)", t)); break;
        case Expr::try_put: primitive("tryPutMVar#", fmt::format("(# {}, _ #)", t)); break;
        case Expr::yield: primitive("yield#", t); break;
        case Expr::delay: next("delay# 0# " + s, t); break;
        case Expr::fork:
            next(fmt::format("fork# (IO {}) {}", e.var.name(), s), fmt::format("(# u{}, {} #)", t, v));
            next(fmt::format("yield# u{}", t), t);
            break;
        case Expr::kill: primitive("killThread#", t); break;
        case Expr::catch_action: primitive("catch#", pair); break;
        case Expr::new_tvar: primitive("newTVar#", pair); break;
        case Expr::read_tvar_io: primitive("readTVarIO#", pair); break;
        case Expr::atomically: primitive("atomically#", pair); break;
        case Expr::read_tvar: primitive("readTVar#", pair); break;
        case Expr::write_tvar: primitive("writeTVar#", t); break;
        case Expr::check:
            line(indent, fmt::format("{}case {} of {{ Z -> retry# {}; _ -> case {} of {{ {} ->", scc(e.scc),
                                     e.var.name(), s, s, t));
            ends = 2;
            break;
        case Expr::or_else: primitive("catchRetry#", pair); break;
        }
        body(indent, *e.next);
        line(indent, std::string(static_cast<std::size_t>(ends), '}'));
    }

    Program const& program_;
    std::string text_;
    std::size_t state_ = 0, states_ = 0;  // the current state's number, and the last one
};

}  // namespace differential
