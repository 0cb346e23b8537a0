// Qrels from text, and from lists in memory.
#include "read/qrels.hpp"

#include <stdexcept>

#include "machine/interrupt.hpp"
#include "read/name_order.hpp"
#include "read/numbers.hpp"

namespace irassay {

QrelsBuilder::Query& QrelsBuilder::query(std::string_view name) {
  if (last_ != nullptr && last_->name == name) return *last_;
  const auto [at, added] = index_.try_emplace(std::string(name), queries_.size());
  if (added) queries_.emplace_back().name = at->first;
  last_ = &queries_[at->second];
  return *last_;
}

bool QrelsBuilder::add(std::string_view name, std::string_view doc, int8_t grade, uint64_t line, uint64_t& first) {
  Query& at = query(name);
  DocTable::Entry& entry = at.table.find_or_add(doc_key_unpadded(doc), doc, at.labels.docs);
  if (entry.id < at.labels.grades.size()) {
    first = at.lines[entry.id];
    return at.labels.grades[entry.id] == grade;
  }
  at.labels.grades.push_back(grade);
  at.lines.push_back(static_cast<uint32_t>(line));
  first = 0;
  return true;
}

std::shared_ptr<Qrels> QrelsBuilder::finish() {
  auto qrels = std::make_shared<Qrels>();
  qrels->queries.reserve(queries_.size());
  qrels->labels.reserve(queries_.size());
  for (uint32_t i : by_name(queries_.size(), [&](size_t place) { return queries_[place].name; })) {
    Query& query = queries_[i];
    query.labels.docs.shrink();
    query.labels.grades.shrink_to_fit();
    qrels->queries.emplace_back(query.name);
    qrels->labels.push_back(std::move(query.labels));
  }
  return qrels;
}

namespace {

constexpr uint64_t kPollEvery = 1 << 16;  // lines

// A whole number followed by a point and zeros, as frames of floats are written: 1.0.
[[gnu::noinline]] bool parse_pointed(std::string_view text, int64_t& value) {
  const size_t point = text.find('.');
  if (point == std::string_view::npos || point == 0 || point + 1 == text.size()) return false;
  if (text.find_first_not_of('0', point + 1) != std::string_view::npos) return false;
  return parse_integer_plainly(text.substr(0, point), value);
}

template <int N, int Doc, int Grade>
void read_columns(std::string_view text, Reading& reading, QrelsBuilder& builder) {
  walk_lines<N>(text, reading, [&](const Fields& fields, uint64_t line) {
    if (line % kPollEvery == 0) poll();
    int64_t grade = 0;
    if (!parse_integer(fields[Grade], grade)) {
      if (!parse_pointed(fields[Grade], grade)) {
        reading.note(Kind::grade, line, fields[Grade]);
        ++reading.rejected;
        return;
      }
      reading.note(Kind::point, line, fields[Grade]);
    }
    if (grade < -127 || grade > 127) {
      reading.note(Kind::range, line, fields[Grade]);
      ++reading.rejected;
      return;
    }
    uint64_t first = 0;
    const bool agrees = builder.add(fields[0], fields[Doc], static_cast<int8_t>(grade), line, first);
    if (first != 0) {
      reading.note(agrees ? Kind::duplicate : Kind::conflict, line, fields[Doc], first, fields[0]);
      ++reading.rejected;
      return;
    }
    ++reading.used;
  });
}

}  // namespace

std::shared_ptr<Qrels> read_qrels(std::string_view text, int columns, Reading& reading) {
  QrelsBuilder builder;
  switch (columns) {
    case 4: read_columns<4, 2, 3>(text, reading, builder); break;
    case 3: read_columns<3, 1, 2>(text, reading, builder); break;
    default: throw std::invalid_argument("qrels have 3 or 4 columns");
  }
  return builder.finish();
}

}  // namespace irassay
