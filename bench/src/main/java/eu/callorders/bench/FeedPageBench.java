package eu.callorders.bench;

import eu.callorders.core.id.IdKind;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/** Pages of 100 events through HTTP, at several depths of the feed and with several filters. */
public final class FeedPageBench {
  private static final int EVENTS = 1_000_000;
  private static final int SAMPLES = 500;
  private static final int WARM_UP = 100;
  private static final long SPAN_SECONDS = 29 * 86_400L;

  private static final String NEAR =
      """
      SELECT id, call_order_id, enrollment_id, recorded_at
        FROM event
       WHERE tenant_id = ? AND id >= ?
       ORDER BY id
       LIMIT 1
      """;

  private final Connection connection;
  private final Api api;
  private final UUID tenant;
  private final Instant begin = Instant.now().minusSeconds(SPAN_SECONDS);
  private final Random random = new Random(1);
  private final int samples = Scale.of(SAMPLES);
  private final BenchReport figures = new BenchReport("feed");

  private FeedPageBench(Connection connection, Api api, UUID tenant) {
    this.connection = connection;
    this.api = api;
    this.tenant = tenant;
  }

  public static void main(String[] arguments) throws IOException, SQLException {
    try (Server server = Server.start();
        Api api = new Api(server.sandbox(), 1);
        Connection connection = server.connect()) {
      UUID tenant = IdKind.TENANT.parse(server.sandbox().tenantId()).orElseThrow();
      EventSeeder.write(server.owner(), tenant, Scale.of(EVENTS));
      new FeedPageBench(connection, api, tenant).measure();
    }
  }

  private void measure() throws SQLException {
    figures.add("events in the feed", count(), "");
    WarmUp warmUp = WarmUp.start();
    do {
      time("warm-up", 0, WARM_UP, near -> "after=" + near.id());
    } while (warmUp.isRunning());
    for (int depth : new int[] {0, 25, 50, 75, 99}) {
      page("plain", depth, near -> "after=" + near.id());
      page("common type", depth, near -> "after=" + near.id() + "&event_types=call.ended");
      page("rare type", depth, near -> "after=" + near.id() + "&event_types=suppression.*");
      page("created_after", depth, near -> "created_after=" + near.recordedAt());
      page("order", depth, near -> "call_order_id=" + near.order());
      page("enrollment", depth, near -> "enrollment_id=" + near.enrollment());
    }
    figures.end();
  }

  private double count() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT count(*) FROM event")) {
      row.next();
      return row.getLong(1);
    }
  }

  private void page(String filter, int depth, Query query) throws SQLException {
    figures.add(filter + " at " + depth + "%", time(filter, depth, samples, query));
  }

  private Quantiles time(String what, int depth, int times, Query query) throws SQLException {
    List<String> targets = new ArrayList<>();
    for (int sample = 0; sample < times; sample++) {
      targets.add("/v1/events?limit=100&" + query.at(near(depth)));
    }
    long[] nanos = new long[times];
    for (int sample = 0; sample < times; sample++) {
      long start = System.nanoTime();
      Api.Answer answer = api.get(targets.get(sample)).await();
      nanos[sample] = System.nanoTime() - start;
      if (answer.status() != 200) {
        throw new IllegalStateException(what + " answered " + answer.body());
      }
    }
    return new Quantiles(nanos);
  }

  /** An event by chance, within one percent of the feed behind that depth. */
  private Near near(int depth) throws SQLException {
    double share = (depth + random.nextDouble()) / 100;
    Instant at = begin.plusSeconds((long) (share * (SPAN_SECONDS - 3_600)));
    try (PreparedStatement statement = connection.prepareStatement(NEAR)) {
      statement.setObject(1, tenant);
      statement.setObject(2, new UUID(at.toEpochMilli() << Short.SIZE, 0));
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        return new Near(
            IdKind.EVENT.format(row.getObject(1, UUID.class)),
            IdKind.ORDER.format(row.getObject(2, UUID.class)),
            IdKind.ENROLLMENT.format(row.getObject(3, UUID.class)),
            URLEncoder.encode(
                row.getObject(4, OffsetDateTime.class).toInstant().toString(),
                StandardCharsets.UTF_8));
      }
    }
  }

  private record Near(String id, String order, String enrollment, String recordedAt) {}

  private interface Query {
    String at(Near near);
  }
}
