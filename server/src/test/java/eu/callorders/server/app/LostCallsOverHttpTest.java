package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.id.IdKind;
import eu.callorders.core.signing.SigningSecret;
import eu.callorders.db.TestDatabase;
import eu.callorders.server.Await;
import eu.callorders.server.TestNode;
import eu.callorders.simulator.standalone.SimulatorHttp;
import eu.callorders.simulator.standalone.SimulatorSettings;
import io.vertx.core.Vertx;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A restored database that lacks calls, and a gateway over HTTP whose log has them. */
@Tag("long")
class LostCallsOverHttpTest {
  private static final SigningSecret SECRET = SigningSecret.generate(new Random(3));
  private static final String ENDED =
      "SELECT count(*) FROM call_attempt WHERE status = 'closed' AND ended_at IS NOT NULL";

  /** Simulates a restore in which the first order was not dialed and the second did not exist. */
  private static final List<String> LOSSES =
      List.of(
          "DELETE FROM suppression_enforcement",
          "DELETE FROM suppression",
          "DELETE FROM transcript",
          "DELETE FROM call_attempt",
          "DELETE FROM dial_count",
          "DELETE FROM call_order_result",
          "DELETE FROM call_order_body WHERE order_id = '%2$s'",
          "DELETE FROM call_order_phone WHERE order_id = '%2$s'",
          "DELETE FROM call_order WHERE id = '%2$s'",
          """
          UPDATE call_order
             SET status = 'scheduled', next_attempt_at = created_at, current_attempt_id = NULL,
                 attempt_count = 0, consecutive_refusals = 0, ended_at = NULL
           WHERE id = '%1$s'
          """,
          "UPDATE gateway_cursor SET cursor = NULL, end_asked_at = NULL",
          """
          INSERT INTO dial_halt (id, kind, era, reason, halted_at)
          SELECT gen_random_uuid(), 'recovery', max(number), 'came back', now() FROM era
          """);

  @TempDir Path directory;
  private final Vertx vertx = Vertx.vertx();
  private final TestDatabase database = TestDatabase.create();
  private SimulatorHttp simulator;
  private RunningService service;

  @BeforeEach
  void start() {
    simulator =
        new SimulatorHttp(
            SimulatorSettings.of("127.0.0.1", 0, null, SECRET, directory.resolve("store"), calls()),
            InstantSource.system(),
            broken -> {});
    TestNode.await(vertx.deployVerticle(simulator));
    service = startService();
  }

  @AfterEach
  void stop() {
    service.close();
    TestNode.await(vertx.close());
    database.close();
  }

  @Test
  void areRecordedBeforeDialing() throws Exception {
    RunningTenant tenant = service.newTenant();
    UUID known = create(tenant, tenant.order("11"));
    OrderBody objecting = tenant.order("25");
    UUID gone = create(tenant, objecting);
    Await.until("both calls are over", () -> count(ENDED) == 2);
    service.close();
    String knownCall = attempts(known);
    String goneCall = attempts(gone);
    for (String loss : LOSSES) {
      sql(loss.formatted(known, gone));
    }

    service = startService();
    Await.until(
        "the halt is lifted",
        () ->
            count("SELECT count(*) FROM dial_halt WHERE kind = 'recovery' AND lifted_at IS NULL")
                == 0);

    assertThat(attempts(known)).isEqualTo(knownCall);
    assertThat(attempts(gone)).isEqualTo(goneCall);
    assertThat(service.sql("SELECT phone, subject_reference FROM suppression"))
        .containsExactly(List.of(objecting.phone(), objecting.reference()));
    assertThat(count("SELECT attempt_count FROM call_order WHERE id = '" + known + "'"))
        .isEqualTo(1);
    assertThat(count("SELECT count(*) FROM unknown_call")).isZero();
    assertThat(Files.readAllLines(calls())).hasSize(4); // two per call
  }

  private static UUID create(RunningTenant tenant, OrderBody order) {
    return IdKind.ORDER.parse(tenant.create(order)).orElseThrow();
  }

  private Path calls() {
    return directory.resolve("calls.jsonl");
  }

  private RunningService startService() {
    return RunningService.withDatabase(
        DatabaseSetup.keeping(database),
        Map.of(
            "CALLORDERS_GATEWAY",
            "http://127.0.0.1:" + simulator.port(),
            "CALLORDERS_GATEWAY_SECRET",
            SECRET.encode()));
  }

  private String attempts(UUID order) throws Exception {
    return sql("SELECT id || ' ' || subject_reference || ' ' || phone || ' ' || disposition"
            + " FROM call_attempt WHERE order_id = '%s'".formatted(order))
        .toString();
  }

  private int count(String query) {
    return Integer.parseInt(service.sql(query).getFirst().getFirst());
  }

  private List<String> sql(String statement) throws Exception {
    try (var connection = database.owner().connect();
        var prepared = connection.createStatement()) {
      prepared.execute("SET app.worker = 'on'");
      List<String> rows = new ArrayList<>();
      if (prepared.execute(statement)) {
        var found = prepared.getResultSet();
        while (found.next()) {
          rows.add(found.getString(1));
        }
      }
      return rows;
    }
  }
}
