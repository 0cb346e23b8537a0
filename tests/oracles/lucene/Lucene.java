// Prints what Lucene 9.5 makes of texts, as Anserini 0.22.1 uses it: the oracle of our analysis and our scores. Run with
// Anserini's jar: javac -cp JAR Lucene.java; java -cp JAR:. Lucene words|terms < texts; java -cp JAR:. Lucene scores DOCS QUERIES
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import io.anserini.analysis.DefaultEnglishAnalyzer;
import org.apache.lucene.analysis.*;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.document.*;
import org.apache.lucene.index.*;
import org.apache.lucene.search.*;
import org.apache.lucene.search.similarities.*;
import org.apache.lucene.store.ByteBuffersDirectory;

public class Lucene {
  static Analyzer words() {
    return new Analyzer() {
      protected TokenStreamComponents createComponents(String field) {
        return new TokenStreamComponents(new StandardTokenizer());
      }
    };
  }

  static List<String> terms(Analyzer analyzer, String text) throws IOException {
    List<String> out = new ArrayList<>();
    try (TokenStream stream = analyzer.tokenStream("text", new StringReader(text))) {
      CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
      stream.reset();
      while (stream.incrementToken()) out.add(term.toString());
      stream.end();
    }
    return out;
  }

  // A text a line, as code points in hexadecimal digits; its words or terms, with tabs between them.
  static void analyse(Analyzer analyzer) throws IOException {
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    PrintStream out = new PrintStream(new BufferedOutputStream(System.out), false, "UTF-8");
    for (String line; (line = in.readLine()) != null; ) {
      StringBuilder text = new StringBuilder();
      for (String code : line.trim().split(" ")) if (!code.isEmpty()) text.appendCodePoint(Integer.parseInt(code, 16));
      out.println(String.join("\t", terms(analyzer, text.toString())));
    }
    out.flush();
  }

  // Lines of id, tab and text; for each model and query the best 50: model, query, document, score.
  static void scores(String docs, String queries) throws IOException {
    Analyzer analyzer = DefaultEnglishAnalyzer.newStemmingInstance("porter");
    Similarity[] models = {new BM25Similarity(0.9f, 0.4f), new LMDirichletSimilarity(1000f)};
    String[] names = {"bm25", "ql"};
    for (int m = 0; m < models.length; ++m) {
      ByteBuffersDirectory directory = new ByteBuffersDirectory();
      try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig(analyzer).setSimilarity(models[m]))) {
        for (String line : Files.readAllLines(Paths.get(docs))) {
          Document doc = new Document();
          doc.add(new StringField("id", line.substring(0, line.indexOf('\t')), Field.Store.YES));
          doc.add(new TextField("text", line.substring(line.indexOf('\t') + 1), Field.Store.NO));
          writer.addDocument(doc);
        }
      }
      IndexSearcher searcher = new IndexSearcher(DirectoryReader.open(directory));
      searcher.setSimilarity(models[m]);
      for (String line : Files.readAllLines(Paths.get(queries))) {
        Map<String, Integer> bag = new TreeMap<>();
        for (String term : terms(analyzer, line.substring(line.indexOf('\t') + 1))) bag.merge(term, 1, Integer::sum);
        BooleanQuery.Builder query = new BooleanQuery.Builder();
        for (Map.Entry<String, Integer> one : bag.entrySet())
          query.add(new BoostQuery(new TermQuery(new Term("text", one.getKey())), one.getValue()), BooleanClause.Occur.SHOULD);
        for (ScoreDoc hit : searcher.search(query.build(), 50).scoreDocs)
          System.out.println(names[m] + "\t" + line.substring(0, line.indexOf('\t')) + "\t" + searcher.doc(hit.doc).get("id") + "\t" + hit.score);
      }
    }
  }

  public static void main(String[] args) throws Exception {
    if (args[0].equals("scores")) scores(args[1], args[2]);
    else analyse(args[0].equals("words") ? words() : DefaultEnglishAnalyzer.newStemmingInstance("porter"));
  }
}
