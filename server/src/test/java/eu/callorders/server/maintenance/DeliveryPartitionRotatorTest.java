package eu.callorders.server.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.event.EventFixture;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DeliveryPartitionRotatorTest {
  private static final String INSERT =
      """
      INSERT INTO webhook_delivery
        (tenant_id, created_at, id, endpoint_id, event_id, event_recorded_at, event_type, status)
      VALUES (gen_random_uuid(), $1, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), $1,
              'call.started', 'pending')
      """;

  private static final String PARTITIONS =
      """
      SELECT c.relname
        FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
       WHERE i.inhparent = 'webhook_delivery'::regclass
      """;

  private final Instant now = Instant.now();
  private final LocalDate today = LocalDate.ofInstant(now, ZoneOffset.UTC);
  @AutoClose private EventFixture fixture;
  private PartitionRotator rotator;

  @BeforeEach
  void open() {
    fixture = new EventFixture(6, 4);
    rotator = PartitionRotator.ofDeliveries(fixture.database());
  }

  @Test
  void createsFuturePartitions() {
    assertThat(partitions()).contains(name(today), name(today.plusDays(6)));

    rotator.runOnce(startOf(today.plusDays(100)), true);

    assertThat(partitions()).contains(name(today.plusDays(100)), name(today.plusDays(107)));
    insert(today.plusDays(100));
    assertThat(worker("SELECT FROM webhook_delivery_default", Tuple.tuple())).isEmpty();
  }

  @Test
  void dropsPartitionThirtyDaysAfterItsEnd() {
    for (int age : List.of(60, 32, 30, 29)) {
      worker("SELECT create_day_partition('webhook_delivery', $1)", Tuple.of(today.minusDays(age)));
    }
    insert(today.minusDays(60));
    insert(today.minusDays(40)); // in the default partition
    insert(today.minusDays(20)); // same, not yet expired
    rotator.runOnce(now, true);

    assertThat(partitions())
        .doesNotContain(name(today.minusDays(60)), name(today.minusDays(32)))
        .contains(name(today.minusDays(30)), name(today.minusDays(29)), name(today));
    assertThat(worker("SELECT FROM webhook_delivery_default", Tuple.tuple())).hasSize(1);
  }

  @Test
  void fastNodeDropsNothing() {
    rotator.runOnce(startOf(today.plusYears(1)), true);

    assertThat(partitions()).contains(name(today));
  }

  @Test
  void newPartitionsHaveTheSameIndexesAndPolicies() {
    LocalDate day = today.plusDays(300);
    worker("SELECT create_day_partition('webhook_delivery', $1)", Tuple.of(day));
    RowSet<Row> found =
        worker(
            """
            SELECT relrowsecurity AND relforcerowsecurity,
                   (SELECT count(*) FROM pg_indexes WHERE tablename = relname)
              FROM pg_class
             WHERE relname IN ($1, 'webhook_delivery_default')
            """,
            Tuple.of(name(day)));

    assertThat(found).hasSize(2).allMatch(row -> row.getBoolean(0) && row.getLong(1) == 5);
  }

  private void insert(LocalDate day) {
    worker(INSERT, Tuple.of(startOf(day).plusSeconds(60).atOffset(ZoneOffset.UTC)));
  }

  private List<String> partitions() {
    return worker(PARTITIONS, Tuple.tuple()).stream().map(row -> row.getString(0)).toList();
  }

  private RowSet<Row> worker(String statement, Tuple arguments) {
    return fixture
        .database()
        .asWorker(connection -> connection.preparedQuery(statement).execute(arguments))
        .await();
  }

  private static Instant startOf(LocalDate day) {
    return day.atStartOfDay(ZoneOffset.UTC).toInstant();
  }

  private static String name(LocalDate day) {
    return "webhook_delivery_" + day.format(DateTimeFormatter.BASIC_ISO_DATE);
  }
}
