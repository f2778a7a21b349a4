package eu.callorders.server.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.event.EventFixture;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EventPartitionRotatorTest {
  private static final String INSERT =
      """
      INSERT INTO event (tenant_id, id, recorded_at, occurred_at, type, envelope)
      VALUES (gen_random_uuid(), $1, $2, $2, 'call.started', '{}')
      """;

  private static final String PARTITIONS =
      """
      SELECT c.relname
        FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
       WHERE i.inhparent = 'event'::regclass
      """;

  @AutoClose private EventFixture fixture;
  private PartitionRotator rotator;
  private final Instant now = Instant.now();
  private final LocalDate today = LocalDate.ofInstant(now, ZoneOffset.UTC);

  @BeforeEach
  void open() {
    fixture = new EventFixture(5, 4);
    rotator = PartitionRotator.ofEvents(fixture.database());
  }

  @Test
  void migrationCreatesFuturePartitions() {
    assertThat(partitions()).contains("event_default", name(today), name(today.plusDays(6)));
    assertThat(partitionOf(insert(today.plusDays(1)))).isEqualTo(name(today.plusDays(1)));
  }

  @Test
  void createsPartitionsInAdvance() {
    Instant later = startOf(today.plusDays(100)).plusSeconds(40_000);
    assertThat(partitionOf(insert(today.plusDays(99)))).isEqualTo("event_default");

    rotator.runOnce(later, true);
    rotator.runOnce(later, true);

    LocalDate day = today.plusDays(101);
    assertThat(partitionOf(insert(day))).isEqualTo(name(day));
    assertThat(partitionOf(insert(today.plusDays(107)))).isEqualTo(name(today.plusDays(107)));
  }

  @Test
  void dropsPartitionOnlyWhenAllOfItHasExpired() {
    create(today.minusDays(60));
    create(today.minusDays(32));
    create(today.minusDays(30));
    insert(today.minusDays(60));
    UUID kept = insert(today.minusDays(30));

    rotator.runOnce(now, true);

    assertThat(partitions())
        .doesNotContain(name(today.minusDays(60)), name(today.minusDays(32)))
        .contains(name(today.minusDays(30)), name(today), "event_default");
    assertThat(partitionOf(kept)).isEqualTo(name(today.minusDays(30)));
  }

  @Test
  void keepsPartitionUntilReadersArePastIt() {
    LocalDate day = today.minusDays(40);
    create(day);
    Instant expiry = startOf(day.plusDays(1)).plusSeconds(30 * 86_400);

    rotator.runOnce(expiry.plusSeconds(7_199), true);
    assertThat(partitions()).contains(name(day));
    rotator.runOnce(expiry.plusSeconds(7_200), true);
    assertThat(partitions()).doesNotContain(name(day));
  }

  @Test
  void fastNodeDropsNothing() {
    UUID stray = insert(today.minusDays(20));
    create(today.minusDays(25));
    rotator.runOnce(startOf(today.plusYears(1)), true);
    assertThat(partitions()).contains(name(today.minusDays(25)), name(today));
    assertThat(partitionOf(stray)).isEqualTo("event_default");
  }

  @Test
  void dayWithRowsInTheDefaultPartitionStaysThere() {
    LocalDate stray = today.plusDays(50);
    insert(stray);
    insert(today.minusDays(40));
    for (int i = 0; i < 3; i++) {
      insert(today.minusDays(60));
    }

    rotator.runOnce(startOf(stray), true);

    assertThat(partitionOf(insert(stray))).isEqualTo("event_default");
    assertThat(partitions()).contains(name(stray.plusDays(1))).doesNotContain(name(stray));
    rotator.runOnce(now, true);
    RowSet<Row> remaining = worker("SELECT recorded_at FROM event_default", Tuple.tuple());
    assertThat(remaining).hasSize(2);
  }

  @Test
  void supportsConcurrentRuns() throws Exception {
    Instant later = startOf(today.plusDays(200));
    create(today.minusDays(50));
    try (ExecutorService nodes = Executors.newVirtualThreadPerTaskExecutor()) {
      var running =
          Stream.generate(() -> nodes.submit(() -> rotator.runOnce(later, true))).limit(4).toList();
      for (var node : running) {
        node.get();
      }
    }
    assertThat(partitions()).contains(name(today.plusDays(207)));
  }

  @Test
  void newPartitionsHaveTheSameIndexesAndPolicies() {
    create(today.plusDays(300));
    RowSet<Row> indexes =
        worker(
            """
            SELECT count(*) FROM pg_indexes WHERE tablename IN ($1, 'event_default')
             GROUP BY tablename
            """,
            Tuple.of(name(today.plusDays(300))));
    assertThat(indexes).extracting(row -> row.getLong(0)).containsExactly(4L, 4L);
    RowSet<Row> security =
        worker(
            "SELECT relrowsecurity AND relforcerowsecurity FROM pg_class WHERE relname = $1",
            Tuple.of(name(today.plusDays(300))));
    assertThat(security).extracting(row -> row.getBoolean(0)).containsExactly(true);
  }

  private void create(LocalDate day) {
    worker("SELECT create_day_partition('event', $1)", Tuple.of(day));
  }

  private UUID insert(LocalDate day) {
    UUID id = UUID.randomUUID();
    worker(INSERT, Tuple.of(id, startOf(day).plusSeconds(60).atOffset(ZoneOffset.UTC)));
    return id;
  }

  private String partitionOf(UUID id) {
    return worker("SELECT tableoid::regclass::text FROM event WHERE id = $1", Tuple.of(id))
        .iterator()
        .next()
        .getString(0);
  }

  private List<String> partitions() {
    return worker(PARTITIONS, Tuple.tuple()).stream().map(row -> row.getString(0)).toList();
  }

  private RowSet<Row> worker(String statement, Tuple arguments) {
    return fixture.database().asWorker(connection -> run(connection, statement, arguments)).await();
  }

  private static Future<RowSet<Row>> run(
      SqlConnection connection, String statement, Tuple arguments) {
    return connection.preparedQuery(statement).execute(arguments);
  }

  private static Instant startOf(LocalDate day) {
    return day.atStartOfDay(ZoneOffset.UTC).toInstant();
  }

  private static String name(LocalDate day) {
    return "event_" + day.format(DateTimeFormatter.BASIC_ISO_DATE);
  }
}
