package eu.callorders.server.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.webhook.endpoint.Endpoint;
import eu.callorders.server.webhook.endpoint.EndpointStatus;
import java.util.UUID;
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
    UUID replayId = replay(endpoint, false);
    while (fixture.first.replays.runOnce()) {
      fixture.first.sendAll();
    }
    fixture.first.sendAll();
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
    replay(endpoint, true);
    while (fixture.first.replays.runOnce()) {
      fixture.first.sendAll();
    }
    assertThat(receiver.requests).hasSize(5);
    assertThat(receiver.requests.stream().map(Receiver.ReceivedRequest::id).distinct()).hasSize(5);
  }

  private UUID replay(Endpoint endpoint, boolean onlyFailed) {
    UUID id = UUID.randomUUID();
    fixture.execute(
        "INSERT INTO webhook_replay (id, tenant_id, endpoint_id, cursor_xid, cursor_seq, end_xid,"
            + " only_failed, state, events, created_at) SELECT $1, $2, $3, '0'::xid8, 0,"
            + " pg_snapshot_xmin(pg_current_snapshot()), $4, 'running', 0, now()",
        id,
        fixture.tenantId,
        endpoint.id(),
        onlyFailed);
    return id;
  }
}
