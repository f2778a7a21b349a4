package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.call.PhoneNumber;
import eu.callorders.server.Await;
import eu.callorders.server.database.Locks;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Caller;
import eu.callorders.server.http.Reply;
import eu.callorders.server.json.Json;
import eu.callorders.server.ratelimit.RateLimit;
import eu.callorders.server.signal.SignalBatchProcessor;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The lock order of concurrent signals. */
class SignalLocksTest {
  private static final String CALL =
      """
      "steps": [{"id": "call", "type": "create_order", "order_type": "payment_reminder"}]
      """;

  @AutoClose private final DialFixture fixture = DialFixture.withGateway(new ScriptedGateway());
  private final TestTenant tenant = fixture.tenant();
  private final SignalBatchProcessor batch = fixture.units.signalBatches();

  private ApiRequest signal(String reference, ObjectNode subject) {
    ObjectNode body =
        subject
            .deepCopy()
            .put("signal_type", "invoice.overdue")
            .put("subject_reference", reference)
            .put("dedupe_key", UUID.randomUUID().toString());
    Caller caller = new Caller(tenant.id(), new UUID(1, 1), Set.of(), RateLimit.UNLIMITED);
    return new ApiRequest(
        "createSignal",
        "POST",
        "/v1/signals",
        "trace",
        caller,
        Map.of(),
        Map.of(),
        Map.of(),
        body,
        0);
  }

  private Set<ApiRequest> together(ApiRequest... requests) {
    return fixture
        .database
        .asWorker(
            connection ->
                batch.handleBatch(
                    connection,
                    Stream.of(requests).map(batch::prepare).toList(),
                    io.vertx.core.Future.succeededFuture(Set.of(requests))))
        .await()
        .replies()
        .keySet();
  }

  /**
   * Locks two phones one after the other, as objections in one batch do; meanwhile a batch holds
   * the first and learns of the second only under its locks.
   */
  @Test
  void batchLeavesOutSignalWithLockedPhone() throws Exception {
    TestSequence.of(tenant, CALL);
    String early = MagicLine.BUSY.number(1);
    String late = MagicLine.BUSY.number(2);
    tenant.anOrder().forSubject("erika").toPhone(late).place();
    ApiRequest anna =
        signal(
            "anna", TestSequence.subjectData(tenant.anOrder().forSubject("anna").toPhone(early)));
    ApiRequest erika = signal("erika", Json.object());

    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        var suppressing = tenant.holdPhone(late)) {
      Future<Set<ApiRequest>> answered = threads.submit(() -> together(anna, erika));
      Await.until(
          "the batch waits or is done",
          () -> answered.isDone() || !suppressing.waiting().isEmpty(),
          done -> done);
      Locks.acquire(
              suppressing.connection(), Set.of(Locks.phone(tenant.id(), new PhoneNumber(early))))
          .await();
      suppressing.release();

      assertThat(answered.get()).containsExactly(anna);
    }
    assertThat(together(erika)).containsExactly(erika);
  }

  @Test
  void singleSignalWaitsForLockedPhone() throws Exception {
    TestSequence.of(tenant, CALL);
    String late = MagicLine.BUSY.number(2);
    tenant.anOrder().forSubject("erika").toPhone(late).place();
    ApiRequest erika = signal("erika", Json.object());

    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        var suppressing = tenant.holdPhone(late)) {
      Future<Reply> answered = threads.submit(() -> alone(erika));
      suppressing.awaitWaiter();
      tenant.suppress(suppressing, late, null);
      suppressing.release();

      assertThat(Json.parse(answered.get().text()).path("triggered")).isEmpty();
    }
  }

  private Reply alone(ApiRequest request) {
    return fixture
        .database
        .asTenant(tenant.id(), connection -> batch.handleOne(connection, batch.prepare(request)))
        .await();
  }
}
