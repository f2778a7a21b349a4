package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.call.Money;
import eu.callorders.core.capacity.DialRule;
import eu.callorders.core.capacity.RuleVerdict;
import eu.callorders.core.dial.DialExplanation;
import eu.callorders.core.predial.PredialCheck;
import eu.callorders.core.predial.PredialCheck.OnFailure;
import eu.callorders.core.predial.PredialFailure;
import eu.callorders.core.predial.PredialReply;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.server.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The question to the client before a dial. */
@Tag("long")
class PredialCheckTest {
  private static final PredialReply FAILED =
      new PredialReply.Failed(PredialFailure.CONNECTION_FAILED);
  private static final Duration HOUR = Duration.ofHours(1);

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
  void asksBeforeTheIntent() {
    PlacedOrder order = askedOrder();

    assertThat(order.attempts()).isEmpty();
    assertThat(order.status()).isEqualTo("scheduled");
    assertThat(tenant.dials()).isZero();
    JsonNode question = Json.parse(client.questions.getFirst().body().getBytes());
    assertThat(question.path("type").asText()).isEqualTo("predial.check");
    assertThat(question.at("/data/attempt").asInt()).isEqualTo(1);
    assertThat(question.at("/data/subject").toString())
        .isEqualTo("{\"reference\":\"" + order.load().subjectReference() + "\"}");
    assertThat(question.at("/data/claim"))
        .isEqualTo(order.load().document().json().at("/context/claim"));
    assertThat(question.toString()).doesNotContain("Muster\"", "Erika", "+49");
  }

  @Test
  void dialsWhenTheClientPermits() {
    PlacedOrder order = askedOrder();

    reply(new PredialReply.Proceed(null));

    assertThat(gateway.calledOrders()).containsExactly(order.id());
    assertThat(fixture.predial.stored(order.id())).isZero();
    JsonNode decision = order.attempts().getFirst().intent().decision();
    assertThat(decision.at("/predial_check/decision").asText()).isEqualTo("proceed");
    assertThat(decision.at("/rules").findValuesAsText("rule")).contains("predial_check");
    assertThat(client.questions).hasSize(1);
  }

  @Test
  void outstandingGoesIntoTheBriefingOfThisAttemptAlone() {
    PlacedOrder order = askedOrder();

    reply(new PredialReply.Proceed(Money.of("80.00", "EUR")));

    PlaceCall call = gateway.placed.getFirst();
    assertThat(call.briefing().claim().get("outstanding"))
        .isEqualTo(Map.of("value", "80.00", "currency", "EUR"));
    assertThat(call.briefing().claim().get("creditor_name")).isEqualTo("Stadtwerke Musterstadt");
    assertThat(order.view().at("/context/claim/outstanding/value").asText()).isEqualTo("120.50");
    JsonNode decision = order.attempts().getFirst().intent().decision();
    assertThat(decision.at("/predial_check/outstanding/value").asText()).isEqualTo("80.00");
  }

  @Test
  void holdWaitsUntilThenAndAsksAgain() {
    PlacedOrder order = askedOrder();
    Instant until = tenant.now().plus(HOUR);

    reply(new PredialReply.Hold(until));

    assertThat(gateway.placed).isEmpty();
    assertThat(verdict(order).until()).isEqualTo(until);
    assertThat(verdict(order).parameters()).isEqualTo(Map.of("state", "held"));
    DialExplanation explanation = fixture.explain(order);
    assertThat(explanation.rules().getFirst().rule()).isEqualTo(DialRule.PREDIAL_CHECK);
    assertThat(explanation.nextPossibleAt()).isEqualTo(until);
    assertThat(Instant.parse(order.view().path("next_attempt_at").asText()))
        .isBetween(until.minusMillis(1), until);
    tenant.jump(HOUR.minusMinutes(1));
    assertThat(fixture.predialDialer.runOnce().orders()).isZero();
    tenant.jump(Duration.ofMinutes(1));
    fixture.predialDialer.runOnce();
    assertThat(client.orders()).containsExactly(order.id(), order.id());
  }

  @Test
  void editDuringAHoldDoesNotEndIt() {
    PlacedOrder order = askedOrder();
    reply(new PredialReply.Hold(tenant.now().plus(HOUR)));

    new TestClient(fixture, tenant.id())
        .patch(order, order.tag(), "{\"metadata\": {\"who\": \"me\"}}");
    fixture.predialDialer.runOnce();

    assertThat(client.questions).hasSize(1);
    assertThat(gateway.placed).isEmpty();
    assertThat(verdict(order).parameters()).isEqualTo(Map.of("state", "held"));
  }

  @Test
  void cancelEndsTheOrderWithItsReason() {
    PlacedOrder order = askedOrder();

    reply(new PredialReply.Cancel("paid this morning"));

    assertThat(order.status()).isEqualTo("canceled");
    assertThat(order.result().at("/termination/actor").asText()).isEqualTo("client");
    assertThat(order.result().at("/termination/note").asText()).isEqualTo("paid this morning");
    assertThat(order.eventTypes())
        .containsExactly("call_order.accepted", "call_order.scheduled", "call_order.canceled");
    assertThat(gateway.placed).isEmpty();
    assertThat(fixture.predial.stored(order.id())).isZero();
  }

  @Test
  void dialsWithoutAnswerWhereTheTenantIsSetSo() {
    fixture.predial.set(tenant, OnFailure.PROCEED);
    PlacedOrder order = askedOrder();

    reply(FAILED);

    assertThat(gateway.calledOrders()).containsExactly(order.id());
    JsonNode decision = order.attempts().getFirst().intent().decision();
    assertThat(decision.at("/predial_check/error").asText()).isEqualTo("connection_failed");
  }

  @Test
  void decidesAgainAfterTheAnswer() {
    PlacedOrder order = askedOrder();
    tenant.disable(true);

    reply(new PredialReply.Proceed(null));

    assertThat(gateway.placed).isEmpty();
    assertThat(order.status()).isEqualTo("scheduled");
    assertThat(order.attempts()).isEmpty();
  }

  @Test
  void changedCheckIsAskedAnew() {
    PlacedOrder order = askedOrder();
    fixture.predial.set(tenant, OnFailure.PROCEED);

    reply(new PredialReply.Cancel("by the former setting"));

    assertThat(client.orders()).containsExactly(order.id(), order.id());
    assertThat(order.status()).isEqualTo("scheduled");
  }

  @Test
  void removedCheckLetsTheOrderBeDialed() {
    PlacedOrder order = askedOrder();
    fixture.predial.set(tenant, (PredialCheck) null);

    reply(FAILED);

    assertThat(gateway.calledOrders()).containsExactly(order.id());
  }
}
