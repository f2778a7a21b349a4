package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.order.OrderState;
import eu.callorders.core.signing.MessageSignature;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.server.Await;
import eu.callorders.server.telephony.FakeGateway;
import eu.callorders.server.telephony.HttpGateway;
import eu.callorders.server.tracing.Traces;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Random;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An order that is due while the gateway, whose health is good, takes no calls. */
class GatewayOutageTest {
  private static final int MORE_THAN_ANY_LIMIT = 25;

  private final ScriptedGateway gateway = new ScriptedGateway().authoritative(true);
  @AutoClose private final DialFixture fixture = DialFixture.withGateway(gateway);
  @AutoClose private final FakeGateway http = new FakeGateway();
  private final TestTenant tenant = fixture.tenant();
  private final PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).place();

  @Test
  void orderWaitsWhileConnectionsAreRefused() {
    gateway.placingBy(at(URI.create("http://127.0.0.1:9"))::place);
    for (int call = 1; call <= MORE_THAN_ANY_LIMIT; call++) {
      failToDial(call);
    }
    assertThat(order.load().consecutiveRefusals()).isZero();
    assertDialedOnceAfterTheOutage();
  }

  @Test
  void orderWaitsWhileTheSignatureIsRejected() {
    http.placing(401, "");
    gateway.placingBy(at(http.address())::place);
    for (int call = 1; call <= MORE_THAN_ANY_LIMIT; call++) {
      failToDial(call);
    }
    assertThat(order.load().consecutiveRefusals()).isZero();
    assertDialedOnceAfterTheOutage();
  }

  /** The outcome is unknown until the gateway says that it has no such call. */
  @ParameterizedTest
  @CsvSource({"403", "500", "503"})
  void orderWaitsWhileResponsesHaveNoMeaning(int status) {
    http.placing(status, "");
    gateway.placingBy(at(http.address())::place);
    for (int call = 1; call <= MORE_THAN_ANY_LIMIT; call++) {
      fixture.dialDue();
      assertThat(order.status()).isEqualTo("dialing");
      order.silentFor(Duration.ofSeconds(10));
      fixture.reconciler.runOnce();
      awaitRefusals(call);
      jumpToNextAttempt();
    }
    assertThat(http.placed()).isEqualTo(MORE_THAN_ANY_LIMIT);
    assertDialedOnceAfterTheOutage();
  }

  private HttpGateway at(URI address) {
    return new HttpGateway(
        fixture.vertx,
        address,
        MessageSignature.of(FakeGateway.SECRET),
        HttpGateway.DEFAULT_TIMEOUT,
        Traces.OFF,
        InstantSource.system(),
        new Random(5));
  }

  private void failToDial(int call) {
    fixture.dialDue();
    awaitRefusals(call);
    jumpToNextAttempt();
  }

  private void awaitRefusals(int count) {
    Await.until(
        "refusal " + count,
        () -> {
          fixture.inboxProcessor.runOnce();
          return order.load().refusedAttempts() == count;
        });
    assertThat(order.status()).isEqualTo("scheduled");
  }

  private void jumpToNextAttempt() {
    Instant next = ((OrderState.Scheduled) order.load().state()).nextAttemptAt();
    tenant.jump(Duration.between(tenant.now(), next));
  }

  private void assertDialedOnceAfterTheOutage() {
    gateway.placed.clear();
    gateway.withPlaceResult(new PlaceResult.Accepted("by hand"));

    fixture.dialDue();
    fixture.dialDue();

    assertThat(gateway.placed).hasSize(1);
    assertThat(order.load().attemptCount()).isEqualTo(1);
    assertThat(order.status()).isEqualTo("dialing");
  }
}
