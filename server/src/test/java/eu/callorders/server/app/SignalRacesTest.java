package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.call.PhoneNumber;
import eu.callorders.db.TestDatabase;
import eu.callorders.server.Await;
import eu.callorders.server.CommitFailures;
import eu.callorders.server.HeldLocks;
import eu.callorders.server.Race;
import eu.callorders.server.Race.RaceOutcome;
import eu.callorders.server.database.Locks;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Concurrent signals with the same key or subject, or with locks held elsewhere. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SignalRacesTest {
  private static final String TYPE = "invoice.overdue";

  private final Vertx vertx = Vertx.vertx();
  private final TestDatabase database = TestDatabase.create();
  private final RunningService service =
      RunningService.withDatabase(DatabaseSetup.of(database), Map.of());
  private final RunningTenant tenant = service.newTenant();
  private final Api api = tenant.api();

  @AfterAll
  void end() {
    service.close();
    vertx.close().await();
  }

  private ServiceResponse send(String reference, String key) {
    return api.post(SignalBody.PATH, SignalBody.of(TYPE, reference, key).json());
  }

  /** The first request pauses at the event, its last write. */
  private Race<ServiceResponse, ServiceResponse> race(
      Callable<ServiceResponse> first, Callable<ServiceResponse> second) throws Exception {
    return Race.run("event", vertx, database, first, second);
  }

  private List<String> recorded(String reference) {
    return tenant.events(null).stream()
        .map(event -> event.path("data"))
        .filter(signal -> signal.path("subject_reference").asText().equals(reference))
        .map(signal -> signal.path("id").asText())
        .toList();
  }

  @Test
  void secondSignalWithSameKeyWaitsAndReturnsOriginal() throws Exception {
    for (String second : List.of("anna", "another person")) {
      String key = "same " + second;
      Race<ServiceResponse, ServiceResponse> race =
          race(() -> send("anna", key), () -> send(second, key));

      assertThat(race.outcome()).isEqualTo(RaceOutcome.WAITED);
      race.first().is(201);
      race.second().is(200);
      ObjectNode original = (ObjectNode) race.first().body();
      assertThat(race.second().body()).isEqualTo(original.put("duplicate", true));
    }
    assertThat(recorded("anna")).hasSize(2);
    assertThat(recorded("another person")).isEmpty();
  }

  @Test
  void secondSignalIsRecordedIfFirstFails() throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        HeldLocks events = HeldLocks.ofTable(vertx, database, "event")) {
      Future<ServiceResponse> first = threads.submit(() -> send("berta", "broken"));
      int ahead = events.awaitWaiter();
      Future<ServiceResponse> second = threads.submit(() -> send("berta", "broken"));
      Await.until("the second waits", () -> events.waitingFor(ahead), pids -> !pids.isEmpty());
      events.kill(ahead);
      first.get().is(503);
      events.release();
      second.get().is(201);
    }
    assertThat(recorded("berta")).hasSize(1);
  }

  @Test
  void signalWithFailedCommitIsNotAcknowledged() {
    try (CommitFailures _ = CommitFailures.of(vertx, database, "signal")) {
      send("carla", "lost").is(500);
    }
    send("carla", "lost").is(201);
    assertThat(recorded("carla")).hasSize(1);
  }

  @Test
  void signalsOfOneSubjectAreSerialized() throws Exception {
    Race<ServiceResponse, ServiceResponse> race =
        race(() -> send("dora", "1"), () -> send("dora", "2"));

    assertThat(race.outcome()).isEqualTo(RaceOutcome.WAITED);
    race.first().is(201);
    race.second().is(201);
    assertThat(recorded("dora")).containsExactly(race.first().id(), race.second().id());
  }

  @Test
  void signalOfAnotherSubjectDoesNotWait() throws Exception {
    Race<ServiceResponse, ServiceResponse> race =
        race(() -> send("emma", "emma"), () -> send("fritz", "fritz"));

    assertThat(race.outcome()).isEqualTo(RaceOutcome.REACHED_SAME_WRITE);
  }

  @Test
  void waitsForSubjectAndPhoneLocks() throws Exception {
    OrderBody order = tenant.order("06");
    ObjectNode body = SignalBody.of(TYPE, order, "held").json();
    ObjectNode part = body.deepCopy().put("dedupe_key", "part");
    part.remove("context");

    waitsFor(Locks.subject(tenant.uuid(), order.reference()), body.put("dedupe_key", "person"));
    String phoneLock = Locks.phone(tenant.uuid(), new PhoneNumber(order.phone()));
    waitsFor(phoneLock, body.put("dedupe_key", "number"));
    try (HeldLocks _ = HeldLocks.of(vertx, database, phoneLock)) {
      api.post(SignalBody.PATH, part).is(201); // incomplete: no enrollment uses the phone
    }
  }

  private void waitsFor(String lock, JsonNode signal) throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        HeldLocks held = HeldLocks.of(vertx, database, lock)) {
      Future<ServiceResponse> response = threads.submit(() -> api.post(SignalBody.PATH, signal));
      held.awaitWaiter();
      held.release();
      response.get().is(201);
    }
  }

  @Test
  void repetitionDoesNotWait() {
    ServiceResponse original = send("gerd", "again").is(201);

    try (HeldLocks _ = HeldLocks.of(vertx, database, Locks.subject(tenant.uuid(), "gerd"))) {
      assertThat(send("gerd", "again").is(200).id()).isEqualTo(original.id());
    }
  }
}
