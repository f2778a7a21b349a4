package eu.callorders.server.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.id.UuidV7;
import eu.callorders.server.event.FeedPosition;
import eu.callorders.server.webhook.endpoint.Endpoint;
import eu.callorders.server.webhook.endpoint.EndpointStatus;
import eu.callorders.server.webhook.replay.ReplayRange;
import eu.callorders.server.webhook.replay.ReplayStore;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("long")
class ReplayDeliveryTest {
  @AutoClose private final WebhookDeliveryFixture fixture = new WebhookDeliveryFixture();
  private final Receiver receiver = fixture.receiver;

  @Test
  void replaySendsTheSameEventsAgain() {
    Endpoint endpoint = fixture.endpoint(receiver.url());
    fixture.events(450);
    fixture.first.processAll();
    UUID replayId = replay(endpoint, null, false);
    runReplays();
    assertThat(fixture.log(endpoint)).hasSize(900);
    assertThat(fixture.log(endpoint))
        .filteredOn(one -> replayId.equals(one.replayId()))
        .hasSize(450);
    assertThat(receiver.requests).extracting(Receiver.ReceivedRequest::id).hasSize(900);
    assertThat(receiver.requests.stream().map(Receiver.ReceivedRequest::id).distinct())
        .hasSize(450);
    assertThat(fixture.rows("SELECT state FROM webhook_replay").get(0).getString(0))
        .isEqualTo("done");
  }

  @Test
  void replayOfFailedEventsOmitsOthers() {
    Endpoint endpoint = fixture.endpoint(receiver.url());
    fixture.events(3);
    fixture.first.processAll();
    fixture.update(fixture.find(endpoint).with(EndpointStatus.DISABLED, fixture.clock.instant()));
    fixture.events(2);
    fixture.first.processAll();
    fixture.update(fixture.find(endpoint).with(EndpointStatus.ACTIVE, fixture.clock.instant()));
    replay(endpoint, null, true);
    runReplays();
    assertThat(receiver.requests).hasSize(5);
    assertThat(receiver.requests.stream().map(Receiver.ReceivedRequest::id).distinct()).hasSize(5);
  }

  @Test
  void replayOfNamedTypesIsSentBeyondTheSubscription() {
    Endpoint endpoint = fixture.endpoint(receiver.url(), List.of("call.*"), false);
    fixture.events(2);
    fixture.first.processAll();
    assertThat(fixture.log(endpoint)).isEmpty();

    replay(endpoint, List.of("order_type.created"), false);
    runReplays();

    assertThat(receiver.requests).hasSize(2);
    assertThat(fixture.log(endpoint))
        .extracting(Delivery::status)
        .containsOnly(DeliveryStatus.SUCCEEDED);
  }

  @Test
  void replayOfNamedTypesIsSkippedWhenTheEndpointIsDisabled() {
    Endpoint endpoint = fixture.endpoint(receiver.url(), List.of("call.*"), false);
    fixture.events(2);
    replay(endpoint, List.of("order_type.created"), false);
    fixture.first.replays.runOnce();

    fixture.update(fixture.find(endpoint).with(EndpointStatus.DISABLED, fixture.clock.instant()));
    fixture.first.sendAll();

    assertThat(receiver.requests).isEmpty();
    assertThat(fixture.log(endpoint))
        .extracting(Delivery::status)
        .containsExactly(DeliveryStatus.SKIPPED, DeliveryStatus.SKIPPED);
  }

  /** The second replay runs after the change, the first has queued its deliveries before. */
  @Test
  void replayWithoutNamedTypesFollowsTheSubscription() {
    Endpoint endpoint = fixture.endpoint(receiver.url());
    fixture.events(2);
    replay(endpoint, null, false);
    fixture.first.replays.runOnce();
    replay(endpoint, null, false);

    fixture.execute(
        "UPDATE webhook_endpoint SET event_types = '{call.*}' WHERE id = $1", endpoint.id());
    runReplays();

    assertThat(receiver.requests).isEmpty();
    assertThat(fixture.log(endpoint))
        .extracting(Delivery::status)
        .containsExactly(DeliveryStatus.SKIPPED, DeliveryStatus.SKIPPED);
  }

  private void runReplays() {
    fixture.first.sendAll();
    while (fixture.first.replays.runOnce()) {
      fixture.first.sendAll();
    }
  }

  private UUID replay(Endpoint endpoint, @Nullable List<String> types, boolean onlyFailed) {
    UUID id = UuidV7.at(fixture.clock.instant(), fixture.random);
    ReplayStore store = new ReplayStore();
    ReplayRange range = new ReplayRange(new FeedPosition(0, 0), null, null, types, onlyFailed);
    fixture
        .database
        .asWorker(
            connection ->
                store
                    .measure(connection, endpoint, range)
                    .compose(
                        extent ->
                            store.insert(
                                connection, id, endpoint, range, extent, fixture.clock.instant())))
        .await();
    return id;
  }
}
