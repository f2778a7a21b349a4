package eu.callorders.console.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.api.Failure;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.FakeService.RecordedRequest;
import eu.callorders.console.api.Scope;
import eu.callorders.console.order.OrderActions;
import eu.callorders.console.order.StubSession;
import eu.callorders.console.webhook.DeliveryActions;
import eu.callorders.console.work.ActionJournal.Item;
import eu.callorders.console.work.ActionJournal.State;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each action of the console on many rows. */
class BulkActionsTest {
  private static final List<String> IDS = List.of("ord_1", "ord_2", "ord_3");

  @TempDir private Path home;
  @AutoClose private final StubSession stub = new StubSession();
  private final FakeService service = stub.service;

  private BulkViewModel model(BulkActions actions) {
    return new BulkViewModel(stub.background, stub.session(Scope.values()), home, actions);
  }

  private void awaitEnd(BulkViewModel model) {
    stub.uiExecutor.runUntil(() -> !model.running().get());
  }

  /** The console of the next start. */
  private BulkViewModel restarted(BulkActions actions) {
    BulkViewModel next = model(actions);
    next.findInterrupted();
    stub.uiExecutor.runNext();
    return next;
  }

  private static List<State> states(BulkViewModel model) {
    return model.items.stream().map(Item::state).toList();
  }

  static Stream<Arguments> kinds() {
    return Stream.of(OrderActions.all(), DeliveryActions.all())
        .flatMap(actions -> actions.all().stream().map(action -> Arguments.of(actions, action)));
  }

  /** The POST requests that concern a resource: by their path, or by their person. */
  private List<RecordedRequest> posts(String id) {
    return service.requests().stream()
        .filter(request -> request.method().equals("POST"))
        .filter(request -> (request.target() + request.body()).contains(id))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void goesOnAfterALostConnectionAtTheNextStartAndDoesNothingTwice(
      BulkActions actions, BulkAction action) throws Exception {
    for (String id : IDS) {
      service.fixed(
          "GET /v1/call-orders/" + id, 200, "{\"subject\":{\"reference\":\"p-%s\"}}".formatted(id));
    }
    service.then(200, "{}");
    BulkViewModel model = model(actions);
    model.start(action, IDS, "Paid");
    awaitEnd(model); // there is no response for ord_2
    assertThat(model.failure().get()).matches(Failure::isOutcomeUnknown);
    assertThat(states(model)).containsExactly(State.DONE, State.SENT, State.OPEN);
    assertThat(posts("ord_3")).isEmpty();
    model.close();

    BulkViewModel next = restarted(actions);
    assertThat(next.action()).isEqualTo(action);
    assertThat(states(next)).containsExactly(State.DONE, State.SENT, State.OPEN);
    assertThat(next.startedAt()).isPresent();
    service.then(200, "{}").then(200, "{}");
    next.retry();
    awaitEnd(next);
    assertThat(states(next)).containsOnly(State.DONE);
    assertThat(posts("ord_1")).hasSize(1);
    RecordedRequest lost = posts("ord_2").getFirst();
    assertThat(posts("ord_2"))
        .hasSizeGreaterThan(1)
        .allMatch(it -> it.target().equals(lost.target()) && it.body().equals(lost.body()))
        .extracting(it -> it.header("Idempotency-key"))
        .containsOnly(lost.header("Idempotency-key"))
        .doesNotContain(posts("ord_1").getFirst().header("Idempotency-key"));
    assertThat(posts("ord_3")).hasSize(1);
    assertThat(home.resolve("actions")).isEmptyDirectory();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void needsItsScope(BulkActions actions, BulkAction action) {
    Selection rows = new Selection(2, IDS, Map.of(action, IDS));
    Scope[] others =
        Stream.of(Scope.values()).filter(it -> it != action.scope()).toArray(Scope[]::new);
    assertThat(model(actions).canStart(action, rows)).isTrue();
    assertThat(
            new BulkViewModel(stub.background, stub.session(others), home, actions)
                .canStart(action, rows))
        .isFalse();
  }

  @Test
  void readsAJournalOfTheReleaseBeforeAndLeavesThoseOfOtherListsAlone() throws Exception {
    Files.createDirectories(home.resolve("actions"));
    Files.writeString(
        home.resolve("actions").resolve("cancel_orders1.jsonl"),
        """
        {"action":"cancel_orders","service":"%s","tenant_id":"tn_1",\
        "started_at":"2026-11-20T10:00:00Z","run":"r","body":{"reason":"Paid"},\
        "ids":["ord_1","ord_2"]}
        {"id":"ord_1","state":"DONE","attempt":1}
        {"id":"ord_2","state":"SENT","attempt":1}
        """
            .formatted(service.address()));
    assertThat(restarted(DeliveryActions.all()).pending().get()).isFalse();
    BulkViewModel next = restarted(OrderActions.all());
    assertThat(states(next)).containsExactly(State.DONE, State.SENT);
    service.then(200, "{}");
    next.retry();
    awaitEnd(next);
    RecordedRequest sent = service.requests().getFirst();
    assertThat(sent.target()).isEqualTo("/v1/call-orders/ord_2/cancel");
    assertThat(sent.header("Idempotency-key")).isEqualTo("r-ord_2-1");
    assertThat(sent.body()).isEqualTo("{\"reason\":\"Paid\"}");
  }
}
