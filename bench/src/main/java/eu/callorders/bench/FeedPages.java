package eu.callorders.bench;

import eu.callorders.core.id.IdKind;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;

/** Times pages of 100 events of one tenant, at several depths of its feed and with filters. */
final class FeedPages {
  static final int SAMPLES = 500;

  private static final long SPAN_SECONDS = 29 * 86_400L;

  private static final String NEAR =
      """
      SELECT id, call_order_id, enrollment_id, recorded_at
        FROM event
       WHERE tenant_id = ? AND id >= ?
       ORDER BY id
       LIMIT 1
      """;

  private static final Query PLAIN = near -> Map.of("after", near.id());

  private static final Map<String, Query> QUERIES = new LinkedHashMap<>();

  static {
    QUERIES.put("plain", PLAIN);
    QUERIES.put("common type", near -> Map.of("after", near.id(), "event_types", "call.ended"));
    QUERIES.put("rare type", near -> Map.of("after", near.id(), "event_types", "suppression.*"));
    QUERIES.put("created_after", near -> Map.of("created_after", near.recordedAt()));
    QUERIES.put("order", near -> Map.of("call_order_id", near.order()));
    QUERIES.put("enrollment", near -> Map.of("enrollment_id", near.enrollment()));
  }

  private final SqlSession session;
  private final UUID tenant;
  private final Reader reader;
  private final BenchReport figures;
  private final Instant begin = Instant.now().minusSeconds(SPAN_SECONDS);
  private final Random random = new Random(1);

  FeedPages(SqlSession session, UUID tenant, Reader reader, BenchReport figures) {
    this.session = session;
    this.tenant = tenant;
    this.reader = reader;
    this.figures = figures;
  }

  /** An event of the feed, as clients name it. */
  record Near(String id, String order, String enrollment, String recordedAt) {}

  /** The parameters of a page near an event. */
  interface Query {
    Map<String, String> at(Near near);
  }

  /** Reads a page, and throws unless the answer is 200. */
  interface Reader {
    void read(Map<String, String> parameters);
  }

  /** Something that is done at each depth, timed. */
  interface Timed {
    void at(Near near);
  }

  void measure(int samples) throws Exception {
    Scale.warmUp(() -> time(50, samples / 5 + 1, near -> read(PLAIN, near)));
    for (int depth : new int[] {0, 25, 50, 75, 99}) {
      for (Map.Entry<String, Query> query : QUERIES.entrySet()) {
        measure(query.getKey(), depth, samples, near -> read(query.getValue(), near));
      }
    }
  }

  void measure(String what, int depth, int samples, Timed timed) throws SQLException {
    figures.add(what + " at " + depth + "%", time(depth, samples, timed));
  }

  private void read(Query query, Near near) {
    Map<String, String> parameters = new HashMap<>(query.at(near));
    parameters.put("limit", "100");
    reader.read(parameters);
  }

  private Quantiles time(int depth, int samples, Timed timed) throws SQLException {
    List<Long> nanos = new ArrayList<>();
    for (int sample = 0; sample < samples; sample++) {
      Near near = near(depth);
      long start = System.nanoTime();
      timed.at(near);
      nanos.add(System.nanoTime() - start);
    }
    return new Quantiles(nanos);
  }

  /** An event by chance, within one percent of the feed behind that depth. */
  private Near near(int depth) throws SQLException {
    double share = (depth + random.nextDouble()) / 100;
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
