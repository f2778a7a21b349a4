package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.telephony.Capabilities;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.server.Await;
import eu.callorders.server.telephony.FakeGateway;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Gateway events that a database restore lost. */
@Tag("long")
class RestoredGatewayLogTest {
  private static final String NEW_ERA =
      """
      INSERT INTO era
        (number, id, started, db, file, sysid, timeline, begun_at, known_until, why)
      SELECT number + 1, gen_random_uuid(), started, db, file, sysid, timeline, now(), now(),
             'another server instance'
        FROM era
       ORDER BY number DESC
       LIMIT 1
      """;

  @Test
  void storesLostEventsAgainFromTheLog() {
    try (FakeGateway gateway =
            new FakeGateway().withCapabilities(new Capabilities(false, true, true, true));
        RunningService service =
            RunningService.sandbox(
                Map.of(
                    "CALLORDERS_GATEWAY", gateway.address().toString(),
                    "CALLORDERS_GATEWAY_SECRET", FakeGateway.SECRET.encode()))) {
      UUID attempt = UUID.randomUUID();
      List<GatewayEvent> events = FakeGateway.conversation(attempt);
      URI callbacks = URI.create(service.address() + "/gateway/v1/events");
      assertThat(gateway.sendEvents(callbacks, events).statusCode()).isEqualTo(204);
      Await.until("the events are stored", () -> !stored(service, attempt).isEmpty());

      service.sql("DELETE FROM unknown_call WHERE attempt_id = ?", attempt);
      service.sql(NEW_ERA);
      Await.until("the node has settled the era", () -> witnessed(service).contains("\"era\":2"));
      gateway.log.addAll(events);

      Await.until("the events are stored again", () -> !stored(service, attempt).isEmpty());
    }
  }

  /** The node's record of its database instance. */
  private static String witnessed(RunningService service) {
    try {
      return Files.readString(service.dataDirectory().resolve("instance.json"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<List<String>> stored(RunningService service, UUID attempt) {
    return service.sql("SELECT 1 FROM unknown_call_event WHERE attempt_id = ?", attempt);
  }
}
