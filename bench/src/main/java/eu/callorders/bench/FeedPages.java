package eu.callorders.bench;

import eu.callorders.core.id.IdKind;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;

/** Times pages of 100 events of one tenant; the reader throws unless the answer is 200. */
record FeedPages(
    SqlSession session, UUID tenant, Consumer<Map<String, String>> reader, BenchReport figures) {
  static final int SAMPLES = 500;
  private static final Random RANDOM = new Random(1);

  private static final long SPAN_SECONDS = 29 * 86_400L;

  private static final String NEAR =
      """
      SELECT id, call_order_id, enrollment_id, recorded_at
        FROM event
       WHERE tenant_id = ? AND id >= ?
       ORDER BY id
       LIMIT 1
      """;

  private static final List<Query> QUERIES =
      List.of(
          new Query("plain", near -> Map.of("after", near.id())),
          new Query("common type", near -> Map.of("after", near.id(), "event_types", "call.ended")),
          new Query(
              "rare type", near -> Map.of("after", near.id(), "event_types", "suppression.*")),
          new Query("created_after", near -> Map.of("created_after", near.recordedAt())),
          new Query("order", near -> Map.of("call_order_id", near.order())),
          new Query("enrollment", near -> Map.of("enrollment_id", near.enrollment())));

  /** An event of the feed, as clients name it. */
  record Near(String id, String order, String enrollment, String recordedAt) {}

  private record Query(String name, Function<Near, Map<String, String>> parameters) {}

  void measure(int samples) throws Exception {
    Scale.warmUp(() -> time(50, samples / 5 + 1, near -> read(QUERIES.getFirst(), near)));
    for (int depth : new int[] {0, 25, 50, 75, 99}) {
      for (Query query : QUERIES) {
        measure(query.name(), depth, samples, near -> read(query, near));
      }
    }
  }

  void measure(String what, int depth, int samples, Consumer<Near> work) throws SQLException {
    figures.add(what + " at " + depth + "%", time(depth, samples, work));
  }

  private void read(Query query, Near near) {
    Map<String, String> parameters = new HashMap<>(query.parameters().apply(near));
    parameters.put("limit", "100");
    reader.accept(parameters);
  }

  private Quantiles time(int depth, int samples, Consumer<Near> work) throws SQLException {
    List<Long> nanos = new ArrayList<>();
    for (int sample = 0; sample < samples; sample++) {
      Near near = near(depth);
      long start = System.nanoTime();
      work.accept(near);
      nanos.add(System.nanoTime() - start);
    }
    return new Quantiles(nanos);
  }

  /** An event by chance, within one percent of the feed behind that depth. */
  private Near near(int depth) throws SQLException {
    double share = (depth + RANDOM.nextDouble()) / 100;
    Instant begin = Instant.now().minusSeconds(SPAN_SECONDS);
    Instant at = begin.plusSeconds((long) (share * (SPAN_SECONDS - 3_600)));
    UUID lowest = new UUID(at.toEpochMilli() << Short.SIZE, 0);
    return session.rows(NEAR, FeedPages::near, tenant, lowest).getFirst();
  }

  private static Near near(ResultSet row) throws SQLException {
    return new Near(
        IdKind.EVENT.format(row.getObject(1, UUID.class)),
        IdKind.ORDER.format(row.getObject(2, UUID.class)),
        IdKind.ENROLLMENT.format(row.getObject(3, UUID.class)),
        row.getObject(4, OffsetDateTime.class).toInstant().toString());
  }
}
