// The Python module xlnono.xlsx._page_rows; see `_rows` in page_xml.py, which it writes for.
#include <nanobind/nanobind.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace nb = nanobind;
using namespace nb::literals;

namespace {

// The fields of the tuples of Python that are written here.
enum PageCellField { page_value = 0, look_begin = 1, link_field = 5 };
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

// Whether a text needs no escapes but those of XML, and no mark for its spaces.
bool is_plain(std::string_view text) {
    for (const char c : text)
        if (c < ' ' || c > '~' || c == '_') return false;
    return text.empty() || (text.front() != ' ' && text.back() != ' ');
}

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
            if (number < held) write_cells(item(rows, number), number, place);
            xml_ += "</row>";
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
            nb::object value = nb::borrow(held);
            if (held.type().is(page_cell_)) {
                value = item(held, page_value);
                if (!item(held, link_field).is_none())
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

    // Many cells share a look.
    std::string look(nb::handle cell) {
        const nb::object fields = checked(
            PyTuple_GetSlice(cell.ptr(), look_begin, static_cast<Py_ssize_t>(nb::len(cell))));
        if (!looks_.contains(fields)) looks_[fields] = look_of_(cell);
        return text_of(looks_[fields]);
    }

    static std::string text_of(nb::handle value) { return std::string(text_in(nb::str(value))); }

    void write_content(nb::handle value) {
        if (value.is_none()) {
            xml_ += "/>";
        } else if (PyLong_CheckExact(value.ptr())) {
            xml_ += "><v>";
            xml_ += text_of(value);
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
        const nb::object result = item(value, formula_result);
        const nb::object formula = item(value, formula_text);
        std::string_view text, shown;
        const bool is_text = PyUnicode_CheckExact(result.ptr());
        if (!item(value, formula_area).is_none() ||
            !read_text(formula.ptr(), text) ||
            !(is_text ? read_text(result.ptr(), shown) && is_plain(shown)
                      : PyLong_CheckExact(result.ptr())))
            return false;
        if (!text.empty() && text.front() == '=') text.remove_prefix(1);
        xml_ += is_text ? " t=\"str\"><f>" : "><f>";
        append_escaped(xml_, text);
        xml_ += "</f><v>";
        if (is_text)
            append_escaped(xml_, shown);
        else
            xml_ += text_of(result);
        xml_ += "</v></c>";
        return true;
    }

    nb::handle page_cell_, formula_, look_of_, content_of_;
    std::string xml_, plain_;
    std::vector<std::string> letters_;
    nb::dict looks_;
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
