// The tags of well-formed XML in UTF-8, read one after another.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace xlnono::scan {

// Thrown for anything that this reader leaves to a complete one.
struct Unusual {};

struct Tag {
    std::string_view name, attributes;
    bool closes = false, empty = false;  // </name>, <name/>
};

inline bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// Comments, CDATA sections and processing instructions behind the first are unusual.
class Tags {
public:
    explicit Tags(std::string_view xml) : xml_(xml) {
        if (xml.find("<!") != xml.npos) throw Unusual{};
        if (xml.substr(0, 2) == "<?") at_ = found(xml.find("?>")) + 2;
    }

    // The next tag. `text` is what lies before it, with its entities.
    Tag next(std::string_view& text) {
        const std::size_t start = found(xml_.find('<', at_));
        text = xml_.substr(at_, start - at_);
        Tag tag;
        std::size_t at = start + 1;
        tag.closes = byte(at) == '/';
        if (tag.closes) ++at;
        const std::size_t name = at;
        while (byte(at) != '>' && byte(at) != '/' && !is_space(byte(at))) ++at;
        tag.name = xml_.substr(name, at - name);
        if (tag.name.empty() || tag.name.front() == '?') throw Unusual{};
        const std::size_t attributes = at;
        while (byte(at) != '>') {
            const char c = byte(at++);
            // Values can contain ">".
            if (c == '"' || c == '\'') at = found(xml_.find(c, at)) + 1;
        }
        tag.empty = at > attributes && byte(at - 1) == '/';
        tag.attributes = xml_.substr(attributes, at - attributes - tag.empty);
        at_ = at + 1;
        return tag;
    }

    // The next tag, with nothing but spaces before it.
    Tag next() {
        std::string_view text;
        const Tag tag = next(text);
        for (const char c : text)
            if (!is_space(c)) throw Unusual{};
        return tag;
    }

    // Skip the contents and the end of an element that has just begun.
    void skip(const Tag& begun) {
        std::string_view text;
        for (int depth = begun.empty ? 0 : 1; depth > 0;) {
            const Tag tag = next(text);
            depth += tag.closes ? -1 : !tag.empty;
        }
    }

private:
    char byte(std::size_t at) const { return at < xml_.size() ? xml_[at] : throw Unusual{}; }

    static std::size_t found(std::size_t place) {
        return place == std::string_view::npos ? throw Unusual{} : place;
    }

    std::string_view xml_;
    std::size_t at_ = 0;
};

// Call `use(name, value)` with each attribute of a tag. Values with entities are unusual.
template <class Use>
void each_attribute(std::string_view attributes, Use use) {
    std::size_t at = 0;
    for (;;) {
        while (at < attributes.size() && is_space(attributes[at])) ++at;
        if (at == attributes.size()) return;
        const std::size_t equals = attributes.find('=', at);
        if (equals == attributes.npos) throw Unusual{};
        std::string_view name = attributes.substr(at, equals - at);
        while (!name.empty() && is_space(name.back())) name.remove_suffix(1);
        std::size_t quote = equals + 1;
        while (quote < attributes.size() && is_space(attributes[quote])) ++quote;
        if (quote == attributes.size()) throw Unusual{};
        const std::size_t end = attributes.find(attributes[quote], quote + 1);
        if (end == attributes.npos) throw Unusual{};
        const std::string_view value = attributes.substr(quote + 1, end - quote - 1);
        if (value.find('&') != value.npos) throw Unusual{};
        use(name, value);
        at = end + 1;
    }
}

// A text with the five named entities decoded. Others are unusual, and so are line ends that a
// parser would change.
inline std::string decoded(std::string_view text) {
    struct Entity {
        std::string_view name;
        char sign;
    };
    static constexpr Entity entities[] = {
        {"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}};
    if (text.find('\r') != text.npos) throw Unusual{};
    std::string out;
    out.reserve(text.size());
    for (;;) {
        const std::size_t place = text.find('&');
        out += text.substr(0, place);
        if (place == text.npos) return out;
        text.remove_prefix(place);
        bool known = false;
        for (const auto& entity : entities)
            if (text.substr(0, entity.name.size()) == entity.name) {
                out += entity.sign;
                text.remove_prefix(entity.name.size());
                known = true;
                break;
            }
        if (!known) throw Unusual{};
    }
}

}  // namespace xlnono::scan
