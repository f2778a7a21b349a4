package eu.callorders.console.order;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.api.Failure;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.FakeService.RecordedRequest;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Scope;
import eu.callorders.console.work.ActionJournal.Item;
import eu.callorders.console.work.ActionJournal.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BulkCancelViewModelTest {
  private static final List<String> IDS = List.of("ord_1", "ord_2", "ord_3");
  private static final String TOO_LATE = "{\"status\":409,\"code\":\"order_not_cancelable\"}";

  @TempDir private Path home;
  @AutoClose private final StubSession stub = new StubSession();
  private final FakeService service = stub.service;

  private BulkCancelViewModel model() {
    return new BulkCancelViewModel(
        stub.background, stub.session(Scope.ORDERS_READ, Scope.ORDERS_WRITE), home);
  }

  private void awaitEnd(BulkCancelViewModel model) {
    stub.uiExecutor.runUntil(() -> !model.running().get());
  }

  private BulkCancelViewModel run(List<String> ids) {
    BulkCancelViewModel model = model();
    model.start(ids, " Paid ");
    awaitEnd(model);
    return model;
  }

  /** The console of the next start. */
  private BulkCancelViewModel restarted() {
    BulkCancelViewModel next = model();
    next.findInterrupted();
    stub.uiExecutor.runNext();
    return next;
  }

  private void cancel(String id, int status, String body) {
    service.fixed("POST /v1/call-orders/" + id + "/cancel", status, body);
  }

  private List<RecordedRequest> requests(String id) {
    return service.requests().stream()
        .filter(request -> request.target().equals("/v1/call-orders/" + id + "/cancel"))
        .toList();
  }

  private String key(String id, int request) {
    return requests(id).get(request).header("Idempotency-key");
  }

  private static List<State> states(BulkCancelViewModel model) {
    return model.items.stream().map(Item::state).toList();
  }

  private List<Path> journals() throws IOException {
    try (Stream<Path> files = Files.list(home.resolve("actions"))) {
      return files.toList();
    }
  }

  @Test
  void cancelsEachOrderAndLeavesNothing() throws Exception {
    IDS.forEach(id -> cancel(id, 200, "{}"));
    BulkCancelViewModel model = run(IDS);
    assertThat(states(model)).containsOnly(State.DONE);
    assertThat(model.done()).isEqualTo(3);
    assertThat(model.pending().get()).isFalse();
    assertThat(model.failure().get()).isNull();
    assertThat(service.requests())
        .extracting(RecordedRequest::body)
        .containsOnly("{\"reason\":\"Paid\"}");
    assertThat(IDS).extracting(id -> key(id, 0)).doesNotHaveDuplicates().doesNotContain("");
    assertThat(journals()).isEmpty();
  }

  @Test
  void showsEachRefusalAndRetriesTheRest() throws Exception {
    cancel("ord_1", 200, "{}");
    cancel("ord_2", 409, TOO_LATE);
    cancel("ord_3", 404, "{\"status\":404,\"code\":\"not_found\"}");
    service.fixed("GET /v1/call-orders/ord_2", 200, "{\"status\":\"dialing\"}");
    BulkCancelViewModel model = run(IDS);
    assertThat(states(model)).containsExactly(State.DONE, State.REFUSED, State.REFUSED);
    assertThat(model.items.get(1).refusal()).matches(it -> it.isRefused("order_not_cancelable"));
    assertThat(model.items.get(2).refusal()).matches(it -> it.isRefused("not_found"));
    assertThat(model.failure().get()).isNull();
    assertThat(model.pending().get()).isTrue();

    cancel("ord_2", 200, "{}");
    model.retry();
    awaitEnd(model);
    assertThat(states(model)).containsExactly(State.DONE, State.DONE, State.REFUSED);
    assertThat(requests("ord_1")).hasSize(1);
    assertThat(key("ord_2", 1)).isNotEqualTo(key("ord_2", 0)); // which has a stored refusal
    model.dismiss();
    assertThat(journals()).isEmpty();
    assertThat(model.items).isEmpty();
    assertThat(model.pending().get()).isFalse();
  }

  @Test
  void goesOnAfterALostConnectionAtTheNextStartWithoutCancelingTwice() throws Exception {
    cancel("ord_1", 200, "{}");
    BulkCancelViewModel model = run(IDS); // there is no response for ord_2
    assertThat(model.failure().get()).matches(Failure::isOutcomeUnknown);
    assertThat(states(model)).containsExactly(State.DONE, State.SENT, State.OPEN);
    assertThat(requests("ord_3")).isEmpty();
    model.close();

    BulkCancelViewModel next = restarted();
    assertThat(states(next)).containsExactly(State.DONE, State.SENT, State.OPEN);
    assertThat(next.startedAt()).isPresent();
    IDS.forEach(id -> cancel(id, 200, "{}"));
    next.retry();
    awaitEnd(next);
    assertThat(states(next)).containsOnly(State.DONE);
    assertThat(requests("ord_1")).hasSize(1);
    assertThat(key("ord_2", 1)).isEqualTo(key("ord_2", 0));
    assertThat(requests("ord_2").get(1).body()).isEqualTo(requests("ord_2").getFirst().body());
    assertThat(journals()).isEmpty();
  }

  @Test
  void takesAnOrderThatIsCanceledForDone() {
    cancel("ord_1", 409, TOO_LATE);
    service.fixed("GET /v1/call-orders/ord_1", 200, "{\"status\":\"canceled\"}");
    assertThat(states(run(List.of("ord_1")))).containsExactly(State.DONE);
  }

  @ParameterizedTest
  @CsvSource({
    "409, idempotency_key_in_progress",
    "403, insufficient_scope",
    "429, rate_limited",
    "503, unavailable"
  })
  void stopsWhereTheServiceRefusesForNowAndRepeatsTheSameRequest(int status, String code) {
    cancel("ord_1", status, "{\"status\":%d,\"code\":\"%s\"}".formatted(status, code));
    BulkCancelViewModel model = run(IDS);
    assertThat(states(model)).containsExactly(State.SENT, State.OPEN, State.OPEN);
    assertThat(model.failure().get()).matches(it -> it.isRefused(code));
    IDS.forEach(id -> cancel(id, 200, "{}"));
    model.retry();
    awaitEnd(model);
    assertThat(states(model)).containsOnly(State.DONE);
    assertThat(key("ord_1", 1)).isEqualTo(key("ord_1", 0));
  }

  @Test
  void offersTheNextInterruptedActionOnceAnotherIsDone() {
    List.of("ord_1", "ord_2").forEach(id -> run(List.of(id)).close()); // there is no response
    BulkCancelViewModel next = restarted();
    List.of("ord_1", "ord_2").forEach(id -> cancel(id, 200, "{}"));
    next.retry();
    awaitEnd(next);
    assertThat(states(next)).containsExactly(State.DONE);
    next.dismiss();
    stub.uiExecutor.runUntil(() -> next.pending().get());
    assertThat(states(next)).containsExactly(State.SENT);
  }

  @Test
  void stopsAfterTheRunningRequestAndGoesOn() {
    IDS.forEach(id -> cancel(id, 200, "{}"));
    service.freeze();
    BulkCancelViewModel model = model();
    model.start(IDS, "");
    stub.uiExecutor.runNext();
    assertThat(states(model)).as("before the first response").containsOnly(State.OPEN);
    model.stop();
    service.thaw();
    awaitEnd(model);
    assertThat(model.done()).isLessThan(2);
    assertThat(model.failure().get()).isNull();
    assertThat(model.pending().get()).isTrue();
    model.retry();
    awaitEnd(model);
    assertThat(states(model)).containsOnly(State.DONE);
    assertThat(service.requests()).hasSize(3);
  }

  /** The bucket of 50 a second is empty: 51 permits return in more than a second. */
  @Test
  void leavesHalfOfTheRateLimitToOtherRequests() {
    Map<String, String> empty =
        Map.of("RateLimit-Limit", "100", "RateLimit-Remaining", "0", "RateLimit-Reset", "2");
    service.then(200, empty, "{}").then(200, empty, "{}");
    long start = System.nanoTime();
    BulkCancelViewModel model = run(List.of("ord_1", "ord_2"));
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofSeconds(1));
    assertThat(states(model)).containsOnly(State.DONE);
  }

  @Test
  void sendsNothingWithoutAJournal() throws Exception {
    Files.writeString(home.resolve("actions"), "in the way");
    BulkCancelViewModel model = run(IDS);
    assertThat(model.failure().get()).isInstanceOf(Failure.NotWritten.class);
    assertThat(model.pending().get()).isFalse();
    assertThat(service.requests()).isEmpty();
  }

  @Test
  void leavesAnActionAloneThatAnotherConsoleExecutes() {
    cancel("ord_1", 409, TOO_LATE);
    service.fixed("GET /v1/call-orders/ord_1", 200, "{\"status\":\"failed\"}");
    BulkCancelViewModel other = run(List.of("ord_1"));
    assertThat(restarted().pending().get()).isFalse();
    other.close();
    assertThat(restarted().pending().get()).isTrue();
  }

  @Test
  void offersSelectedOrdersThatCanBeCanceled() {
    List<OrderRow> rows =
        Stream.of("accepted", "scheduled", "dialing", "completed", "canceled")
            .map(status -> row(status, status))
            .toList();
    SelectedOrders selected = SelectedOrders.of(rows);
    assertThat(selected.count()).isEqualTo(5);
    assertThat(selected.cancelable()).containsExactly("accepted", "scheduled");
  }

  @Test
  void cancelsAThousandOrdersAtMost() {
    BulkCancelViewModel model = model();
    List<OrderRow> rows =
        IntStream.rangeClosed(0, SelectedOrders.LIMIT)
            .mapToObj(i -> row("ord_" + i, "scheduled"))
            .toList();
    assertThat(model.canCancel(SelectedOrders.of(rows))).isFalse();
    assertThat(model.canCancel(SelectedOrders.of(rows.subList(1, rows.size())))).isTrue();
    assertThat(model.canCancel(SelectedOrders.NONE)).isFalse();
  }

  @Test
  void readsNoMoreSelectedRowsThanAnActionMayHave() {
    AtomicInteger read = new AtomicInteger();
    Stream<OrderRow> rows =
        IntStream.range(0, 100_000)
            .mapToObj(i -> row("ord_" + i, "scheduled"))
            .peek(ignored -> read.incrementAndGet());
    SelectedOrders selected = SelectedOrders.of(100_000, rows);
    assertThat(selected.count()).isEqualTo(100_000);
    assertThat(selected.isTooMany()).isTrue();
    assertThat(read).hasValueLessThanOrEqualTo(SelectedOrders.LIMIT + 1);
  }

  @Test
  void showsACompleteActionUntilOtherOrdersAreSelected() {
    BulkCancelViewModel model = model();
    IDS.forEach(id -> cancel(id, 200, "{}"));
    select(model, IDS, "scheduled");
    model.start(model.selected.get().cancelable(), "");
    awaitEnd(model);
    select(model, IDS, "canceled");
    assertThat(states(model)).containsOnly(State.DONE);
    select(model, IDS.subList(0, 2), "canceled");
    assertThat(model.items).isEmpty();
  }

  private static void select(BulkCancelViewModel model, List<String> ids, String status) {
    model.select(SelectedOrders.of(ids.stream().map(id -> row(id, status)).toList()));
  }

  private static OrderRow row(String id, String status) {
    String order = "{\"id\":\"%s\",\"status\":\"%s\"}".formatted(id, status);
    return OrderRow.of(Json.parse(order).orElseThrow());
  }
}
