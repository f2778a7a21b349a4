package eu.callorders.server.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Every statement that reads has a bound on its rows: a {@code LIMIT}, an aggregate, a single-row
 * key, or a row in the table of docs/ARCHITECTURE.md that states the bound. So has every statement
 * that updates, deletes or inserts query results: the {@code LIMIT} of its subquery, an array
 * parameter, a single-row key, or a row of that table.
 */
class SqlBoundsTest {
  private static final Path SOURCES = Path.of("src", "main", "java");
  private static final Path DOCUMENT = Path.of("..", "docs", "ARCHITECTURE.md");
  private static final String SECTION = "## How much a statement reads or changes";

  private static final Pattern CONSTANT =
      Pattern.compile("static final String ([A-Z0-9_]+)\\s*=\\s*(.*?);\\R", Pattern.DOTALL);

  private static final Pattern OPERAND =
      Pattern.compile("\\A[A-Z0-9_]+(?= \\+|\\.replace)|(?<=\\+ )[A-Z0-9_]+");

  private static final Pattern READS =
      Pattern.compile("\\A\\s*(SELECT|WITH|\\(SELECT)\\b.*|.*\\bRETURNING\\b.*", Pattern.DOTALL);

  private static final Pattern LIMITED = Pattern.compile("\\bLIMIT\\b");

  private static final Pattern AGGREGATE =
      Pattern.compile(
          "\\A\\s*SELECT\\s+(count|max|min|sum|EXISTS|coalesce\\(sum|extract|set_config"
              + "|current_setting|pg_\\w+_xact_lock)\\b.*",
          Pattern.DOTALL);

  /** Equality with a parameter on a primary or unique key. */
  private static final Pattern SINGLE_ROW =
      Pattern.compile(
          ".*\\bWHERE\\s+(\\w+\\.)?(tenant_id = \\$\\d\\s+AND\\s+(\\w+\\.)?)?"
              + "(id|order_id|attempt_id|suppression_id|event_id|enrollment_id|signal_id|key|gateway)"
              + " = \\$\\d.*",
          Pattern.DOTALL);

  private static final Pattern WRITES =
      Pattern.compile("\\bDELETE FROM\\b|\\bUPDATE \\w+( AS)?( \\w+)?\\s+SET\\b");

  private static final Pattern INSERT_OF_QUERY =
      Pattern.compile("\\bINSERT INTO \\w+( AS \\w+)?\\s*(\\([^)]*\\)\\s*)?(SELECT|WITH)\\b");

  /** A single-row subquery inside an expression bounds nothing. */
  private static final Pattern BATCH =
      Pattern.compile("\\bLIMIT (\\$\\d|\\d{2,})|= ANY \\(\\$\\d|\\bunnest\\(\\$\\d");

  private static final Pattern INSERT_OF_VALUES =
      Pattern.compile("\\A\\s*INSERT INTO\\b.*\\bVALUES\\b.*", Pattern.DOTALL);

  private static final Pattern NAMED = Pattern.compile("`(\\w+\\.[A-Z0-9_]+)`");

  @Test
  void everyStatementHasABound() throws IOException {
    Set<String> unbounded = new TreeSet<>();
    try (Stream<Path> files = Files.walk(SOURCES)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
        unbounded.addAll(unbounded(file));
      }
    }

    assertThat(documented())
        .as("statements without LIMIT, aggregate, array or unique key, and rows of the table")
        .isEqualTo(unbounded);
  }

  @Test
  void findsStatementWithoutABound() {
    assertThat(isBounded("SELECT id FROM call_order WHERE tenant_id = $1")).isFalse();
    assertThat(isBounded("UPDATE node SET seen = now() RETURNING id")).isFalse();
    assertThat(isBounded("SELECT id FROM call_order WHERE tenant_id = $1 LIMIT $2")).isTrue();
    assertThat(isBounded("SELECT id FROM a WHERE EXISTS (SELECT FROM b LIMIT 1)")).isFalse();
    assertThat(isBounded("SELECT id FROM (SELECT id FROM a LIMIT 1) ORDER BY id LIMIT 1")).isTrue();
    assertThat(isBounded("SELECT id FROM call_order WHERE tenant_id = $1 AND id = $2")).isTrue();
    assertThat(isBounded("SELECT count(*) FROM call_order")).isTrue();
    assertThat(isBounded("DELETE FROM call_order")).isFalse();
    assertThat(isBounded("UPDATE call_order o SET held = true WHERE tenant_id = $1")).isFalse();
    assertThat(isBounded("UPDATE a SET b = (SELECT c FROM d LIMIT 1)")).isFalse();
    assertThat(isBounded("DELETE FROM a WHERE b IN (SELECT b FROM a LIMIT $1)")).isTrue();
    assertThat(isBounded("DELETE FROM a WHERE b = ANY ($1)")).isTrue();
    assertThat(isBounded("UPDATE a SET b = c.b FROM unnest($1::int[]) AS c (b)")).isTrue();
    assertThat(isBounded("DELETE FROM call_order WHERE id = $1")).isTrue();
    assertThat(isBounded("INSERT INTO a (b) SELECT b FROM c")).isFalse();
    assertThat(isBounded("INSERT INTO a AS t SELECT b FROM c")).isFalse();
    assertThat(isBounded("INSERT INTO a (b) SELECT b FROM c LIMIT 1")).isTrue();
    assertThat(isBounded("INSERT INTO a (b) SELECT b FROM unnest($1::int[]) AS c (b)")).isTrue();
    assertThat(isBounded("INSERT INTO a (b) VALUES ((SELECT max(b) FROM a))")).isTrue();
  }

  @Test
  void judgesTheCompleteStatement() {
    String source =
        """
        private static final String LOAD = "SELECT id FROM tenant ";
        private static final String FIND = LOAD + "WHERE id = $1";
        private static final String LIST = LOAD + "ORDER BY id";
        Future<Void> f() { query(FIND); query(LIST); }
        """;

    assertThat(unbounded("Store", source)).containsExactly("Store.LIST");
    assertThat(unbounded("Store", source + "query(LOAD);"))
        .containsExactlyInAnyOrder("Store.LIST", "Store.LOAD");
  }

  private static Set<String> unbounded(Path file) throws IOException {
    return unbounded(file.getFileName().toString().replace(".java", ""), Files.readString(file));
  }

  private static Set<String> unbounded(String className, String source) {
    Map<String, String> constants = new LinkedHashMap<>();
    Matcher constant = CONSTANT.matcher(source);
    while (constant.find()) {
      constants.put(constant.group(1), complete(constant.group(2), constants));
    }
    return constants.entrySet().stream()
        .filter(each -> !isBounded(each.getValue().replace("\"", "")))
        .filter(each -> isExecuted(each.getKey(), source))
        .map(each -> className + "." + each.getKey())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Replaces the names of constants in a concatenation by their texts. */
  private static String complete(String expression, Map<String, String> constants) {
    return OPERAND
        .matcher(expression)
        .replaceAll(
            name -> Matcher.quoteReplacement(constants.getOrDefault(name.group(), name.group())));
  }

  /** A private constant that only other constants name is a part of statements, not one. */
  private static boolean isExecuted(String name, String source) {
    boolean isPrivate = source.contains("private static final String " + name + " =");
    String code = CONSTANT.matcher(source).replaceAll("");
    return !isPrivate || Pattern.compile("\\b" + name + "\\b").matcher(code).find();
  }

  private static boolean isBounded(String sql) {
    return readIsBounded(sql) && writeIsBounded(sql);
  }

  private static boolean writeIsBounded(String sql) {
    boolean batched = BATCH.matcher(sql).find() || SINGLE_ROW.matcher(sql).matches();
    return batched
        || (!WRITES.matcher(sql).find()
            && (!INSERT_OF_QUERY.matcher(sql).find() || LIMITED.matcher(outermost(sql)).find()));
  }

  private static boolean readIsBounded(String sql) {
    return !READS.matcher(sql).matches()
        || List.of(AGGREGATE, SINGLE_ROW, INSERT_OF_VALUES).stream()
            .anyMatch(pattern -> pattern.matcher(sql).matches())
        || LIMITED.matcher(outermost(sql)).find();
  }

  /** Removes parenthesized parts: a limit in a subquery bounds only each of its executions. */
  private static String outermost(String sql) {
    StringBuilder outer = new StringBuilder();
    int depth = 0;
    for (char each : sql.toCharArray()) {
      if (each == ')') {
        depth--;
      } else if (each == '(') {
        depth++;
      } else if (depth == 0) {
        outer.append(each);
      }
    }
    return outer.toString();
  }

  private static Set<String> documented() throws IOException {
    String document = Files.readString(DOCUMENT);
    int start = document.indexOf(SECTION);
    assertThat(start).isNotNegative();
    int end = document.indexOf("\n## ", start + 1);
    Set<String> names = new TreeSet<>();
    Matcher named = NAMED.matcher(document.substring(start, end));
    while (named.find()) {
      names.add(named.group(1));
    }
    return names;
  }
}
