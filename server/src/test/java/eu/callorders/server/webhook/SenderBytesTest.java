package eu.callorders.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.signing.SigningSecret;
import eu.callorders.core.webhook.TargetRules;
import eu.callorders.server.Await;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a claim takes by its bytes, and what becomes of a delivery that cannot be signed. */
class SenderBytesTest {
  private final Vertx vertx = Vertx.vertx();
  private final Receiver receiver = new Receiver(vertx);
  private WebhookDeliveryFixture house;
  private Endpoint endpoint;

  @BeforeEach
  void open() {
    house = new WebhookDeliveryFixture(Set.of(receiver.hostAndPort()));
    endpoint = house.endpoint(receiver.url());
    house.events(5);
    house.first.fanOut.runOnce();
  }

  @AfterEach
  void close() {
    house.close();
    vertx.close().await();
  }

  @Test
  void aClaimTakesAsManyAsTheBytesOfTheLaneAndOfTheClaimAllow() {
    int size = house.envelopes().getFirst().length();

    assertThat(claim(1, 1_000_000)).hasSize(1);
    assertThat(claim(1_000_000, 1)).hasSize(1);
    assertThat(claim(size + 1, 1_000_000))
        .hasSize(2)
        .allSatisfy(one -> assertThat(one.claimed().bytes()).isEqualTo(size));
    assertThat(claim(1_000_000, 1_000_000)).hasSize(1);
  }

  @Test
  void aDeliveryThatCannotBeSignedFailsAloneAndStopsNoOther() {
    ConcurrencyLimiter lanes = new ConcurrencyLimiter(Dispatcher.LIMITS);
    AttemptRunner runner =
        new AttemptRunner(
            new TargetRules(Set.of(receiver.hostAndPort())),
            house.first.courier,
            house.first.ends,
            lanes,
            house.clock,
            house.random,
            () -> {});
    List<LoadedDelivery> claimed = claim(1_000_000, 1_000_000);
    List<SigningSecret> none = Arrays.asList((SigningSecret) null);
    for (LoadedDelivery one : claimed) {
      List<SigningSecret> secrets = one == claimed.getFirst() ? none : house.secretsOf(endpoint);
      ReadyDelivery ready = new ReadyDelivery(one, Optional.of(secrets));
      lanes.begun(one.claimed(), () -> runner.run(ready, Promise.promise()));
    }
    lanes.go(endpoint.id());
    Await.until("all have ended", () -> lanes.underWay() == 0);
    house.first.write();

    assertThat(receiver.got).hasSize(4);
    assertThat(house.log(endpoint))
        .filteredOn(one -> one.status() == DeliveryStatus.FAILED)
        .singleElement()
        .satisfies(
            one -> {
              assertThat(one.id()).isEqualTo(claimed.getFirst().claimed().id());
              assertThat(one.attempts().getFirst().error()).isEqualTo("unsendable");
            });
  }

  private List<LoadedDelivery> claim(long ofLane, long ofClaim) {
    ConcurrencyLimiter.Allowance room =
        new ConcurrencyLimiter.Allowance(endpoint.id(), 10, 0, ofLane, 1);
    return house
        .database
        .asWorker(
            connection ->
                new DeliveryQueue().claim(connection, house.first.id, List.of(room), ofClaim))
        .await()
        .deliveries();
  }
}
