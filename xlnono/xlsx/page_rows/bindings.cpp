// The Python module xlnono.xlsx._page_rows; see `_rows` in page_xml.py, which it writes for.
#include <nanobind/nanobind.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace nb = nanobind;
using namespace nb::literals;

namespace {

// The fields of the tuples of Python that are written here.
enum PageCellField { page_value = 0, look_begin = 1, link_field = 5, page_cell_fields = 9 };
enum FormulaField { formula_text = 0, formula_result = 1, formula_area = 2 };

std::string column_letters(std::size_t column) {
    std::string letters;
    for (; column > 0; column = (column - 1) / 26)
        letters.insert(letters.begin(), static_cast<char>('A' + (column - 1) % 26));
    return letters;
}

nb::object checked(PyObject* result) {
    if (result == nullptr) nb::raise_python_error();
    return nb::steal(result);
}

nb::object item(nb::handle sequence, std::size_t place) {
    return checked(PySequence_GetItem(sequence.ptr(), static_cast<Py_ssize_t>(place)));
}

// The bytes of a text in UTF-8. Texts with single surrogates have none.
bool read_text(PyObject* text, std::string_view& bytes) {
    Py_ssize_t size = 0;
    const char* start = PyUnicode_AsUTF8AndSize(text, &size);
    if (start == nullptr) {
        PyErr_Clear();
        return false;
    }
    bytes = {start, static_cast<std::size_t>(size)};
    return true;
}

// The same; raises UnicodeEncodeError if there are none.
std::string_view text_in(nb::handle text) {
    Py_ssize_t size = 0;
    const char* start = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
    if (start == nullptr) nb::raise_python_error();
    return {start, static_cast<std::size_t>(size)};
}

void append_escaped(std::string& xml, std::string_view text) {
    for (const char c : text) switch (c) {
            case '&': xml += "&amp;"; break;
            case '<': xml += "&lt;"; break;
            case '>': xml += "&gt;"; break;
            default: xml += c;
        }
}

// Whether a text begins or ends with a character outside ASCII that may be a space: U+0085 and U+00A0,
// or one of the blocks of U+1680, U+2000 and U+3000.
bool may_be_space(std::string_view character) {
    for (const std::string_view start : {"\xC2", "\xE1\x9A", "\xE2\x80", "\xE2\x81", "\xE3\x80"})
        if (character.starts_with(start)) return true;
    return false;
}

std::string_view last_character(std::string_view text) {
    std::size_t start = text.size() - 1;
    while (start > 0 && (text[start] & 0xC0) == 0x80) --start;
    return text.substr(start);
}

// Whether a text in UTF-8 needs no escapes but those of XML, and no mark for its spaces.
bool is_plain(std::string_view text) {
    for (const char c : text)
        if ((c >= 0 && c < ' ') || c == '_') return false;
    // U+FFFE and U+FFFF are not allowed in XML.
    if (text.find("\xEF\xBF\xBE") != text.npos || text.find("\xEF\xBF\xBF") != text.npos)
        return false;
    if (text.empty()) return true;
    const auto last = last_character(text);
    return text.front() != ' ' && last != " " && !may_be_space(text) && !may_be_space(last);
}

// The fields of a cell's look. Different objects may be equal, but the same ones always are.
using LookFields = std::array<PyObject*, page_cell_fields - look_begin>;

struct HashOfFields {
    std::size_t operator()(const LookFields& fields) const {
        std::size_t hash = 0;
        for (PyObject* field : fields)
            hash = hash * 31 + reinterpret_cast<std::uintptr_t>(field) / alignof(std::max_align_t);
        return hash;
    }
};

class RowWriter {
public:
    RowWriter(nb::handle page_cell, nb::handle formula, nb::handle look_of, nb::handle content_of)
        : page_cell_(page_cell), formula_(formula), look_of_(look_of), content_of_(content_of) {}

    void write(nb::handle rows, nb::handle attributes) {
        const std::size_t count = nb::len(attributes), held = nb::len(rows);
        for (std::size_t number = 0; number < count; ++number) {
            const std::string place = std::to_string(number + 1);
            const nb::object of_row = item(attributes, number);
            xml_ += "<row r=\"";
            xml_ += place;
            xml_ += '"';
            xml_ += text_in(of_row);
            xml_ += '>';
            const std::size_t before = xml_.size();
            if (number < held) write_cells(item(rows, number), number, place);
            if (xml_.size() > before)
                xml_ += "</row>";
            else
                xml_.replace(before - 1, 1, "/>");
        }
    }

    nb::object written() const {
        return nb::make_tuple(nb::bytes(xml_.data(), xml_.size()), links_);
    }

private:
    void write_cells(nb::handle row, std::size_t number, const std::string& place) {
        std::size_t column = 0;
        for (nb::handle held : row) {
            ++column;
            if (held.is_none()) continue;
            while (letters_.size() < column) letters_.push_back(column_letters(letters_.size() + 1));
            xml_ += "<c r=\"";
            xml_ += letters_[column - 1];
            xml_ += place;
            xml_ += "\" s=\"";
            nb::handle value = held;
            if (held.type().is(page_cell_)) {
                value = field(held, page_value);
                if (!nb::handle(field(held, link_field)).is_none())
                    links_.append(nb::make_tuple(number, column - 1));
                xml_ += look(held);
            } else {
                if (plain_.empty()) plain_ = text_of(look_of_(held));
                xml_ += plain_;
            }
            xml_ += '"';
            write_content(value);
        }
    }

    // Many cells share a look. The cells stay alive while the rows are written.
    const std::string& look(nb::handle cell) {
        LookFields fields;
        for (std::size_t k = 0; k < fields.size(); ++k)
            fields[k] = field(cell, static_cast<Py_ssize_t>(look_begin + k));
        const auto [place, is_new] = same_looks_.try_emplace(fields);
        if (is_new) {
            const nb::object equal =
                checked(PyTuple_GetSlice(cell.ptr(), look_begin, page_cell_fields));
            if (!looks_.contains(equal)) looks_[equal] = look_of_(cell);
            place->second = text_of(looks_[equal]);
        }
        return place->second;
    }

    // A field that the tuple keeps alive.
    static PyObject* field(nb::handle tuple, Py_ssize_t place) {
        PyObject* found = PyTuple_GetItem(tuple.ptr(), place);
        if (found == nullptr) nb::raise_python_error();
        return found;
    }

    static std::string text_of(nb::handle value) { return std::string(text_in(nb::str(value))); }

    void append_number(nb::handle value) {
        int overflow = 0;
        const long long number = PyLong_AsLongLongAndOverflow(value.ptr(), &overflow);
        xml_ += overflow == 0 ? std::to_string(number) : text_of(value);
    }

    void write_content(nb::handle value) {
        if (value.is_none()) {
            xml_ += "/>";
        } else if (PyLong_CheckExact(value.ptr())) {
            xml_ += "><v>";
            append_number(value);
            xml_ += "</v></c>";
        } else if (!(PyUnicode_CheckExact(value.ptr()) && write_text(value)) &&
                   !(value.type().is(formula_) && write_formula(value))) {
            xml_ += text_in(nb::object(content_of_(value)));
        }
    }

    // Returns whether the text was simple enough.
    bool write_text(nb::handle value) {
        std::string_view text;
        if (!read_text(value.ptr(), text) || !is_plain(text)) return false;
        if (text.empty()) {
            xml_ += "/>";
            return true;
        }
        xml_ += " t=\"inlineStr\"><is><t>";
        append_escaped(xml_, text);
        xml_ += "</t></is></c>";
        return true;
    }

    bool write_formula(nb::handle value) {
        PyObject* result = field(value, formula_result);
        std::string_view text, shown;
        const bool is_text = PyUnicode_CheckExact(result);
        if (!nb::handle(field(value, formula_area)).is_none() ||
            !read_text(field(value, formula_text), text) ||
            !(is_text ? read_text(result, shown) && is_plain(shown) : PyLong_CheckExact(result)))
            return false;
        if (!text.empty() && text.front() == '=') text.remove_prefix(1);
        xml_ += is_text ? " t=\"str\"><f>" : "><f>";
        append_escaped(xml_, text);
        xml_ += "</f><v>";
        if (is_text)
            append_escaped(xml_, shown);
        else
            append_number(result);
        xml_ += "</v></c>";
        return true;
    }

    nb::handle page_cell_, formula_, look_of_, content_of_;
    std::string xml_, plain_;
    std::vector<std::string> letters_;
    nb::dict looks_;
    std::unordered_map<LookFields, std::string, HashOfFields> same_looks_;
    nb::list links_;
};

}  // namespace

NB_MODULE(_page_rows, module) {
    module.doc() = "The XML of the rows of a page, at speed.";
    module.def(
        "rows",
        [](nb::handle rows, nb::handle attributes, nb::handle page_cell, nb::handle formula,
           nb::handle look_of, nb::handle content_of) {
            RowWriter writer(page_cell, formula, look_of, content_of);
            writer.write(rows, attributes);
            return writer.written();
        },
        "rows"_a, "attributes"_a, "page_cell"_a, "formula"_a, "look_of"_a, "content_of"_a);
}
