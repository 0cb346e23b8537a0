// Each part is a number, or a count and its items. Whatever is read is held to what the rest of the kernel relies on.
#include "collection/saved_runs.hpp"

#include <cmath>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "machine/interrupt.hpp"

namespace irassay {

namespace {

constexpr std::string_view kFormat = "irassay.runs/1";
constexpr uint64_t kByteOrder = 0x0102030405060708;

void need(bool holds) {
  if (!holds) throw std::invalid_argument("these bytes are no saved runs of this version");
}

class Writer {
 public:
  void number(uint64_t value) { append(&value, sizeof value); }
  void text(std::string_view value) { items(value.data(), value.size()); }
  template <class T>
  void items(const T* first, size_t n) {
    number(n);
    append(first, n * sizeof(T));
  }
  template <class T>
  void items(const std::vector<T>& values) {
    items(values.data(), values.size());
  }
  void items(const std::vector<bool>& values) {
    std::vector<uint8_t> packed((values.size() + 7) / 8);
    for (size_t i = 0; i < values.size(); ++i) packed[i / 8] |= static_cast<uint8_t>(values[i] << (i % 8));
    number(values.size());
    items(packed);
  }
  std::string take() { return std::move(out_); }

 private:
  void append(const void* from, size_t n) {
    if (n > 0) out_.append(static_cast<const char*>(from), n);
  }
  std::string out_;
};

class Reader {
 public:
  explicit Reader(std::string_view bytes) : left_(bytes) {}

  uint64_t number() {
    uint64_t value;
    take(&value, sizeof value);
    return value;
  }
  // Their number is held against what is left before anything is made of it.
  template <class T>
  std::vector<T> items() {
    const uint64_t n = number();
    need(n <= left_.size() / sizeof(T));
    std::vector<T> out(n);
    take(out.data(), n * sizeof(T));
    return out;
  }
  std::vector<bool> flags() {
    const uint64_t n = number();
    const auto packed = items<uint8_t>();
    need(n <= packed.size() * uint64_t{8});
    std::vector<bool> out(n);
    for (size_t i = 0; i < n; ++i) out[i] = (packed[i / 8] >> (i % 8) & 1) != 0;
    return out;
  }
  std::string text() {
    const auto letters = items<char>();
    return {letters.begin(), letters.end()};
  }
  bool at_end() const { return left_.empty(); }

 private:
  void take(void* to, size_t n) {
    need(n <= left_.size());
    if (n > 0) std::memcpy(to, left_.data(), n);
    left_.remove_prefix(n);
  }
  std::string_view left_;
};

Vocabulary vocabulary(Reader& reader) {
  const auto text = reader.items<char>();
  const auto ends = reader.items<uint32_t>();
  Vocabulary out;
  out.reserve(ends.size(), text.size());
  uint32_t begin = 0;
  for (uint32_t end : ends) {
    need(begin <= end && end <= text.size());
    out.add({text.data() + begin, end - begin});
    begin = end;
  }
  return out;
}

void save(const Rankings& of, Writer& out) {
  out.items(of.docs.text());
  out.items(of.docs.ends());
  out.number(of.width);
  out.items(of.packed);
  out.items(of.start);
  out.items(of.tied);
  out.number(of.single.size());
  for (const SingleOrder& order : of.single) {
    out.number(order.system);
    out.items(order.ids);
    out.items(order.tied);
  }
  out.items(of.contradicted);
  out.number(of.scores.empty() ? 0 : 1);
  for (uint32_t s = 0; s < of.n_systems() && !of.scores.empty(); ++s) out.items(of.scores.list(s, of.length(s)));
}

void load_lists(Reader& reader, size_t n_systems, Rankings& out) {
  out.docs = vocabulary(reader);
  out.width = static_cast<uint32_t>(reader.number());
  need(out.width == 1 || out.width == 2 || out.width == 4);
  out.packed = reader.items<uint8_t>();
  out.start = reader.items<uint32_t>();
  need(out.start.size() == n_systems + 1 && out.start[0] == 0);
  for (size_t s = 0; s < n_systems; ++s) need(out.start[s] <= out.start[s + 1]);
  out.tied = reader.flags();
  need(out.tied.size() == out.start.back() && out.packed.size() == uint64_t{out.start.back()} * out.width);
  for (uint32_t i = 0; i < out.start.back(); ++i) need(out.id(i) < out.docs.size());
}

Rankings load(Reader& reader, size_t n_systems) {
  Rankings out;
  load_lists(reader, n_systems, out);
  const uint64_t n_single = reader.number();
  need(n_single <= n_systems);
  for (uint64_t i = 0; i < n_single; ++i) {
    const uint64_t system = reader.number();
    need(system < n_systems);
    SingleOrder order{static_cast<uint32_t>(system), reader.items<uint32_t>(), reader.flags()};
    need(order.ids.size() == out.length(order.system) && order.tied.size() == order.ids.size());
    for (uint32_t id : order.ids) need(id < out.docs.size());
    out.single.push_back(std::move(order));
  }
  out.contradicted = reader.items<uint32_t>();
  for (uint32_t system : out.contradicted) need(system < n_systems);
  if (reader.number() == 0) return out;
  for (uint32_t s = 0; s < n_systems; ++s) {
    const auto scores = reader.items<double>();
    need(scores.size() == out.length(s));
    for (double score : scores) need(!std::isnan(score));
    out.scores.add(scores.data(), out.length(s));
  }
  out.scores.shrink();
  return out;
}

}  // namespace

std::string save_runs(const Runs& runs) {
  Writer out;
  out.text(kFormat);
  out.number(kByteOrder);
  out.number(runs.systems.size());
  for (const std::string& system : runs.systems) out.text(system);
  out.number(runs.queries.size());
  for (size_t q = 0; q < runs.queries.size(); ++q) {
    poll();
    out.text(runs.queries[q]);
    save(runs.rankings[q], out);
  }
  return out.take();
}

std::shared_ptr<Runs> load_runs(std::string_view bytes) {
  Reader reader(bytes);
  need(reader.text() == kFormat && reader.number() == kByteOrder);
  auto runs = std::make_shared<Runs>();
  const uint64_t n_systems = reader.number();
  need(n_systems <= bytes.size());
  for (uint64_t s = 0; s < n_systems; ++s) runs->systems.push_back(reader.text());
  const uint64_t n_queries = reader.number();
  for (uint64_t q = 0; q < n_queries; ++q) {
    poll();
    std::string query = reader.text();
    need(q == 0 || runs->queries.back() < query);
    runs->queries.push_back(std::move(query));
    runs->rankings.push_back(load(reader, n_systems));
  }
  need(reader.at_end());
  return runs;
}

}  // namespace irassay
