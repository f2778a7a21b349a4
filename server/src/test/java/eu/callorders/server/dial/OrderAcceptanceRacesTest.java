package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.Await;
import eu.callorders.server.CommitFailures;
import eu.callorders.server.HeldLocks;
import eu.callorders.server.Race.RaceOutcome;
import eu.callorders.server.dial.TestClient.ClientResponse;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Concurrent orders; of those with equal keys only one is accepted. */
class OrderAcceptanceRacesTest {
  private static final ScriptedGateway GATEWAY = new ScriptedGateway();
  private static DialFixture fixture;
  private static DialFixture other;

  private final TestTenant tenant = fixture.tenant();
  private final TestClient here = new TestClient(fixture, tenant.id());
  private final TestClient there = new TestClient(other, tenant.id());

  @BeforeAll
  static void open() {
    fixture = DialFixture.withGateway(GATEWAY);
    other = fixture.anotherNode();
  }

  @AfterAll
  static void close() {
    other.close();
    fixture.close();
  }

  /** The nodes of the two requests. */
  enum Nodes {
    ONE,
    TWO,
    TWO_REVERSED
  }

  @ParameterizedTest
  @EnumSource
  void secondRequestGetsConflictThenTheReplay(Nodes nodes) throws Exception {
    ObjectNode order = tenant.anOrder().to(MagicLine.BUSY).json();
    var race =
        fixture.race(
            () -> first(nodes).create("key", order), () -> second(nodes).create("key", order));

    assertThat(race.outcome()).isEqualTo(RaceOutcome.ENDED);
    assertThat(race.first().status()).isEqualTo(202);
    assertThat(race.first().replayed()).isFalse();
    assertInProgress(race.second());
    ClientResponse again = second(nodes).create("key", order);
    assertThat(again.status()).isEqualTo(202);
    assertThat(again.replayed()).isTrue();
    assertThat(again.body()).isEqualTo(race.first().body());
    assertOrders(1);
  }

  @ParameterizedTest
  @EnumSource
  void otherBodyIsRefusedAfterTheFirst(Nodes nodes) throws Exception {
    ObjectNode order = tenant.anOrder().to(MagicLine.BUSY).json();
    ObjectNode another = tenant.anOrder().to(MagicLine.BUSY).json();
    var race =
        fixture.race(
            () -> first(nodes).create("key", order), () -> second(nodes).create("key", another));

    assertThat(race.outcome()).isEqualTo(RaceOutcome.ENDED);
    assertThat(race.first().status()).isEqualTo(202);
    assertInProgress(race.second());
    ClientResponse again = second(nodes).create("key", another);
    assertThat(again.status()).isEqualTo(422);
    assertThat(again.code()).isEqualTo("idempotency_key_reused");
    assertOrders(1);
  }

  @ParameterizedTest
  @EnumSource
  void secondRequestSucceedsAfterTheFirstFailed(Nodes nodes) throws Exception {
    ObjectNode order = tenant.anOrder().to(MagicLine.BUSY).json();

    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        HeldLocks events = HeldLocks.ofTable(fixture.vertx, fixture.testDatabase, "event")) {
      Future<ClientResponse> broken = threads.submit(() -> first(nodes).create("key", order));
      int ahead = events.awaitWaiter();
      assertInProgress(second(nodes).create("key", order));
      events.kill(ahead);
      assertThat(broken.get().status()).isEqualTo(500);
    }

    ClientResponse response = second(nodes).create("key", order);
    assertThat(response.status()).isEqualTo(202);
    assertThat(response.replayed()).isFalse();
    assertOrders(1);
  }

  @Test
  void failedCommitIsNotAcknowledged() {
    ObjectNode order = tenant.anOrder().to(MagicLine.BUSY).json();

    try (CommitFailures _ = CommitFailures.of(fixture.vertx, fixture.testDatabase, "call_order")) {
      assertThat(here.create("key", order).status()).isEqualTo(500);
    }

    assertOrders(0);
    assertThat(there.create("key", order).replayed()).isFalse();
    assertOrders(1);
  }

  @Test
  void firstOfTwoInOneTransactionIsAccepted() throws Exception {
    ObjectNode order = tenant.anOrder().to(MagicLine.BUSY).json();
    ObjectNode another = tenant.anOrder().to(MagicLine.BUSY).json();

    List<ClientResponse> answers =
        together(List.of("same", "same", "own"), List.of(order, another, another));

    assertThat(answers).extracting(ClientResponse::status).containsExactly(202, 409, 202);
    assertInProgress(answers.get(1));
    assertThat(here.create("same", another).code()).isEqualTo("idempotency_key_reused");
    assertOrders(3);
  }

  @Test
  void failedOrderDoesNotAffectItsBatch() throws Exception {
    ObjectNode good = tenant.anOrder().to(MagicLine.BUSY).json();
    ObjectNode refused = good.deepCopy().put("order_type", "unknown");
    ObjectNode broken = good.deepCopy().put("client_reference", "no \0 text");

    List<ClientResponse> answers =
        together(List.of("1", "2", "3", "4"), List.of(good, refused, broken, good));

    assertThat(answers).extracting(ClientResponse::status).containsExactly(202, 422, 500, 202);
    assertOrders(3);
  }

  /** Puts the orders into one transaction, which starts once the one before it stalls. */
  private List<ClientResponse> together(List<String> keys, List<ObjectNode> orders)
      throws Exception {
    List<ObjectNode> all =
        Stream.concat(Stream.of(tenant.anOrder().to(MagicLine.BUSY).json()), orders.stream())
            .toList();
    List<String> allKeys = Stream.concat(Stream.of("stalled"), keys.stream()).toList();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        HeldLocks events = HeldLocks.ofTable(fixture.vertx, fixture.testDatabase, "event")) {
      Future<List<ClientResponse>> answers = threads.submit(() -> here.create(allKeys, all));
      Await.until("two transactions run", events::waiting, pids -> pids.size() >= 2);
      events.release();
      return answers.get().subList(1, all.size());
    }
  }

  private TestClient first(Nodes nodes) {
    return nodes == Nodes.TWO_REVERSED ? there : here;
  }

  private TestClient second(Nodes nodes) {
    return nodes == Nodes.TWO ? there : here;
  }

  private static void assertInProgress(ClientResponse response) {
    assertThat(response.status()).isEqualTo(409);
    assertThat(response.code()).isEqualTo("idempotency_key_in_progress");
  }

  private void assertOrders(long count) {
    assertThat(
            fixture
                .query("SELECT count(*) FROM call_order WHERE tenant_id = $1", tenant.id())
                .getFirst()
                .getLong(0))
        .isEqualTo(count);
    assertThat(
            fixture
                .query(
                    "SELECT count(*) FROM event WHERE tenant_id = $1"
                        + " AND type = 'call_order.accepted'",
                    tenant.id())
                .getFirst()
                .getLong(0))
        .isEqualTo(count);
  }
}
