package eu.callorders.console.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Transport;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.DirectExecutor;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SequencesViewModelTest {
  private static final String PAGE = "{\"data\":[%s],\"has_more\":false,\"next_cursor\":null}";
  private static final String SEQUENCE =
      """
      {"id":"%s","key":"k","status":"%s","updated_at":"%s",
       "versions":[{"version":1,"trigger":{"signal_type":"old"}},
        {"version":2,"trigger":{"signal_type":"new"}}]}
      """;

  private final FakeService service = new FakeService();
  private final DirectExecutor uiExecutor = new DirectExecutor();
  private final BackgroundExecutor background = new BackgroundExecutor(uiExecutor);
  private final SequencesViewModel model =
      new SequencesViewModel(
          background,
          ApiClient.administration(
              new Transport(Transport.Timeouts.DEFAULT), service.address(), "token"));

  @AfterEach
  void close() {
    background.close();
    service.close();
  }

  private static JsonNode event(String type, String sequence) {
    return Json.parse("{\"type\":\"%s\",\"data\":%s}".formatted(type, sequence)).orElseThrow();
  }

  @Test
  void filtersByKeyAndStatusAndSearchesByIdentifier() {
    service.then(200, PAGE.formatted(""));
    model.filter().text("status").set("draft");
    model.search().set(" overdue ");
    model.apply();
    uiExecutor.runNext();
    service.then(404, "{\"code\":\"not_found\"}");
    model.search().set("seq_0");
    model.apply();
    uiExecutor.runNext();
    assertThat(service.requests())
        .extracting(FakeService.RecordedRequest::target)
        .containsExactly("/v1/sequences?status=draft&key=overdue&limit=100", "/v1/sequences/seq_0");
    assertThat(model.rows().failure().get()).isNull();
  }

  @Test
  void showsSignalOfNewestVersionWithoutActiveOneAndAppliesEvents() {
    service.then(
        200, PAGE.formatted(SEQUENCE.formatted("seq_1", "draft", "2026-11-20T10:00:00.000Z")));
    model.apply();
    uiExecutor.runNext();
    assertThat(model.rows().rows().getFirst().signalType()).isEqualTo("new");
    model.handleEvents(
        List.of(
            event(
                "sequence.created",
                SEQUENCE.formatted("seq_2", "draft", "2026-11-20T10:01:00.000Z")),
            event(
                "sequence.archived",
                SEQUENCE.formatted("seq_1", "archived", "2026-11-20T10:02:00.000Z"))));
    assertThat(model.rows().rows())
        .extracting(row -> row.id() + " " + row.status())
        .containsExactly("seq_2 draft", "seq_1 archived");
  }

  private void list(String... sequences) {
    service.then(200, PAGE.formatted(String.join(",", sequences)));
    model.apply();
    uiExecutor.runNext();
  }

  private List<String> shown() {
    return model.rows().rows().stream().map(row -> row.id() + " " + row.status()).toList();
  }

  private static String sequence(String id, String status, String minute) {
    return SEQUENCE.formatted(id, status, "2026-11-20T10:" + minute + ":00.000Z");
  }

  @Test
  void readsRow() {
    assertThat(
            SequenceRow.of(
                Json.parse(
                        """
                        {"id": "seq_1", "key": "k", "title": "t", "status": "active",
                         "active_version": 1, "created_at": "a", "updated_at": "b",
                         "versions": [{"version": 1, "trigger": {"signal_type": "old"}},
                          {"version": 2, "trigger": {"signal_type": "new"}}]}
                        """)
                    .orElseThrow()))
        .isEqualTo(new SequenceRow("seq_1", "k", "t", "active", "1", 2, "old", "a", "b"));
    assertThat(SequenceRow.of(Json.object()).signalType()).isEmpty();
  }

  @Test
  void addsOnlyMatchingRows() {
    list();
    model.handleEvents(List.of(event("sequence.archived", sequence("seq_1", "archived", "00"))));
    assertThat(shown()).containsExactly("seq_1 archived");
    model.filter().text("status").set("active");
    list();
    model.handleEvents(List.of(event("sequence.created", sequence("seq_1", "draft", "00"))));
    assertThat(shown()).isEmpty();
    model.filter().text("status").set("");
    model.search().set("other");
    list();
    model.handleEvents(List.of(event("sequence.created", sequence("seq_1", "draft", "00"))));
    assertThat(shown()).isEmpty();
    model.search().set("k");
    list();
    model.handleEvents(List.of(event("sequence.created", sequence("seq_1", "draft", "00"))));
    assertThat(shown()).containsExactly("seq_1 draft");
  }

  @Test
  void ignoresOlderEvents() {
    list(sequence("seq_1", "archived", "05"));
    model.handleEvents(List.of(event("sequence.activated", sequence("seq_1", "active", "04"))));
    assertThat(shown()).containsExactly("seq_1 archived");
  }

  @Test
  void clearResetsFilters() {
    service.then(200, PAGE.formatted(""));
    model.search().set("x");
    model.filter().text("status").set("draft");
    model.clear();
    uiExecutor.runNext();
    assertThat(service.requests().getFirst().target()).isEqualTo("/v1/sequences?limit=100");
  }
}
