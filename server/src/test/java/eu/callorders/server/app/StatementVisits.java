package eu.callorders.server.app;

import static java.util.Map.entry;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.server.json.Json;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Rows and pages that one execution of a statement visited, and rows it used.
 *
 * @param visited rows read from tables and indexes, including filtered ones
 * @param pages touched pages
 * @param used rows returned or changed; for lists and the feed the page limit
 * @param tenants rows read from tables with one row per tenant
 */
record StatementVisits(
    String statement, long visited, long pages, long used, long tenants, JsonNode plan) {
  private static final long BASE_ROWS = 40;
  private static final long ROWS_PER_ROW = 10;

  /** Statements of list or feed pages and the search, which visit at most 2,000 rows. */
  private static final Pattern PAGE = Pattern.compile("(row_index|place) = 2000");

  private static final long ROWS_OF_A_PAGE = 2_000;

  /** Includes catalog pages that a new session reads. */
  private static final long BASE_PAGES = 800;

  private static final long PAGES_PER_ROW = 60;

  /** Tables with one row per tenant, which loops read completely. */
  private static final Set<String> TABLES_READ_BY_LOOPS = Set.of("tenant");

  /** Pages a loop touches per tenant without work; a request reads one tenant. */
  private static final long PAGES_PER_TENANT = 12;

  /** The service empties this queue; its dead rows take pages until a vacuum. */
  private static final String QUEUE = "FROM webhook_event_queue";

  static StatementVisits of(String logged) {
    JsonNode all = Json.parse(logged);
    JsonNode plan = all.path("Plan");
    String statement = all.path("Query Text").asText();
    long used =
        PAGE.matcher(statement).find() ? ROWS_OF_A_PAGE : Math.max(rows(plan), changed(plan));
    return new StatementVisits(
        statement, visited(plan, false), pages(plan), used, visited(plan, true), plan);
  }

  /**
   * Parts of statements that intentionally visit many rows, with the reason why this is harmless.
   */
  private static final Map<String, String> EXPECTED_LARGE_VISITS =
      Map.ofEntries(
          entry("FROM pg_class c", "a catalog, whose size does not depend on rows"),
          entry("WITH page AS MATERIALIZED", "a page of 2,000 records, for an erasure"),
          entry("count(*) > $9 AS capped", "a replay counts 100,000 events"),
          entry("WHERE undelivered AND status = 'failed'", "a figure: counts failed deliveries"),
          entry(
              "percentile_disc(0.5)",
              "figures of what waits: 100,000 rows at most, 15 s apart at least"),
          entry("AS waiting) < $2", "the next replay: 200 of its deliveries may wait"),
          entry("SELECT count(*) FROM gateway_erasure", "a figure of the overview for operators"),
          entry("substring(ciphertext FROM 1 FOR 1)", "counts all secrets, when an operator asks"),
          entry(
              "WHERE due_at < now() AND created_at < $1",
              "every ten minutes: the overdue deliveries"),
          entry("WHERE created_at <= $1", "every ten minutes: ranges of blocks, once vacuumed"),
          entry(
              "NOT EXISTS (SELECT FROM search_text t WHERE t.id = r.id)",
              "each second: the rows of the last five seconds, which may be committed late"));

  /** Whether the statement visited too many rows per used row. */
  boolean isExcessive() {
    return excess() > 1 && EXPECTED_LARGE_VISITS.keySet().stream().noneMatch(statement::contains);
  }

  /** Ratio of visits to the allowed maximum. */
  double excess() {
    return Math.max(visited / (double) (BASE_ROWS + ROWS_PER_ROW * used), excessOfPages());
  }

  private double excessOfPages() {
    long ofRound = tenants > BASE_ROWS ? PAGES_PER_TENANT * tenants : 0;
    long ofQueue = statement.contains(QUEUE) ? 2L * GrownTables.QUEUED : 0;
    return pages / (double) (BASE_PAGES + PAGES_PER_ROW * used + ofRound + ofQueue);
  }

  private static long rows(JsonNode node) {
    return Math.round(node.path("Actual Rows").asDouble() * node.path("Actual Loops").asDouble());
  }

  private static long pages(JsonNode plan) {
    return plan.path("Shared Hit Blocks").asLong() + plan.path("Shared Read Blocks").asLong();
  }

  private static long changed(JsonNode node) {
    long changed = 0;
    boolean changes = node.path("Node Type").asText().equals("ModifyTable");
    for (JsonNode child : node.path("Plans")) {
      changed += changed(child);
      if (changes && child.path("Parent Relationship").asText().equals("Outer")) {
        changed += rows(child);
      }
    }
    return changed;
  }

  private static long visited(JsonNode node, boolean round) {
    long visited = 0;
    for (JsonNode child : node.path("Plans")) {
      visited += visited(child, round);
    }
    boolean scan = node.has("Relation Name") || node.has("Index Name");
    if (scan
        && !node.path("Node Type").asText().equals("ModifyTable")
        && TABLES_READ_BY_LOOPS.contains(node.path("Relation Name").asText()) == round) {
      double each =
          node.path("Actual Rows").asDouble()
              + node.path("Rows Removed by Filter").asDouble()
              + node.path("Rows Removed by Index Recheck").asDouble();
      visited += Math.round(each * node.path("Actual Loops").asDouble());
    }
    return visited;
  }

  @Override
  public String toString() {
    return "%s%nvisited %d rows on %d pages, used %d%n%s"
        .formatted(statement, visited, pages, used, shape(plan, 1));
  }

  /** The plan, one line per node. */
  private static String shape(JsonNode node, int depth) {
    StringBuilder shape = new StringBuilder("  ".repeat(depth));
    for (String member :
        new String[] {
          "Node Type",
          "Relation Name",
          "Index Name",
          "Index Cond",
          "Filter",
          "Actual Rows",
          "Actual Loops",
          "Rows Removed by Filter",
          "Shared Hit Blocks"
        }) {
      if (node.has(member)) {
        shape.append(node.path(member).asText()).append(" | ");
      }
    }
    shape.append('\n');
    for (JsonNode child : node.path("Plans")) {
      shape.append(shape(child, depth + 1));
    }
    return shape.toString();
  }
}
