package eu.callorders.gatewaykit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.gatewaykit.call.PlacedCall;
import eu.callorders.gatewaykit.conformance.TestBed;
import eu.callorders.gatewaykit.conformance.TestCallFactory;
import eu.callorders.gatewaykit.conformance.TestNumber;
import eu.callorders.gatewaykit.store.StoredEventLog.LogPage;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CallStoreTest {
  private static final Instant AT = Instant.parse("2026-11-20T09:30:00Z");

  @TempDir Path directory;

  @Test
  void uncommittedChangesAreLostTogether() {
    CallStore store = CallStore.open(directory, "gateway");
    store.metadata().put("a", bytes("1"));
    store.metadata().put("b", bytes("1"));
    store.commit();
    store.metadata().put("a", bytes("2"));
    store.metadata().put("b", bytes("2"));
    store.closeWithoutCommit();

    try (CallStore again = CallStore.open(directory, "gateway")) {
      assertThat(again.metadata().get("a")).isEqualTo(bytes("1"));
      assertThat(again.metadata().get("b")).isEqualTo(bytes("1"));
    }
  }

  @Test
  void directoryHasOneProcess() {
    try (CallStore store = CallStore.open(directory, "gateway")) {
      store.metadata().put("a", bytes("1"));
      assertThatThrownBy(() -> CallStore.open(directory, "gateway"))
          .isInstanceOf(CallStore.StoreInUseException.class)
          .hasMessageContaining(directory.toString());
    }
  }

  @Test
  void logSkipsDeletedEvents() {
    try (CallStore store = CallStore.open(directory, "gateway")) {
      UUID kept = UUID.randomUUID();
      UUID dropped = UUID.randomUUID();
      log(store, 1, event(dropped, AT.minusSeconds(10)));
      log(store, 2, event(kept, AT.plusSeconds(10)));
      log(store, 3, event(dropped, AT.minusSeconds(10)));
      store.erase(dropped);

      assertThat(store.log().page(0, 3, 10).events()).hasSize(1);
      assertThat(store.log().page(0, 3, 10).last()).isEqualTo(3);
      assertThat(store.log().page(0, 1, 10)).isEqualTo(new LogPage(List.of(), 1));
      assertThat(store.log().page(2, 3, 10).last()).isEqualTo(3);
    }
  }

  @Test
  void expiresOldCallsAndNeverRestartsSequences() {
    try (CallStore store = CallStore.open(directory, "gateway")) {
      UUID old = UUID.randomUUID();
      log(store, 1, event(old, AT.minusSeconds(10)));
      log(store, 2, event(old, AT.minusSeconds(10)));
      store.completed(old, AT.minusSeconds(10));
      UUID recent = UUID.randomUUID();
      store.saveEvent(event(recent, AT));
      store.completed(recent, AT);

      store.expire(AT, AT);
      assertThat(store.events(old)).isEmpty();
      assertThat(store.events(recent)).hasSize(1);
      assertThat(store.log().newestSequence()).isEqualTo(2);
      assertThat(store.log().page(0, 2, 10).events()).isEmpty();
    }
  }

  @Test
  void expiresTurnsAndReportsFirst() {
    try (CallStore store = CallStore.open(directory, "gateway")) {
      UUID call = UUID.randomUUID();
      GatewayEvent ringing = event(call, AT);
      GatewayEvent turns = new GatewayEvent.Turns(header(call, 2), "de", true, List.of());
      GatewayEvent report = new GatewayEvent.Report(header(call, 3), Map.of());
      List<GatewayEvent> all = List.of(ringing, turns, report);
      all.forEach(store::saveEvent);
      for (int i = 0; i < all.size(); i++) {
        store.log().append(i + 1, all.get(i), true);
      }
      store.completed(call, AT);

      store.expire(AT.minusSeconds(1), AT);
      assertThat(store.events(call)).hasSize(3);
      store.expire(AT.minusSeconds(1), AT.plusMillis(1));
      assertThat(store.events(call)).containsExactly(ringing);
      assertThat(store.log().page(0, 3, 10).events()).hasSize(1);
      assertThat(store.log().oldestSequence()).isEqualTo(1);
    }
  }

  @Test
  void keepsThePartsOfATranscriptUntilTheCallFinishes() {
    PlaceCall call =
        new TestCallFactory(
                TestBed.magicNumbers(), "live", UUID.randomUUID(), () -> AT, new Random(1))
            .call(TestNumber.ANSWERS);
    GatewayEvent.Turns part =
        new GatewayEvent.Turns(header(call.attemptId(), 1), "de", true, List.of());
    try (CallStore store = CallStore.open(directory, "gateway")) {
      store.savePlacement(new PlacedCall(call, AT, null));
      store.saveTurns(part);
      assertThat(store.interruptedCalls().getFirst().turns()).containsExactly(part);
      assertThat(store.events(call.attemptId())).isEmpty();

      store.finish(call.attemptId());
      store.savePlacement(new PlacedCall(call, AT, null));
      assertThat(store.interruptedCalls().getFirst().turns()).isEmpty();
    }
  }

  @Test
  void doesNotPushLogOnlyEvents() {
    try (CallStore store = CallStore.open(directory, "gateway")) {
      UUID call = UUID.randomUUID();
      GatewayEvent event = event(call, AT);
      store.saveEvent(event);
      store.log().append(1, event, false);
      store.log().append(2, event, true);

      assertThat(store.log().page(0, 2, 10).events()).hasSize(2);
      assertThat(store.log().pushPage(0, 1, 10)).isEqualTo(new LogPage(List.of(), 1));
      assertThat(store.log().pushPage(0, 2, 10).events()).hasSize(1);
    }
  }

  private static void log(CallStore store, long number, GatewayEvent event) {
    store.saveEvent(event);
    store.log().append(number, event, true);
  }

  private static GatewayEvent.Header header(UUID attemptId, int sequence) {
    return new GatewayEvent.Header(attemptId + "-" + sequence, attemptId, "ref", sequence, AT);
  }

  private static GatewayEvent event(UUID attemptId, Instant at) {
    return new GatewayEvent.Ringing(
        new GatewayEvent.Header(attemptId + "-1", attemptId, "ref", 1, at));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
