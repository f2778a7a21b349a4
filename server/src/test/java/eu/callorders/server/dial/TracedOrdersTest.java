package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.order.OrderCommand;
import eu.callorders.core.order.OrderState;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.server.Await;
import eu.callorders.server.tracing.TracedStep;
import eu.callorders.server.tracing.TracedStep.AttemptPlanned;
import eu.callorders.server.tracing.TracedStep.CallEnded;
import eu.callorders.server.tracing.TracedStep.CallPlaced;
import eu.callorders.server.tracing.TracedStep.OrderAccepted;
import eu.callorders.server.tracing.TracedStep.OrderEnded;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Each node records the steps of an order that it takes. */
class TracedOrdersTest {
  private final ScriptedGateway gateway = new ScriptedGateway();
  private final DialFixture fixture = DialFixture.withGateway(gateway);
  private final DialFixture other = fixture.anotherNode();
  private final TestTenant tenant = fixture.tenant();
  private final Instant begin = DialFixture.REAL_TIME.instant();

  @AfterEach
  void close() {
    other.close();
    fixture.close();
  }

  @Test
  void recordsAcceptanceAndPlan() {
    PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).place();

    assertThat(fixture.traces.steps(OrderAccepted.class))
        .singleElement()
        .satisfies(this::isInRealTime)
        .extracting(OrderAccepted::orderId)
        .isEqualTo(order.id());
    assertThat(fixture.traces.steps(AttemptPlanned.class))
        .singleElement()
        .satisfies(this::isInRealTime)
        .satisfies(
            plan ->
                assertThat(plan.nextAttemptAt())
                    .isCloseTo(
                        ((OrderState.Scheduled) order.load().state()).nextAttemptAt(),
                        within(1, ChronoUnit.MICROS)));
  }

  @Test
  void nodeThatDialsRecordsTheRequestAndNodeThatStoresRecordsTheCall() {
    PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).place();
    CallPlaced placed = dialByOther();
    assertThat(placed.orderId()).isEqualTo(order.id());
    assertThat(placed.attemptId()).isEqualTo(order.attempt());
    assertThat(placed.result()).isEqualTo("accepted");
    isInRealTime(placed);

    fixture.receive(gateway.ended(order.attempt(), Disposition.BUSY, Cause.NORMAL));

    assertThat(fixture.traces.steps(CallEnded.class))
        .singleElement()
        .satisfies(this::isInRealTime)
        .satisfies(
            call -> {
              assertThat(call.attemptId()).isEqualTo(order.attempt());
              assertThat(call.attemptNumber()).isEqualTo(1);
              assertThat(call.status()).isEqualTo("closed");
              assertThat(call.disposition()).isEqualTo("busy");
              assertThat(call.cause()).isEqualTo("normal");
            });
    assertThat(fixture.traces.steps(AttemptPlanned.class)).as("with the retry").hasSize(2);
    assertThat(fixture.traces.steps(CallPlaced.class)).isEmpty();
    assertThat(other.traces.steps(CallEnded.class)).isEmpty();
  }

  @Test
  void refusedAttemptDoesNotCount() {
    gateway.withPlaceResult(new PlaceResult.Refused(PlaceResult.RefusalReason.CAPACITY, null));
    tenant.anOrder().to(MagicLine.BUSY).place();

    assertThat(dialByOther().result()).isEqualTo("refused");
    other.inboxProcessor.runOnce();

    assertThat(other.traces.steps(CallEnded.class))
        .singleElement()
        .satisfies(
            call -> {
              assertThat(call.attemptNumber()).isZero();
              assertThat(call.status()).isEqualTo("refused");
              assertThat(call.disposition()).isNull();
            });
  }

  @Test
  void recordsTheEndOfAnOrderOnce() {
    PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).place();

    fixture.orders.change(order, new OrderCommand.Cancel("a free text"));
    fixture.orders.change(order, new OrderCommand.Cancel("a free text"));

    assertThat(fixture.traces.steps(OrderEnded.class))
        .singleElement()
        .satisfies(
            ended -> {
              assertThat(ended.orderId()).isEqualTo(order.id());
              assertThat(ended.status()).isEqualTo("canceled");
              assertThat(ended.reason()).isEqualTo("canceled");
            });
  }

  private CallPlaced dialByOther() {
    assertThat(other.dialer.runOnce().orders()).isEqualTo(1);
    return Await.until(
            "the gateway has replied",
            () -> other.traces.steps(CallPlaced.class),
            steps -> !steps.isEmpty())
        .getFirst();
  }

  /** The clock of the tenant differs by more. */
  private void isInRealTime(TracedStep step) {
    Duration tolerance = Duration.ofMinutes(10);
    assertThat(step.startedAt()).isBetween(begin.minus(tolerance), begin.plus(tolerance));
    assertThat(step.endedAt()).isBetween(begin.minus(tolerance), begin.plus(tolerance));
    assertThat(Duration.between(begin, tenant.now()).abs()).isGreaterThan(tolerance);
  }
}
