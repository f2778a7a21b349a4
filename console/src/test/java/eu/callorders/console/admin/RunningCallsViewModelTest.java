package eu.callorders.console.admin;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Transport;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.DirectExecutor;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RunningCallsViewModelTest {
  private static final String CALLS = "/admin/v1/tenants/tn_1/calls";
  private final FakeService service = new FakeService();
  private final DirectExecutor drawing = new DirectExecutor();
  private final BackgroundExecutor background = drawing.endlessDelays();
  private final RunningCallsViewModel model =
      new RunningCallsViewModel(
          background,
          ApiClient.administration(
              new Transport(Transport.Timeouts.DEFAULT), service.address(), "token"),
          "tn_1");

  @AfterEach
  void close() {
    background.close();
    service.close();
  }

  private static String call(String id, String status, String members) {
    return """
    {"call_id":"%s","call_order_id":"ord_1","status":"%s","subject_reference":"p1",
     "to":"+493023125021","from":"+493023125900","started_at":"2026-11-20T09:00:00.000Z"%s}
    """
        .formatted(id, status, members);
  }

  private static String page(String... calls) {
    return "{\"data\":[%s],\"has_more\":false,\"next_cursor\":null}"
        .formatted(String.join(",", calls));
  }

  private void load(String... calls) {
    service.then(200, page(calls));
    model.apply();
    drawing.runNext();
  }

  private RunningCallRow row(String id) {
    RunningCallRow row = model.rows().find(id);
    assertThat(row).isNotNull();
    return row;
  }

  private List<String> shown() {
    return model.rows().rows().stream().map(RunningCallRow::id).toList();
  }

  @Test
  void listsTheCallsOfTheSessionsTenantAtFirst() {
    load(call("call_1", "ringing", ""));
    assertThat(service.requests().getFirst().target())
        .isEqualTo(CALLS + "?status=running&limit=100");
    assertThat(row("call_1"))
        .isEqualTo(
            new RunningCallRow(
                "tn_1",
                "call_1",
                "ord_1",
                "ringing",
                "p1",
                "+493023125021",
                "+493023125900",
                "2026-11-20T09:00:00.000Z",
                "",
                ""));
    assertThat(model.isOwn(row("call_1"))).isTrue();
  }

  @Test
  void listsTheCallsOfAnotherTenant() {
    load(call("call_1", "ringing", ""));
    model.tenantId.set(" tn_2 ");
    service.then(200, page(call("call_2", "ringing", "")));
    model.apply();
    assertThat(shown()).as("while the calls of the other tenant are read").isEmpty();
    drawing.runNext();
    assertThat(service.requests().getLast().target())
        .isEqualTo("/admin/v1/tenants/tn_2/calls?status=running&limit=100");
    assertThat(model.isOwn(row("call_2"))).isFalse();
    service.then(200, page(call("call_1", "ringing", "")));
    model.filterBy(Map.of());
    drawing.runNext();
    assertThat(model.isOwn(row("call_1"))).isTrue();
  }

  @Test
  void showsThatACallIsBeingEnded() {
    load(call("call_1", "answered", ""));
    service.then(
        202, call("call_1", "answered", ",\"hangup_requested_at\":\"2026-11-20T09:01:00.000Z\""));
    model.hangUp(row("call_1"), "Erika", " wrong person ");
    drawing.runNext();
    assertThat(service.requests().getLast().method()).isEqualTo("POST");
    assertThat(service.requests().getLast().target()).isEqualTo(CALLS + "/call_1/hangup");
    assertThat(service.requests().getLast().body()).isEqualTo("{\"reason\":\"wrong person\"}");
    assertThat(row("call_1").isEnding()).isTrue();
  }

  @Test
  void endsACallOfTheListedTenantWhileAnotherIsBeingEntered() {
    load(call("call_1", "answered", ""));
    model.tenantId.set("tn_2");
    service.then(202, call("call_1", "answered", ""));
    model.hangUp(row("call_1"), "Erika", "wrong person");
    drawing.runNext();
    assertThat(service.requests().getLast().target()).isEqualTo(CALLS + "/call_1/hangup");
  }

  @Test
  void endsTheCallOfItsTenantAfterAnotherIsListed() {
    load(call("call_1", "answered", ""));
    RunningCallRow call = row("call_1");
    model.tenantId.set("tn_2");
    load(call("call_2", "answered", ""));
    service.then(202, call("call_1", "answered", ""));
    model.hangUp(call, "Erika", "wrong person");
    drawing.runNext();
    assertThat(service.requests().getLast().target()).isEqualTo(CALLS + "/call_1/hangup");
    assertThat(shown()).containsExactly("call_2");
  }

  /** A page that was read before the request does not take it back. */
  @Test
  void keepsTheLatestState() {
    String ended = ",\"hangup_requested_at\":\"2026-11-20T09:01:00.000Z\"";
    load(call("call_1", "answered", ended));
    model.rows().put(List.of(rowOf(call("call_1", "answered", ""))));
    assertThat(row("call_1").isEnding()).isTrue();
    model.rows().put(List.of(rowOf(call("call_1", "ringing", ""))));
    assertThat(row("call_1").status()).isEqualTo("answered");
  }

  private static RunningCallRow rowOf(String call) {
    return RunningCallRow.of("tn_1", Json.parse(call).orElseThrow());
  }

  @Test
  void readsTheListAgainWhenTheCallIsOver() {
    load(call("call_2", "ringing", ""), call("call_1", "answered", ""));
    service
        .then(409, "{\"status\":409,\"code\":\"call_ended\"}")
        .then(200, page(call("call_2", "answered", "")));
    model.hangUp(row("call_1"), "Erika", "wrong person");
    drawing.runNext();
    drawing.runNext();
    assertThat(model.actions.failure.get()).isNotNull();
    assertThat(row("call_2").status()).isEqualTo("answered");
    assertThat(model.rows().leaving()).containsExactly("call_1");
    assertThat(shown()).containsExactly("call_2", "call_1");
  }
}
