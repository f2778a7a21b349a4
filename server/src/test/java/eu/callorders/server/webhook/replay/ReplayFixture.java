package eu.callorders.server.webhook.replay;

import eu.callorders.core.id.UuidV7;
import eu.callorders.server.event.FeedPosition;
import eu.callorders.server.webhook.delivery.Delivery;
import eu.callorders.server.webhook.delivery.Receiver;
import eu.callorders.server.webhook.delivery.WebhookDeliveryFixture;
import eu.callorders.server.webhook.endpoint.Endpoint;
import java.util.List;
import java.util.UUID;

/** Replays to one endpoint. */
final class ReplayFixture implements AutoCloseable {
  static final FeedPosition START = new FeedPosition(0, 0);
  static final ReplayRange ALL = new ReplayRange(START, null, null, null, false);
  final WebhookDeliveryFixture fixture = new WebhookDeliveryFixture();
  final Receiver receiver = fixture.receiver;
  final ReplayStore store = new ReplayStore();
  final Endpoint endpoint = fixture.endpoint(receiver.url());

  ReplayStore.Extent measure(ReplayRange range) {
    return measure(store, range);
  }

  ReplayStore.Extent measure(ReplayStore replays, ReplayRange range) {
    return fixture
        .database
        .asWorker(connection -> replays.measure(connection, endpoint, range))
        .await();
  }

  UUID start(ReplayRange range) {
    UUID id = UuidV7.at(fixture.clock.instant(), fixture.random);
    ReplayStore.Extent extent = measure(range);
    fixture
        .database
        .asWorker(
            connection ->
                store.insert(connection, id, endpoint, range, extent, fixture.clock.instant()))
        .await();
    return id;
  }

  List<UUID> eventsOf(UUID replay) {
    return fixture.log().stream()
        .filter(one -> replay.equals(one.replayId()))
        .map(Delivery::eventId)
        .toList();
  }

  String state(UUID replay) {
    return fixture
        .rows("SELECT state FROM webhook_replay WHERE id = '" + replay + "'")
        .getFirst()
        .getString(0);
  }

  /** Creates events and sends them all. */
  void sent(int events) {
    fixture.events(events);
    fixture.first.processAll();
  }

  @Override
  public void close() {
    fixture.close();
  }
}
