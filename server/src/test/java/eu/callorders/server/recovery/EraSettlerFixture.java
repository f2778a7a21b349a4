package eu.callorders.server.recovery;

import static eu.callorders.server.TestNode.await;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.event.EventType;
import eu.callorders.server.Await;
import eu.callorders.server.TemporaryDirectories;
import eu.callorders.server.TestNode;
import eu.callorders.server.database.ConnectOptions;
import eu.callorders.server.database.PrimaryServer;
import eu.callorders.server.event.EventStore;
import eu.callorders.server.event.NewEvent;
import eu.callorders.server.event.RelatedResources;
import eu.callorders.server.json.Json;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;

/** A node on its own database and what it knows about eras. */
final class EraSettlerFixture implements AutoCloseable {
  static final String TENANT =
      """
      INSERT INTO tenant
        (id, name, default_locale, timezone, verification_mode, calling_hours,
         max_concurrent_calls, max_dials_per_day, max_contacts_per_subject_per_day,
         max_open_orders, transcript_mode, transcript_retention, recording_retention,
         result_months, sequences_enabled)
      VALUES ('00000000-0000-7000-8000-000000000001', 'Tenant', 'de-DE', 'Europe/Berlin',
              'date_of_birth', '{}', 10, 10, 10, 10, 'none', 'P90D', 'P0D', 36, true)
      """;

  static final UUID PLACED = UUID.fromString("00000000-0000-7000-8000-000000000002");
  static final String ATTEMPT =
      """
      INSERT INTO call_attempt (id, tenant_id, order_id, subject_reference, phone, from_number,
        status, intended_at, not_after, contact_day, dial_day, decision, claim_key)
      VALUES ('00000000-0000-7000-8000-000000000002', '00000000-0000-7000-8000-000000000001',
              gen_random_uuid(), 'person', '+493023125098', '+493023125000', 'placing', now(),
              now(), now(), now(), '{}', gen_random_uuid())
      """;

  /** Simulates a server restart: the stored start is earlier. */
  static final String RESTART =
      "UPDATE era SET started = started - interval '1 day'"
          + " WHERE number = (SELECT max(number) FROM era)";

  private final TemporaryDirectories directories = new TemporaryDirectories();
  final Path directory = directories.create("era");
  final TestNode node = new TestNode();
  private final SecureRandom random = new SecureRandom();
  private final EventStore events = new EventStore("sandbox", node.clock, random);
  private final PgConnectOptions worker =
      ConnectOptions.to(node.postgres.service()).addProperty("app.worker", "on");

  EraSettler settler(boolean reachesNoOne) {
    return settler(exemptions(reachesNoOne));
  }

  EraSettler settler(Exemptions exemptions) {
    return settler(node.vertx, exemptions);
  }

  EraSettler settler(Vertx vertx, Exemptions exemptions) {
    return new EraSettler(
        vertx,
        PrimaryServer.of(ConnectOptions.to(node.postgres.service())),
        exemptions,
        new Eras(),
        node.clock,
        random);
  }

  Exemptions exemptions(boolean reachesNoOne) {
    Path file = directory.resolve("instance.json");
    return new Exemptions(reachesNoOne, file, UUID.randomUUID(), node.clock);
  }

  void observe(EraSettler settler) {
    boolean current = await(node.database.asWorker(settler::isCurrent));
    assertThat(current).isTrue();
  }

  /** On a connection outside the pools. */
  boolean isCurrent(EraSettler settler) {
    return await(
        PgConnection.connect(node.vertx, worker)
            .compose(connection -> settler.isCurrent(connection).eventually(connection::close)));
  }

  RecoveryHalt.State state() {
    return await(node.database.asWorker(RecoveryHalt::state));
  }

  boolean lift(int era) {
    return await(node.database.asWorker(c -> RecoveryHalt.lift(c, era, "test")));
  }

  int eras() {
    return owner("SELECT FROM era").size();
  }

  List<Integer> erasOfEvents() {
    return await(
            node.database.asWorker(
                c -> c.query("SELECT (xid::text::bigint >> 48)::integer FROM event").execute()))
        .stream()
        .map((Row row) -> row.getInteger(0))
        .toList();
  }

  Future<Void> append(SqlConnection connection) {
    UUID tenant = UUID.fromString("00000000-0000-7000-8000-000000000001");
    return events.append(
        connection,
        List.of(
            new NewEvent(
                tenant,
                EventType.CALL_ORDER_ACCEPTED,
                node.clock.instant(),
                RelatedResources.none(),
                null,
                Json.object())));
  }

  SqlConnection begun() {
    PgConnection connection = await(PgConnection.connect(node.vertx, worker));
    await(connection.begin());
    return connection;
  }

  /** Waits until a session of this database waits for a lock. */
  void awaitWaiter() {
    Await.until(
        "a session waits",
        () ->
            !owner(
                    "SELECT FROM pg_locks l JOIN pg_stat_activity a USING (pid)"
                        + " WHERE NOT l.granted AND a.datname = current_database()")
                .isEmpty());
  }

  /** Runs a statement as the schema owner; returns one element per row. */
  List<String> owner(String sql) {
    try (var connection = node.postgres.owner().connect();
        var statement = connection.createStatement()) {
      statement.execute("SET app.worker = on");
      List<String> rows = new java.util.ArrayList<>();
      if (statement.execute(sql)) {
        var found = statement.getResultSet();
        while (found.next()) {
          rows.add("");
        }
      }
      return rows;
    } catch (SQLException e) {
      throw new AssertionError(sql, e);
    }
  }

  @Override
  public void close() {
    node.close();
    directories.close();
  }
}
