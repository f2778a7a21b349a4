package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.server.Await;
import eu.callorders.server.testclock.ClockAdvancer;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Enforcement of suppressions after their commit: batches, crashes and faulty orders. */
class SuppressionEnforcementTest {
  private static final int MANY = 400;
  private static final String DISK_FULL = "53100";

  /** Nearly the contract's limit for metadata. */
  private static final int LARGE_VALUE = 500;

  private final ScriptedGateway gateway = new ScriptedGateway();
  private final DialFixture fixture = DialFixture.withGateway(gateway);
  private final TestTenant tenant = fixture.tenant();
  private final TestClient client = new TestClient(fixture, tenant.id());

  @AfterEach
  void close() {
    fixture.close();
  }

  private List<PlacedOrder> placed(int count, String subject, boolean large) {
    ObjectNode order = tenant.anOrder().forSubject(subject).to(MagicLine.BUSY).json();
    if (large) {
      ObjectNode metadata = order.putObject("metadata");
      for (int key = 0; key < 50; key++) {
        metadata.put("key" + key, "\ud83d\ude00".repeat(LARGE_VALUE));
      }
    }
    List<PlacedOrder> orders = new ArrayList<>();
    for (int place = 0; place < count; place++) {
      orders.add(tenant.place(order.deepCopy()));
    }
    return orders;
  }

  private long count(String status) {
    return fixture
        .query(
            "SELECT count(*) FROM call_order WHERE tenant_id = $1 AND status = $2",
            tenant.id(),
            status)
        .getFirst()
        .getLong(0);
  }

  private long pending() {
    return fixture.query("SELECT count(*) FROM suppression_enforcement").getFirst().getLong(0);
  }

  private List<Row> failedWork() {
    return fixture.query("SELECT kind, item_id, error FROM failed_work ORDER BY kind, item_id");
  }

  @Test
  void endsManyLargeOrdersInBatchesOfAHundred() {
    PlacedOrder first = placed(MANY, "erika", true).getFirst();

    assertThat(client.suppress(null, "erika").status()).isEqualTo(201);
    assertThat(count("canceled")).isZero();
    assertThat(fixture.suppressionEnforcement.runOnce()).isTrue();
    assertThat(count("canceled")).isEqualTo(100);
    assertThat(fixture.suppressionEnforcement.runOnce()).isTrue();
    assertThat(count("canceled")).isEqualTo(200);
    fixture.enforceSuppressions();

    assertThat(count("canceled")).isEqualTo(MANY);
    assertThat(pending()).isZero();
    JsonNode event = first.events().getLast();
    assertThat(event.path("type").asText()).isEqualTo("call_order.canceled");
    assertThat(event.at("/data/result/summary_code").asText()).isEqualTo("suppressed");
    assertThat(event.at("/data/metadata")).hasSize(50);
    assertThat(event.path("metadata")).hasSize(50);
    assertThat(event.path("data").has("context")).isFalse();
    assertThat(first.view().has("context")).isTrue();
  }

  @Test
  void objectionIsStoredDespiteManyLargeOrders() {
    PlacedOrder talking = tenant.anOrder().forSubject("erika").to(MagicLine.OBJECTS).place();
    fixture.dialDue();
    fixture.receive(gateway.answered(talking.attempt()));
    placed(MANY, "erika", true);

    fixture.store(gateway.objection(talking.attempt()));

    assertThat(tenant.suppressions()).isEqualTo(1);
    fixture.enforceSuppressions();
    assertThat(count("canceled")).isEqualTo(MANY);
    assertThat(talking.status()).isEqualTo("in_progress");
  }

  @Test
  void advanceWaitsForEnforcement() {
    placed(1, "erika", false);
    client.suppress(null, "erika");
    fixture.dialDue();
    ClockAdvancer advancer = fixture.clockAdvancer();
    Instant tomorrow = tenant.now().plus(Duration.ofDays(1));
    tenant.startAdvance(tenant.now().plus(Duration.ofDays(2)));

    advancer.runOnce();
    assertThat(tenant.now()).isBefore(tomorrow);
    fixture.enforceSuppressions();
    advancer.runOnce();

    assertThat(tenant.now()).isAfter(tomorrow);
  }

  @Test
  void anotherNodeContinuesAfterACrash() {
    placed(150, "erika", false);
    client.suppress(null, "erika");
    fixture.suppressionEnforcement.runOnce();
    assertThat(count("canceled")).isEqualTo(100);

    try (DialFixture other = fixture.anotherNode()) {
      other.enforceSuppressions();
    }

    assertThat(count("canceled")).isEqualTo(150);
    assertThat(pending()).isZero();
  }

  @Test
  void newSuppressionWaitsForAtMostOneBatch() {
    placed(250, "erika", false);
    placed(1, "max", false);
    client.suppress(null, "erika");
    fixture.suppressionEnforcement.runOnce();
    client.suppress(null, "max");

    fixture.suppressionEnforcement.runOnce();
    fixture.suppressionEnforcement.runOnce();

    assertThat(count("canceled")).isEqualTo(201);
  }

  /** Runs for both orders of the tenants' identifiers. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void tenantsAreServedRoundRobin(boolean reversed) {
    TestTenant second = fixture.tenant();
    TestTenant busy = reversed ? second : tenant;
    TestTenant quiet = reversed ? tenant : second;
    for (int subject = 0; subject < 20; subject++) {
      enter(busy, "busy-" + subject);
    }
    fixture.suppressionEnforcement.runOnce();
    PlacedOrder quietOrder = enter(quiet, "quiet");

    fixture.suppressionEnforcement.runOnce();
    fixture.suppressionEnforcement.runOnce();

    assertThat(quietOrder.status()).isEqualTo("canceled");
    assertThat(pending()).isEqualTo(21);
  }

  /** A failing batch uses up only the turn of its tenant. */
  @Test
  void failureOfOneTenantDoesNotDelayOthers() {
    PlacedOrder bad = enter(tenant, "erika");
    PlacedOrder good = enter(fixture.tenant(), "max");
    forbidEnd(bad, DISK_FULL);

    assertThatThrownBy(fixture.suppressionEnforcement::runOnce).hasMessageContaining(DISK_FULL);
    fixture.suppressionEnforcement.runOnce();

    assertThat(good.status()).isEqualTo("canceled");
  }

  private PlacedOrder enter(TestTenant of, String subject) {
    PlacedOrder order = of.anOrder().forSubject(subject).to(MagicLine.BUSY).place();
    new TestClient(fixture, of.id()).suppress(null, subject);
    return order;
  }

  @Test
  void failingOrderIsParked() {
    List<PlacedOrder> orders = placed(60, "erika", false);
    PlacedOrder bad = orders.get(30);
    forbidEnd(bad);
    client.suppress(null, "erika");

    Await.until(
        "all that can end has ended",
        () -> {
          fixture.enforceSuppressions();
          return pending() == 0;
        });

    assertThat(count("canceled")).isEqualTo(59);
    assertThat(bad.status()).isEqualTo("accepted");
    assertThat(failedWork())
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row.getString("kind")).isEqualTo("suppressed_order");
              assertThat(row.getString("item_id")).isEqualTo(bad.id().toString());
            });
  }

  @Test
  void orderWithRepeatedLockTimeoutIsParked() {
    List<PlacedOrder> orders = placed(8, "erika", false);
    PlacedOrder bad = orders.get(3);
    forbidEnd(bad, "55P03");
    client.suppress(null, "erika");

    Await.until(
        "all that can end has ended",
        () -> {
          fixture.query("UPDATE suppression_enforcement SET next_run_at = now() RETURNING phase");
          fixture.enforceSuppressions();
          return pending() == 0;
        });

    assertThat(count("canceled")).isEqualTo(7);
    assertThat(failedWork())
        .singleElement()
        .satisfies(row -> assertThat(row.getString("item_id")).isEqualTo(bad.id().toString()));
  }

  /** Four consecutive failures are transient; a success resets the count. */
  @Test
  void successResetsFailureCount() {
    forbidEnd(placed(1, "erika", false).getFirst(), DISK_FULL);
    client.suppress(null, "erika");
    for (int failure = 0; failure < 4; failure++) {
      assertThatThrownBy(fixture.suppressionEnforcement::runOnce).hasMessageContaining(DISK_FULL);
    }
    owner("DROP TRIGGER time_out ON call_order");
    fixture.enforceSuppressions();
    assertThat(count("canceled")).isEqualTo(1);

    forbidEnd(placed(1, "max", false).getFirst(), DISK_FULL);
    client.suppress(null, "max");

    assertThatThrownBy(fixture.suppressionEnforcement::runOnce).hasMessageContaining(DISK_FULL);
  }

  @Test
  void plannerParksFailingOrder() {
    List<PlacedOrder> orders = placed(30, "erika", false);
    PlacedOrder bad = orders.get(7);
    forbidEnd(bad);

    fixture.planner.runOnce();

    assertThat(count("scheduled")).isEqualTo(29);
    assertThat(failedWork())
        .singleElement()
        .satisfies(row -> assertThat(row.getString("kind")).isEqualTo("order"));
    assertThat(fixture.planner.runOnce()).isZero();
  }

  @Test
  void objectionIsRecordedWhenItsOrderCannotBeSaved() {
    PlacedOrder talking = tenant.anOrder().forSubject("erika").to(MagicLine.OBJECTS).place();
    fixture.dialDue();
    fixture.receive(gateway.answered(talking.attempt()));
    PlacedOrder other = tenant.anOrder().forSubject("max").to(MagicLine.BUSY).place();
    fixture.dialDue();
    forbidEnd(talking);
    List<String> confirmed = new ArrayList<>();

    fixture.inbox.add(
        List.of(
            gateway.objection(talking.attempt()),
            gateway.ended(other.attempt(), Disposition.BUSY, Cause.CARRIER_FAULT)),
        () -> confirmed.add("confirmed"));
    for (int round = 0; round < 12 && confirmed.isEmpty(); round++) {
      fixture.inboxProcessor.runOnce();
    }

    assertThat(confirmed).hasSize(1);
    assertThat(other.status()).isEqualTo("scheduled");
    assertThat(tenant.suppressions()).isEqualTo(1);
    assertThat(failedWork())
        .singleElement()
        .satisfies(row -> assertThat(row.getString("kind")).isEqualTo("gateway_event"));
    assertThat(
            client
                .create("key", tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).json())
                .code())
        .isEqualTo(ProblemCode.SUBJECT_SUPPRESSED.wire());
    assertThat(gateway.placed).extracting(PlaceCall::orderId).contains(talking.id());
  }

  /** Fails every update of the order like a statement timeout. */
  private void forbidEnd(PlacedOrder order) {
    forbidEnd(order, "57014");
  }

  private void forbidEnd(PlacedOrder order, String sqlState) {
    owner(
        """
        CREATE OR REPLACE FUNCTION time_out() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          RAISE EXCEPTION 'canceling statement due to statement timeout' USING ERRCODE = '%s';
        END $$;
        CREATE TRIGGER time_out BEFORE UPDATE ON call_order
          FOR EACH ROW WHEN (OLD.id = '%s') EXECUTE FUNCTION time_out()
        """
            .formatted(sqlState, order.id()));
  }

  private void owner(String statement) {
    PgConnection connection =
        PgConnection.connect(fixture.vertx, DialFixture.options(fixture.testDatabase.owner()))
            .await();
    try {
      connection.query(statement).execute().await();
    } finally {
      connection.close().await();
    }
  }
}
