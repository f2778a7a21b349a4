package eu.callorders.console.ordertype;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Transport;
import eu.callorders.console.ui.ComparedMember;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.DirectExecutor;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OrderTypeVersionsViewModelTest {
  private static final String PAGE =
      """
      {"data": [
        {"version": 2, "agent": {"objective": "Insist", "locale": "de-DE"},
         "defaults": {"scheduling": {"max_attempts": 5, "retry": {"min_gap_hours": 4}}}},
        {"version": 1, "agent": {"objective": "Ask", "voice": "clara"},
         "defaults": {"scheduling": {"max_attempts": 5}, "variables": {"tone": "firm"}}}],
       "has_more": false, "next_cursor": null}
      """;

  private final FakeService service = new FakeService();
  private final DirectExecutor uiExecutor = new DirectExecutor();
  private final BackgroundExecutor background = new BackgroundExecutor(uiExecutor);
  private final OrderTypeVersionsViewModel model =
      new OrderTypeVersionsViewModel(
          background,
          ApiClient.administration(
              new Transport(Transport.Timeouts.DEFAULT), service.address(), "token"));

  @AfterEach
  void close() {
    background.close();
    service.close();
  }

  @Test
  void readsVersionsOfTheType() {
    Locale.setDefault(Locale.ENGLISH);
    service.then(200, PAGE);
    model.show("second_reminder");
    uiExecutor.runNext();
    assertThat(service.requests().getFirst().target())
        .isEqualTo("/v1/order-types/second_reminder/versions?limit=100");
    var versions = Objects.requireNonNull(model.detail().get());
    Texts texts = Texts.of(OrderTypeVersionsViewModel.class);
    assertThat(
            ComparedMember.of(
                OrderTypeMembers.all(texts, versions.get(1)),
                OrderTypeMembers.all(texts, versions.get(0))))
        .containsExactly(
            new ComparedMember("Objective", "Ask", "Insist"),
            new ComparedMember("Voice", "clara", ""),
            new ComparedMember("scheduling.max_attempts", "5", "5"),
            new ComparedMember("variables.tone", "firm", ""),
            new ComparedMember("Language", "", "de-DE"),
            new ComparedMember("scheduling.retry.min_gap_hours", "", "4"));
  }

  @Test
  void namesArraysAndEmptyObjectsWhole() {
    assertThat(
            ComparedMember.values(
                Json.parse("{\"a\": {\"b\": [1, 2]}, \"c\": {}, \"d\": true}").orElseThrow()))
        .containsExactly(Map.entry("a.b", "[1,2]"), Map.entry("c", "{}"), Map.entry("d", "true"));
  }
}
