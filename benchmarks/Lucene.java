// Builds an index of passages with Lucene as Anserini does, and searches it. Prints the seconds of the processor and of the
// clock, then for the first queries their scores.
//   java -cp ANSERINI.jar benchmarks/Lucene.java build INDEX TSV...
//   java -cp ANSERINI.jar benchmarks/Lucene.java search INDEX QUERIES.tsv DEPTH CHECKED
import io.anserini.analysis.DefaultEnglishAnalyzer;
import java.io.BufferedReader;
import java.io.StringReader;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.similarities.BM25Similarity;
import org.apache.lucene.store.FSDirectory;

public class Lucene {
  static final Analyzer ANALYZER = DefaultEnglishAnalyzer.newStemmingInstance("porter");
  static final double START = System.nanoTime() / 1e9;
  static final int WARM = 200;  // queries before the clock starts

  static double cpu() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime() / 1e9;
  }

  static void print(double cpu, double wall) {
    System.out.println(cpu + " " + wall);
  }

  static void build(String index, List<String> texts) throws Exception {
    IndexWriterConfig config = new IndexWriterConfig(ANALYZER).setSimilarity(new BM25Similarity(0.9f, 0.4f)).setRAMBufferSizeMB(1024);
    try (FSDirectory directory = FSDirectory.open(Paths.get(index));
        IndexWriter writer = new IndexWriter(directory, config)) {
      for (String text : texts)
        try (BufferedReader in = Files.newBufferedReader(Paths.get(text))) {
          for (String line; (line = in.readLine()) != null; ) {
            int tab = line.indexOf('\t');
            Document doc = new Document();
            doc.add(new StringField("id", line.substring(0, tab), Field.Store.YES));
            doc.add(new TextField("text", line.substring(tab + 1), Field.Store.NO));
            writer.addDocument(doc);
          }
        }
    }
    print(cpu(), System.nanoTime() / 1e9 - START);
  }

  static BooleanQuery query(String text) throws Exception {
    Map<String, Integer> bag = new TreeMap<>();
    try (TokenStream stream = ANALYZER.tokenStream("text", new StringReader(text))) {
      CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
      stream.reset();
      while (stream.incrementToken()) bag.merge(term.toString(), 1, Integer::sum);
      stream.end();
    }
    BooleanQuery.Builder query = new BooleanQuery.Builder();
    for (Map.Entry<String, Integer> one : bag.entrySet())
      query.add(new BoostQuery(new TermQuery(new Term("text", one.getKey())), one.getValue()), BooleanClause.Occur.SHOULD);
    return query.build();
  }

  static ScoreDoc[] hits(IndexSearcher searcher, String line, int depth) throws Exception {
    return searcher.search(query(line.substring(line.indexOf('\t') + 1)), depth).scoreDocs;
  }

  static void search(String index, String queries, int depth, int checked) throws Exception {
    IndexSearcher searcher = new IndexSearcher(DirectoryReader.open(FSDirectory.open(Paths.get(index))));
    searcher.setSimilarity(new BM25Similarity(0.9f, 0.4f));
    List<String> lines = Files.readAllLines(Paths.get(queries));
    for (int i = 0; i < WARM; ++i) hits(searcher, lines.get(i % lines.size()), depth);
    double start = cpu(), wall = System.nanoTime() / 1e9;
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < lines.size(); ++i) {
      ScoreDoc[] hits = hits(searcher, lines.get(i), depth);
      if (i >= checked) continue;
      String name = lines.get(i).substring(0, lines.get(i).indexOf('\t'));
      for (ScoreDoc hit : hits) out.append(name).append('\t').append(hit.score).append('\n');
    }
    print(cpu() - start, System.nanoTime() / 1e9 - wall);
    System.out.print(out);
  }

  public static void main(String[] args) throws Exception {
    if (args[0].equals("build")) build(args[1], List.of(args).subList(2, args.length));
    else search(args[1], args[2], Integer.parseInt(args[3]), Integer.parseInt(args[4]));
  }
}
