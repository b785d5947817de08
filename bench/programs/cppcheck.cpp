// cppcheck 2.10 with the tokens, the symbols and the possible values of a source file of its own.
#include "program.hpp"

#include "errorlogger.h"
#include "preprocessor.h"
#include "settings.h"
#include "simplecpp.h"
#include "symboldatabase.h"
#include "token.h"
#include "tokenize.h"
#include "valueflow.h"

#include <fstream>
#include <set>
#include <string>
#include <vector>

namespace {

struct Silent : ErrorLogger {
    void reportOut(std::string const&, Color) override {}
    void reportErr(ErrorMessage const&) override {}
};

}  // namespace

int main(int, char** argv) {
    std::string const folder = std::string(argv[1]) + "/sources/cppcheck-2.10/";
    Settings settings;
    settings.userDefines = "__GNUC__=12";
    Silent silent;
    for (char const* const library : {"std.cfg", "posix.cfg"})
        programs::check(settings.library.load(nullptr, (folder + "cfg/" + library).c_str()).errorcode ==
                            Library::ErrorCode::OK,
                        "load a library");
    Tokenizer tokenizer(&settings, &silent);
    {
        std::string const path = folder + "lib/checkclass.cpp";
        std::vector<std::string> files;
        std::ifstream file(path);
        Preprocessor preprocessor(settings, &silent);
        simplecpp::TokenList raw(file, files, path);
        programs::check(preprocessor.loadFiles(raw, files), "load " + path);
        raw.removeComments();
        preprocessor.removeComments();
        tokenizer.createTokens(preprocessor.preprocess(raw, "", files, true));
        programs::check(tokenizer.simplifyTokens1(""), "read " + path);
    }

    auto tokens = programs::counted<Token>();
    auto contents = programs::counted<TokenImpl>();
    using Templates = std::set<TemplateSimplifier::TokenAndName*>;
    auto templates = programs::counted<Templates>();
    for (Token const* token = tokenizer.tokens(); token; token = token->next()) {
        tokens.add(sizeof *token + programs::of(token->mStr));
        contents.add(sizeof *token->mImpl);
        if (Templates const* const its = token->mImpl->mTemplateSimplifierPointers)
            templates.add(sizeof *its + its->size() * (4 * sizeof(void*) + sizeof(Templates::value_type)));
    }
    programs::finish(trav::Objects<>(), trav::roots(tokenizer, settings), {tokens, contents, templates});
}
