package eu.callorders.simulator.standalone;

import static eu.callorders.simulator.Calls.toDigits;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.gatewaykit.GatewayEventDocument;
import eu.callorders.simulator.standalone.CallbackReceiver.Delivery;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("long")
class EventPusherTest {
  @TempDir Path directory;

  @Test
  void pushesSignedEventsInOrder() throws Exception {
    try (CallbackReceiver service = new CallbackReceiver();
        RunningSimulator simulator = RunningSimulator.start(directory, service.url())) {
      simulator.client().place(call("21"));
      assertThat(kinds(stored(service, 6)))
          .containsExactly(
              "Accepted", "Ringing", "Answered", "Disclosed", "Ended", "Turns", "Report");
    }
  }

  @Test
  void repeatsABatchThatIsNotStoredAndFollowsNoRedirect() throws Exception {
    try (CallbackReceiver service = new CallbackReceiver(503, 303, 401);
        RunningSimulator simulator = RunningSimulator.start(directory, service.url())) {
      simulator.client().place(call("10"));
      List<Delivery> deliveries = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        deliveries.add(service.next());
      }
      assertThat(deliveries).extracting(Delivery::answer).containsExactly(503, 303, 401, 204);
      assertThat(deliveries).allSatisfy(each -> assertThat(each.genuine()).isTrue());
      assertThat(deliveries.stream().map(each -> each.events().getFirst()).distinct()).hasSize(1);
    }
  }

  @Test
  void splitsManyEventsIntoBatches() throws Exception {
    int calls = 120;
    try (RunningSimulator unreachable = RunningSimulator.start(directory)) {
      for (int i = 0; i < calls; i++) {
        unreachable.client().place(call("10"));
      }
    }
    try (CallbackReceiver service = new CallbackReceiver();
        RunningSimulator simulator = RunningSimulator.start(directory, service.url())) {
      assertThat(simulator.client()).isNotNull();
      List<GatewayEvent> told = stored(service, 3 * calls);
      assertThat(told).doesNotHaveDuplicates().hasSize(3 * calls);
    }
  }

  @Test
  void continuesAfterARestartWithUnstoredEvents() throws Exception {
    PlaceCall known = call("10");
    try (CallbackReceiver service = new CallbackReceiver();
        RunningSimulator simulator = RunningSimulator.start(directory, service.url())) {
      simulator.client().place(known);
      stored(service, 3);
      // A second batch proves that the simulator has read the response to the first one.
      simulator.client().place(call("10"));
      service.next();
    }
    PlaceCall missed = call("10");
    URI closed = closedUrl();
    try (RunningSimulator simulator = RunningSimulator.start(directory, closed)) {
      simulator.client().place(missed);
    }
    try (CallbackReceiver service = new CallbackReceiver();
        RunningSimulator simulator = RunningSimulator.start(directory, service.url())) {
      assertThat(simulator.client()).isNotNull();
      List<UUID> told = new ArrayList<>();
      while (Collections.frequency(told, missed.attemptId()) < 3) {
        stored(service, 1).forEach(event -> told.add(event.header().attemptId()));
      }
      assertThat(told).doesNotContain(known.attemptId());
    }
  }

  private static URI closedUrl() throws Exception {
    try (CallbackReceiver service = new CallbackReceiver()) {
      return service.url();
    }
  }

  /** The number of events with valid signatures and a response of success. */
  private static List<GatewayEvent> stored(CallbackReceiver service, int events)
      throws InterruptedException {
    List<GatewayEvent> stored = new ArrayList<>();
    while (stored.size() < events) {
      Delivery delivery = service.next();
      assertThat(delivery.genuine()).isTrue();
      assertThat(delivery.events()).hasSizeBetween(1, GatewayEventDocument.MAX_EVENTS);
      stored.addAll(delivery.events());
    }
    return stored;
  }

  private static List<String> kinds(List<GatewayEvent> events) {
    return events.stream().map(event -> event.getClass().getSimpleName()).toList();
  }

  private static PlaceCall call(String digits) {
    return toDigits(digits).notAfter(Instant.now().plusSeconds(600)).build();
  }
}
