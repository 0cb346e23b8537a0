// Rows of JSON lines, as Python calls it.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstring>

#include "read/json_rows.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace irassay {

namespace {

// A column of values on its way to Python. Queries and systems repeat from line to line: the same object is used again.
class Column {
 public:
  bool add(const JsonValue& value) {
    if (value.kind != JsonValue::Kind::text) {
      list_.append(value.kind == JsonValue::Kind::whole ? nb::object(nb::int_(value.whole)) : nb::object(nb::float_(value.real)));
      return true;
    }
    if (!last_.is_valid() || text_ != value.text) {
      PyObject* made = PyUnicode_DecodeUTF8(value.text.data(), static_cast<Py_ssize_t>(value.text.size()), "strict");
      if (made == nullptr) {
        PyErr_Clear();
        return false;
      }
      last_ = nb::steal(made);
      text_ = value.text;
    }
    list_.append(last_);
    return true;
  }
  nb::list list() const { return list_; }

 private:
  nb::list list_;
  nb::object last_;
  std::string_view text_;
};

nb::object json_rows(const nb::bytes& data, const std::vector<std::string>& keys) {
  std::vector<Column> columns(keys.size());
  std::vector<JsonValue> values;
  const char* p = data.c_str();
  const char* const end = p + data.size();
  while (p < end) {
    const void* feed = std::memchr(p, '\n', static_cast<size_t>(end - p));
    const char* stop = feed == nullptr ? end : static_cast<const char*>(feed);
    if (!parse_flat_object({p, static_cast<size_t>(stop - p)}, keys, values)) return nb::none();
    for (size_t i = 0; i < keys.size(); ++i)
      if (!columns[i].add(values[i])) return nb::none();
    p = stop + 1;
  }
  nb::list out;
  for (const Column& column : columns) out.append(column.list());
  return out;
}

}  // namespace

void bind_json_rows(nb::module_& m) {
  m.def("json_rows", &json_rows, "data"_a, "keys"_a, nb::sig("def json_rows(data: bytes, keys: Sequence[str]) -> list[list[str | int | float]] | None"),
        "The values of these keys, a list a key, of lines that are flat JSON objects; None where any line is unusual.");
}

}  // namespace irassay
