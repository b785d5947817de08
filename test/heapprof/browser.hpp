// Controls Chromium without a window, by its DevTools protocol over two pipes: opens pages, queries them, and
// sends clicks and keys.
#pragma once

#include "support/folder.hpp"

#include <nlohmann/json.hpp>

#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <utility>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

// The path of Chromium; empty if it is not installed.
inline std::string chromium() {
    for (std::string const name :
         {"/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"})
        if (std::filesystem::exists(name)) return name;
    return "";
}

class Browser {
  public:
    using Json = nlohmann::json;

    Browser() {
        int to[2], from[2];
        if (pipe(to) != 0 || pipe(from) != 0) throw std::runtime_error("no pipe");
        // The browser expects its ends of the pipes as descriptors 3 and 4.
        int const reads = fcntl(to[0], F_DUPFD, 20), writes = fcntl(from[1], F_DUPFD, 20);
        process_ = fork();
        if (process_ == 0) {
            setpgid(0, 0);
            dup2(reads, 3), dup2(writes, 4);
            std::string const command =
                "exec " + chromium() +
                " --headless --no-sandbox --disable-gpu --disable-quic --no-first-run"
                " --disable-background-networking --disable-component-update --disable-sync"
                " --remote-debugging-pipe --window-size=1280,1000 --user-data-dir='" +
                folder_.str() + "' about:blank >/dev/null 2>&1 </dev/null";
            execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
            _exit(127);
        }
        for (int const end : {reads, writes, to[0], from[1]}) close(end);
        to_ = to[1], from_ = from[0];
        std::string const target = call("Target.createTarget", {{"url", "about:blank"}})["targetId"];
        session_ = call("Target.attachToTarget", {{"targetId", target}, {"flatten", true}})["sessionId"];
        call("Page.enable");
        call("Emulation.setFocusEmulationEnabled", {{"enabled", true}});
    }
    Browser(Browser const&) = delete;
    Browser& operator=(Browser const&) = delete;
    ~Browser() {
        ::kill(-process_, SIGKILL);
        waitpid(process_, nullptr, 0);
        close(to_), close(from_);
    }

    // Opens a file, with `state` after the '#', and waits until everything is drawn. The script `before` runs
    // before the page's scripts.
    void open(std::string const& file, std::string const& state = "", std::string const& before = "") {
        std::string const script =
            call("Page.addScriptToEvaluateOnNewDocument", {{"source", before}})["identifier"];
        call("Page.navigate", {{"url", "about:blank"}});
        until_loaded();
        call("Page.navigate", {{"url", "file://" + file + '#' + state}});
        until_loaded();
        call("Page.removeScriptToEvaluateOnNewDocument", {{"identifier", script}});
        ask("ready");
        settle();
    }
    // Waits until a search is complete and drawn.
    void settle() {
        ask("new Promise(done => (function wait() {"
            " if (byId('found').textContent.endsWith('…')) setTimeout(wait, 5);"
            " else requestAnimationFrame(() => setTimeout(done)); })())");
    }

    // The value of an expression in the page; awaits a promise.
    Json ask(std::string const& expression) {
        Json const answer =
            call("Runtime.evaluate",
                 {{"expression", expression}, {"awaitPromise", true}, {"returnByValue", true}});
        if (answer.contains("exceptionDetails")) throw std::runtime_error(answer.dump());
        return answer["result"].value("value", Json());
    }
    // The whole text of the page.
    std::string dom() { return ask("document.documentElement.outerHTML"); }

    // Clicks the middle of the first element of a selector.
    void click(std::string const& selector) {
        Json const at = ask("(() => { const e = document.querySelector(" + Json(selector).dump() +
                            "); e.scrollIntoView({block: 'center'}); const r = e.getBoundingClientRect();"
                            " return [r.x + r.width / 2, r.y + Math.min(r.height, 10) / 2]; })()");
        for (char const* const type : {"mouseMoved", "mousePressed", "mouseReleased"})
            call("Input.dispatchMouseEvent",
                 {{"type", type}, {"x", at[0]}, {"y", at[1]}, {"button", "left"}, {"clickCount", 1}});
        settle();
    }
    // Presses a key: "Enter", "ArrowDown", "Tab", "/".
    void press(std::string const& key) {
        Json const codes{{"Enter", 13},     {"Escape", 27},  {"Tab", 9},
                         {"ArrowLeft", 37}, {"ArrowUp", 38}, {"ArrowRight", 39},
                         {"ArrowDown", 40}, {" ", 32},       {"Backspace", 8}};
        Json event{{"key", key}, {"windowsVirtualKeyCode", codes.value(key, 0)}};
        std::string const text = key == "Enter" ? "\r" : key.size() == 1 ? key : "";
        event["type"] = text.empty() ? "rawKeyDown" : "keyDown";
        if (!text.empty()) event["text"] = text;
        call("Input.dispatchKeyEvent", event);
        event["type"] = "keyUp";
        call("Input.dispatchKeyEvent", event);
        settle();
    }

    // Sends a command of the protocol and waits for its answer.
    Json call(std::string const& method, Json parameters = Json::object()) {
        Json command{{"id", ++number_}, {"method", method}, {"params", std::move(parameters)}};
        if (!session_.empty()) command["sessionId"] = session_;
        std::string text = command.dump() + '\0';
        for (std::size_t sent = 0; sent < text.size();) {
            ssize_t const some = ::write(to_, text.data() + sent, text.size() - sent);
            if (some <= 0) throw std::runtime_error("Chromium does not listen");
            sent += static_cast<std::size_t>(some);
        }
        for (;;) {
            Json message = next();
            if (message.value("id", 0) != number_) continue;
            if (message.contains("error")) throw std::runtime_error(method + ": " + message.dump());
            return message["result"];
        }
    }

  private:
    Json next() {
        std::size_t end;
        while ((end = buffer_.find('\0')) == std::string::npos) {
            std::string block(1 << 16, '\0');
            ssize_t const some = ::read(from_, block.data(), block.size());
            if (some <= 0) throw std::runtime_error("Chromium has ended");
            buffer_.append(block, 0, static_cast<std::size_t>(some));
        }
        Json message = Json::parse(buffer_.substr(0, end));
        buffer_.erase(0, end + 1);
        loaded_ = loaded_ || message.value("method", "") == "Page.loadEventFired";
        return message;
    }
    void until_loaded() {
        while (!std::exchange(loaded_, false)) next();
    }

    Folder folder_;
    pid_t process_;
    int to_, from_, number_ = 0;
    bool loaded_ = false;
    std::string session_, buffer_;
};
