package eu.callorders.server.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.signing.SigningSecret;
import eu.callorders.core.webhook.TargetRules;
import eu.callorders.server.Await;
import eu.callorders.server.tracing.Traces;
import eu.callorders.server.webhook.endpoint.Endpoint;
import io.vertx.core.Promise;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Limits of bytes in claims, and deliveries that cannot be signed. */
class SenderBytesTest {
  @AutoClose private final WebhookDeliveryFixture fixture = new WebhookDeliveryFixture();
  private final Receiver receiver = fixture.receiver;
  private Endpoint endpoint;

  @BeforeEach
  void open() {
    endpoint = fixture.endpoint(receiver.url());
    fixture.events(5);
    fixture.first.fanOut.runOnce();
  }

  @Test
  void claimRespectsBytesOfEndpointAndClaim() {
    int size = fixture.envelopes().getFirst().length();

    assertThat(claim(1, 1_000_000)).hasSize(1);
    assertThat(claim(1_000_000, 1)).hasSize(1);
    assertThat(claim(size + 1, 1_000_000))
        .hasSize(2)
        .allSatisfy(one -> assertThat(one.claimed().bytes()).isEqualTo(size));
    assertThat(claim(1_000_000, 1_000_000)).hasSize(1);
  }

  @Test
  void unsignableDeliveryFailsWithoutAffectingOthers() {
    ConcurrencyLimiter limiter = new ConcurrencyLimiter(ConcurrencyLimiter.Limits.DEFAULT);
    AttemptRunner runner =
        new AttemptRunner(
            new TargetRules(Set.of(receiver.hostAndPort())),
            fixture.first.sender,
            fixture.first.outcomes,
            limiter,
            Traces.OFF,
            fixture.clock,
            fixture.random,
            () -> {});
    List<LoadedDelivery> claimed = claim(1_000_000, 1_000_000);
    List<SigningSecret> none = Arrays.asList((SigningSecret) null);
    for (LoadedDelivery one : claimed) {
      List<SigningSecret> secrets = one == claimed.getFirst() ? none : fixture.secretsOf(endpoint);
      ReadyDelivery ready = new ReadyDelivery(one, Optional.of(secrets));
      limiter.add(one.claimed(), () -> runner.run(ready, Promise.promise()));
    }
    limiter.runWaiting(endpoint.id());
    Await.until("all have ended", () -> limiter.inFlightCount() == 0);
    fixture.first.storeOutcomes();

    assertThat(receiver.requests).hasSize(4);
    assertThat(fixture.log(endpoint))
        .filteredOn(one -> one.status() == DeliveryStatus.FAILED)
        .singleElement()
        .satisfies(
            one -> {
              assertThat(one.id()).isEqualTo(claimed.getFirst().claimed().id());
              assertThat(one.attempts().getFirst().error()).isEqualTo("unsendable");
            });
  }

  private List<LoadedDelivery> claim(long endpointBytes, long claimBytes) {
    ConcurrencyLimiter.Allowance allowance =
        new ConcurrencyLimiter.Allowance(endpoint.id(), 10, 0, endpointBytes, 1);
    return fixture
        .database
        .asWorker(
            connection ->
                DeliveryQueue.claim(connection, fixture.first.id, List.of(allowance), claimBytes))
        .await()
        .deliveries();
  }
}
