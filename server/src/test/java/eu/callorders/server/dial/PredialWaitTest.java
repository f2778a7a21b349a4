package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.capacity.DialRule;
import eu.callorders.core.capacity.RuleVerdict;
import eu.callorders.core.predial.PredialCheck.OnFailure;
import eu.callorders.core.predial.PredialFailure;
import eu.callorders.core.predial.PredialReply;
import eu.callorders.server.HeldLocks;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Questions before a dial that wait, fail or are lost. */
@Tag("long")
class PredialWaitTest {
  private static final PredialReply FAILED =
      new PredialReply.Failed(PredialFailure.CONNECTION_FAILED);

  private final ScriptedGateway gateway = new ScriptedGateway();
  @AutoClose private final DialFixture fixture = DialFixture.withGateway(gateway);
  private final PredialClient client = fixture.predial.client;
  private final TestTenant tenant = fixture.tenant();

  @BeforeEach
  void setCheck() {
    fixture.predial.set(tenant, OnFailure.HOLD);
  }

  private PlacedOrder order() {
    PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).place();
    fixture.planner.runOnce();
    return order;
  }

  /** Places an order and asks about it. */
  private PlacedOrder askedOrder() {
    PlacedOrder order = order();
    assertThat(fixture.predialDialer.runOnce().orders()).isEqualTo(1);
    assertThat(client.orders()).endsWith(order.id());
    return order;
  }

  private void reply(PredialReply reply) {
    client.reply(reply);
    fixture.predialDialer.runOnce();
  }

  private RuleVerdict verdict(PlacedOrder order) {
    return fixture.explain(order).rules().stream()
        .filter(each -> each.rule() == DialRule.PREDIAL_CHECK)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void asksAgainAfterFailuresAtGrowingIntervals() {
    PlacedOrder order = askedOrder();
    for (int minutes : List.of(1, 2, 4)) {
      Instant now = tenant.now();
      reply(FAILED);
      RuleVerdict verdict = verdict(order);
      assertThat(verdict.until())
          .isBetween(
              now.plus(Duration.ofMinutes(minutes)),
              tenant.now().plus(Duration.ofMinutes(minutes)));
      assertThat(verdict.parameters())
          .containsEntry("state", "unanswered")
          .containsEntry("error", "connection_failed");
      fixture.predial.pass(Duration.ofMinutes(minutes));
      tenant.jump(Duration.ofMinutes(minutes));
      fixture.predialDialer.runOnce();
    }

    assertThat(client.questions).hasSize(4);
    reply(new PredialReply.Proceed(null));
    assertThat(gateway.calledOrders()).containsExactly(order.id());
  }

  @Test
  void answerThatIsTooOldIsAskedForAgain() {
    PlacedOrder order = askedOrder();
    client.reply(new PredialReply.Proceed(null));
    fixture.predial.pass(Duration.ofSeconds(6));

    fixture.predialDialer.runOnce();

    assertThat(gateway.placed).isEmpty();
    fixture.predial.loseQuestion(order);
    fixture.predialDialer.runOnce();
    assertThat(client.questions).hasSize(2);
  }

  @Test
  void lostQuestionIsAskedAgain() {
    PlacedOrder order = askedOrder();
    assertThat(fixture.predialDialer.runOnce().orders()).isZero();

    fixture.predial.loseQuestion(order);
    fixture.predialDialer.runOnce();

    assertThat(client.orders()).containsExactly(order.id(), order.id());
    reply(new PredialReply.Proceed(null)); // of the lost one
    assertThat(gateway.placed).isEmpty();
    reply(new PredialReply.Proceed(null));
    assertThat(gateway.calledOrders()).containsExactly(order.id());
  }

  @Test
  void waitingQuestionKeepsNoLockConnectionOrClaim() {
    PlacedOrder order = askedOrder();

    try (HeldLocks held = tenant.holdSubject(order.load().subjectReference())) {
      assertThat(held.waiting()).isEmpty();
    }
    assertThat(
            fixture.query(
                """
                SELECT pid FROM pg_stat_activity
                 WHERE datname = current_database()
                   AND state LIKE 'idle in transaction%'
                   AND pid <> pg_backend_pid()
                """))
        .isEmpty();
    assertThat(verdict(order).parameters()).isEqualTo(Map.of("state", "asked"));
    assertThat(fixture.anotherNode().predialDialer.runOnce().orders()).isZero();
  }

  @Test
  void orderWithoutLineIsNotAskedAbout() {
    tenant.changeQuota("max_concurrent_calls", 1);
    List<PlacedOrder> orders = Stream.generate(this::order).limit(3).toList();

    fixture.predialDialer.runOnce();
    fixture.predialDialer.runOnce();

    assertThat(client.orders()).containsExactly(orders.getFirst().id());
  }

  @Test
  void silentEndpointDelaysItsTenantOnly() {
    List<PlacedOrder> orders = Stream.generate(this::order).limit(5).toList();
    PlacedOrder other = fixture.tenant().anOrder().to(MagicLine.BUSY).place();
    fixture.planner.runOnce();

    fixture.predialDialer.runOnce();
    assertThat(gateway.calledOrders()).isEmpty();
    fixture.dialer.runOnce();

    assertThat(gateway.calledOrders()).containsExactly(other.id());
    assertThat(client.orders()).hasSize(2).isSubsetOf(ids(orders));
    reply(FAILED);
    reply(FAILED);
    reply(FAILED);
    assertThat(client.questions).hasSize(3);
    assertThat(fixture.predialDialer.runOnce().orders()).as("paused").isZero();
    assertThat(verdict(orders.getLast()).parameters()).isEqualTo(Map.of("state", "paused"));
    assertThat(fixture.predial.questions.limiter().failingTenants()).isEqualTo(1);
    fixture.predial.pass(Duration.ofSeconds(1));
    fixture.predialDialer.runOnce();
    assertThat(client.questions).hasSize(4);
    reply(new PredialReply.Proceed(null));
    assertThat(fixture.predial.questions.limiter().failingTenants()).isZero();
    assertThat(gateway.calledOrders()).hasSize(2);
  }

  @Test
  void batchOfQuestionsDelaysNoOtherTenant() throws Exception {
    PlacedOrder order = order();
    PlacedOrder other = fixture.tenant().anOrder().to(MagicLine.BUSY).place();
    fixture.planner.runOnce();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        HeldLocks channels = tenant.holdChannels()) {
      Future<Dialer.Round> asking = threads.submit(fixture.predialDialer::runOnce);
      channels.awaitWaiter();

      fixture.dialer.runOnce();

      assertThat(gateway.calledOrders()).containsExactly(other.id());
      assertThat(client.questions).isEmpty();
      channels.release();
      assertThat(asking.get().orders()).isEqualTo(1);
    }
    assertThat(client.orders()).containsExactly(order.id());
  }

  @Test
  void failingEndpointIsNotAskedWhereTheTenantProceeds() {
    fixture.predial.set(tenant, OnFailure.PROCEED);
    List<PlacedOrder> orders = Stream.generate(this::order).limit(6).toList();
    fixture.predialDialer.runOnce();

    for (int failure = 0; failure < 3; failure++) {
      reply(FAILED);
    }
    fixture.predialDialer.runOnce();

    assertThat(client.questions).hasSize(3);
    assertThat(gateway.calledOrders()).containsExactlyInAnyOrderElementsOf(ids(orders));
  }

  private static List<UUID> ids(List<PlacedOrder> orders) {
    return orders.stream().map(PlacedOrder::id).toList();
  }
}
