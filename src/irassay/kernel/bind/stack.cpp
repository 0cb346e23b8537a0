// Variants of a label set out of Python dicts, column by column.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "collection/collection.hpp"
#include "collection/doc_table.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace irassay {
namespace {

using Grades = nb::ndarray<int8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

std::string_view text_of(PyObject* object) {
  Py_ssize_t size = 0;
  const char* text = PyUnicode_Check(object) ? PyUnicode_AsUTF8AndSize(object, &size) : nullptr;
  if (text == nullptr && PyErr_Occurred()) throw nb::python_error();
  if (text == nullptr) throw std::invalid_argument("a query or document id is not a string");
  return {text, static_cast<size_t>(size)};
}

// Where every labelled document of a label set stands in the rows of a stack.
class LabelRows {
 public:
  explicit LabelRows(std::shared_ptr<const Qrels> base) : base_(std::move(base)) {
    size_t row = 0;
    for (size_t q = 0; q < base_->queries.size(); ++q) {
      query_.emplace(base_->queries[q], q);
      first_.push_back(row);
      row += base_->labels[q].grades.size();
    }
    n_rows_ = row;
    tables_.resize(base_->queries.size());
  }
  LabelRows(const LabelRows&) = delete;

  // grades[row][variant] for every label of {query: {document: grade}}.
  void fill(const nb::dict& labels, const Grades& grades, size_t variant) {
    if (grades.shape(0) != n_rows_ || variant >= grades.shape(1)) throw std::invalid_argument("grades have another shape");
    const size_t stride = grades.shape(1);
    Py_ssize_t at = 0;
    PyObject* name = nullptr;
    PyObject* docs = nullptr;
    size_t query = 0;  // the place after the last one: variants mostly keep the order of the labels, of documents too
    while (PyDict_Next(labels.ptr(), &at, &name, &docs)) {
      const std::string_view text = text_of(name);
      if (query >= base_->queries.size() || base_->queries[query] != text) {
        const auto found = query_.find(text);
        if (found == query_.end()) throw std::out_of_range("no labels for query " + std::string(text));
        query = found->second;
      }
      if (!PyDict_Check(docs)) throw std::invalid_argument("a query's labels are no dict");
      fill_query(docs, query, grades.data() + first_[query] * stride + variant, stride);
      ++query;
    }
  }

 private:
  void fill_query(PyObject* labels, size_t query, int8_t* column, size_t stride) {
    const Vocabulary& docs = base_->labels[query].docs;
    Py_ssize_t at = 0;
    PyObject* name = nullptr;
    PyObject* value = nullptr;
    uint32_t next = 0;
    while (PyDict_Next(labels, &at, &name, &value)) {
      const std::string_view doc = text_of(name);
      if (next >= docs.size() || docs.doc(next) != doc) {
        if (tables_[query] == nullptr) tables_[query] = std::make_unique<DocTable>(table_of(docs));
        const DocTable::Entry* entry = tables_[query]->find(doc_key_unpadded(doc), doc, docs);
        if (entry == nullptr)
          throw std::out_of_range("no label for document " + std::string(doc) + " of query " + base_->queries[query]);
        next = entry->id;
      }
      int beyond = 1;
      const long grade = PyLong_Check(value) ? PyLong_AsLongAndOverflow(value, &beyond) : 0;
      if (beyond != 0 || grade < -127 || grade > 127)
        throw std::invalid_argument("the grade of document " + std::string(doc) + " of query " + base_->queries[query] +
                                    " is no integer from -127 to 127");
      column[next * stride] = static_cast<int8_t>(grade);
      ++next;
    }
  }

  std::shared_ptr<const Qrels> base_;
  std::unordered_map<std::string_view, size_t> query_;
  std::vector<std::unique_ptr<DocTable>> tables_;  // made when a document is not where it is expected
  std::vector<size_t> first_;
  size_t n_rows_ = 0;
};

}  // namespace

void bind_stack(nb::module_& m) {
  nb::class_<LabelRows>(m, "LabelRows", "Where every labelled document stands in the rows of a stack.")
      .def(nb::init<std::shared_ptr<Qrels>>(), "base"_a)
      .def("fill", &LabelRows::fill, "labels"_a, "grades"_a, "variant"_a,
           nb::sig("def fill(self, labels: dict[str, dict[str, int]], grades: numpy.typing.NDArray[numpy.int8], variant: int) -> None"),
           "Writes a variant's grades into its column.");
}

}  // namespace irassay
