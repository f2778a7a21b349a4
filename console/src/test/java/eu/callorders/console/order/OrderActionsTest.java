package eu.callorders.console.order;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.api.FakeService.RecordedRequest;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Scope;
import eu.callorders.console.bulk.Selection;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class OrderActionsTest {
  @AutoClose private final StubSession stub = new StubSession();

  private void suppress(String order) throws Exception {
    stub.service.fixed("GET /v1/call-orders/ord_1", 200, order);
    stub.service.fixed("POST /v1/suppressions", 201, "{}");
    OrderActions.SUPPRESS
        .request()
        .send(stub.session(Scope.values()), "ord_1", "key", Json.object().put("reason", "Asked"));
  }

  private List<RecordedRequest> entries() {
    return stub.service.requests().stream()
        .filter(request -> request.method().equals("POST"))
        .toList();
  }

  @Test
  void addsEachNumberOfAnOrderWithItsPerson() throws Exception {
    suppress(
        """
        {"subject":{"reference":"debtor-1"},
         "contacts":[{"channel":"phone","value":"+493023125001"},
          {"channel":"phone","value":"+493023125002"}]}
        """);
    assertThat(entries())
        .extracting(RecordedRequest::body)
        .containsExactly(
            "{\"phone\":\"+493023125001\",\"subject_reference\":\"debtor-1\",\"reason\":\"Asked\"}",
            "{\"phone\":\"+493023125002\",\"subject_reference\":\"debtor-1\",\"reason\":\"Asked\"}");
    assertThat(entries())
        .extracting(request -> request.header("Idempotency-key"))
        .containsExactly("key-1", "key-2");
  }

  @Test
  void addsThePersonOfAnOrderWithoutNumbers() throws Exception {
    suppress("{\"subject\":{\"reference\":\"debtor-1\"},\"contacts\":[]}");
    assertThat(entries())
        .extracting(RecordedRequest::body)
        .containsExactly("{\"subject_reference\":\"debtor-1\",\"reason\":\"Asked\"}");
  }

  private static OrderRow row(String id, String status, String subject) {
    String order =
        "{\"id\":\"%s\",\"status\":\"%s\",\"subject\":{\"reference\":\"%s\"}}"
            .formatted(id, status, subject);
    return OrderRow.of(Json.parse(order).orElseThrow());
  }

  @Test
  void leavesOutOrdersThatCannotBeCanceledAndThoseWithoutAPerson() {
    Stream<OrderRow> rows =
        Stream.concat(
            Stream.of("accepted", "scheduled", "dialing", "completed", "canceled")
                .map(status -> row(status, status, "debtor-1")),
            Stream.of(row("erased", "completed", "")));
    Selection selected = OrderActions.select(6, rows);
    assertThat(selected.count()).isEqualTo(6);
    assertThat(selected.eligible().get(OrderActions.CANCEL))
        .containsExactly("accepted", "scheduled");
    assertThat(selected.eligible().get(OrderActions.SUPPRESS))
        .containsExactly("accepted", "scheduled", "dialing", "completed", "canceled");
  }
}
