// Mutated lines through the kernel's readers. What is held to: no crash (the sanitizers watch), no hang, and no silent drop:
// every line is used, blank, a comment, or rejected for a reason that is counted; what is used is there afterwards; and runs
// that are kept and runs that are scored on the way are read alike.
//
//   mutated_lines CORPUS_FOLDER LINES SECONDS SEED
//
// A text that breaks this is written to ./found.txt: add it to the corpus, where it stays.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "read/qrels.hpp"
#include "read/runs.hpp"
#include "score/files.hpp"

extern "C" void __sanitizer_set_death_callback(void (*)());

namespace {

using namespace irassay;
using Clock = std::chrono::steady_clock;

constexpr int kMostLines = 24;  // of one text

std::string current;  // the text in hand

void save() { std::ofstream("found.txt", std::ios::binary) << current; }

[[noreturn]] void fail(const std::string& what) {
  save();
  std::fprintf(stderr, "%s\nThe text is in found.txt.\n", what.c_str());
  std::exit(1);
}

// A text with the padding that readers are promised and not a byte more: the sanitizer sees who reads further.
class Padded {
 public:
  explicit Padded(const std::string& text) : size_(text.size()), bytes_(text.size() + 2 * kPadding, ' ') {
    std::copy(text.begin(), text.end(), bytes_.begin() + kPadding);
  }
  std::string_view text() const { return {bytes_.data() + kPadding, size_}; }

 private:
  size_t size_;
  std::vector<char> bytes_;
};

// Bytes and words that have meant trouble to some reader.
const std::vector<std::string> kPieces = {
    " ", "\t", "  ", "\r", "\v", "\f", "\n", "\n\n", "\r\n", "#", "# ", "\xEF\xBB\xBF", std::string(1, '\0'), "\x01", "\x7F",
    "\xC2\xA0", "\xE2\x80\x83", "\xE2\x80\x8B", "\xC0\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xF0\x9F\x98\x80", "\xFF", "\xC3",
    "\xC3\xBC", "-", "+", ".", "e", "E5", "1e999", "-1e999", "1e-999", "inf", "-inf", "infinity", "nan", "-nan", "nan(1)", "0x1p3",
    "0", "-0", "00", "1.", ".5", "-.5", "0.30000000000000004", "123456789012345678901234567890", "9007199254740993",
    "0.000000000000000000000000000001", "4294967296", "2147483648", "-2147483649", "127", "128", "-128", "3.0", "99999999999999999999",
    "Q0", "\"", ",", "aaaaaaaa", "aaaaaaaaa", std::string(40, 'x'), std::string(70, 'y'), std::string(200, '7')};

class Mutator {
 public:
  Mutator(std::vector<std::string> lines, uint64_t seed) : lines_(std::move(lines)), draw_(seed) {}

  // A text of some lines of the corpus, changed in a few places.
  std::string text() {
    std::string out;
    const int n = 1 + below(kMostLines);
    const size_t near = below(lines_.size());  // lines of the same file: the same columns, documents that meet again
    for (int i = 0; i < n; ++i) {
      std::string line = lines_[(near + below(12)) % lines_.size()];
      if (below(3) == 0)
        for (size_t change = below(4) + 1; change > 0; --change) mutate(line);
      out += line;
      out += below(40) == 0 ? "\r\n" : "\n";
    }
    if (below(6) == 0 && !out.empty()) out.pop_back();
    return out;
  }

 private:
  size_t below(size_t n) { return static_cast<size_t>(draw_() % n); }

  void mutate(std::string& line) {
    const size_t at = below(line.size() + 1);
    switch (below(6)) {
      case 0: line.insert(at, kPieces[below(kPieces.size())]); break;
      case 1: line.insert(at, 1, static_cast<char>(below(256))); break;
      case 2: line.erase(at, 1 + below(4)); break;
      case 3:
        if (at < line.size()) line[at] = static_cast<char>(line[at] ^ (1 << below(8)));
        break;
      case 4: {
        const std::string piece = kPieces[below(kPieces.size())];
        line.replace(at, std::min(piece.size(), line.size() - at), piece);
        break;
      }
      default: line.insert(at, line.substr(below(line.size() + 1), below(30)));
    }
  }

  std::vector<std::string> lines_;
  std::mt19937_64 draw_;
};

// Lines as anybody would count them.
uint64_t count_lines(const std::string& text) {
  const size_t from = text.compare(0, 3, "\xEF\xBB\xBF") == 0 ? 3 : 0;
  if (from == text.size()) return 0;
  const auto feeds = static_cast<uint64_t>(std::count(text.begin() + static_cast<ptrdiff_t>(from), text.end(), '\n'));
  return feeds + (text.back() != '\n');
}

void check(const Reading& reading, const char* reader) {
  const std::string who = std::string(reader) + ": ";
  if (reading.lines != count_lines(current)) fail(who + "not as many lines as there are");
  if (reading.lines != reading.used + reading.blank + reading.comments + reading.rejected) fail(who + "lines don't add up");
  uint64_t reasons = 0;
  for (const Kind kind : {Kind::columns, Kind::score, Kind::nan, Kind::grade, Kind::range, Kind::duplicate, Kind::conflict,
                          Kind::same_rank, Kind::rank_or_score, Kind::nul, Kind::utf8})
    reasons += reading.count[static_cast<size_t>(kind)];
  if (reasons != reading.rejected) fail(who + "a line is rejected without a reason, or has two");
}

uint64_t n_labels(const Qrels& qrels) {
  uint64_t n = 0;
  for (const Labels& labels : qrels.labels) n += labels.grades.size();
  return n;
}

struct Totals {
  uint64_t lines = 0, used = 0, blank = 0, comments = 0, rejected = 0;
  void add(const Reading& reading) {
    lines += reading.lines;
    used += reading.used;
    blank += reading.blank;
    comments += reading.comments;
    rejected += reading.rejected;
  }
};

void read_labels(std::string_view text, int columns, Totals& totals) {
  Reading reading;
  const auto qrels = read_qrels(text, columns, reading);
  check(reading, "labels");
  if (n_labels(*qrels) != reading.used) fail("labels: a used line is not there");
  totals.add(reading);
}

void read_run(std::string_view text, RunColumns columns, const std::shared_ptr<const Qrels>& labels, Totals& totals) {
  RunsReader reader(1, true);
  const Reading kept = reader.read(0, text, columns, OrderBy::score);
  check(kept, "a run that is kept");
  const auto runs = reader.finish({"run"});
  uint64_t documents = 0;
  for (const Rankings& rankings : runs->rankings) {
    documents += rankings.length(0);
    const std::vector<double> scores = rankings.scores.list(0, rankings.length(0));
    if (!std::is_sorted(scores.rbegin(), scores.rend())) fail("a list is not in order");
  }
  if (documents != kept.used) fail("a run that is kept: a used line is not there");
  MeasureSpec precision;
  precision.op = Op::P;
  precision.depth = 10;
  FileScorer scorer(labels, {precision}, 1, Ties::float32, QueryPolicy::qrels, Keep::queries);
  const Reading scored = scorer.read(0, text, columns, OrderBy::score);
  check(scored, "a run that is scored");
  if (scored.used != kept.used || scored.count != kept.count) fail("a run is read otherwise when it is scored than when it is kept");
  totals.add(kept);
}

std::vector<std::string> corpus(const std::string& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<std::string> lines;
  for (const auto& file : files) {
    std::ifstream in(file, std::ios::binary);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
  }
  if (lines.empty()) throw std::runtime_error("no line in " + folder);
  return lines;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) {
    std::fprintf(stderr, "usage: mutated_lines CORPUS_FOLDER LINES SECONDS SEED\n");
    return 2;
  }
  __sanitizer_set_death_callback(save);
  const uint64_t enough = std::strtoull(argv[2], nullptr, 10);
  const auto end = Clock::now() + std::chrono::seconds(std::atoi(argv[3]));
  Mutator mutator(corpus(argv[1]), std::strtoull(argv[4], nullptr, 10));
  Reading ignored;
  const auto labels = read_qrels(Padded("q1 0 d1 1\nq1 0 d2 0\nq2 0 d3 2\n").text(), 4, ignored);
  Totals totals;
  while (totals.lines < enough && Clock::now() < end) {
    current = mutator.text();
    const Padded padded(current);
    const auto before = Clock::now();
    read_run(padded.text(), RunColumns::trec, labels, totals);
    read_run(padded.text(), RunColumns::msmarco, labels, totals);
    read_run(padded.text(), RunColumns::scored, labels, totals);
    read_run(padded.text(), RunColumns::msmarco_or_scored, labels, totals);
    read_labels(padded.text(), 4, totals);
    read_labels(padded.text(), 3, totals);
    if (Clock::now() - before > std::chrono::seconds(5)) fail("a text of a few lines takes more than five seconds");
  }
  std::printf("%llu lines: %llu used, %llu blank, %llu comments, %llu rejected with a reason; none lost, no crash\n",
              static_cast<unsigned long long>(totals.lines), static_cast<unsigned long long>(totals.used),
              static_cast<unsigned long long>(totals.blank), static_cast<unsigned long long>(totals.comments),
              static_cast<unsigned long long>(totals.rejected));
  return totals.lines < enough ? (std::printf("Time is up before %llu lines.\n", static_cast<unsigned long long>(enough)), 1) : 0;
}
