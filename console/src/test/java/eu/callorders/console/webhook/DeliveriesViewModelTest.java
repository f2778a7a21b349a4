package eu.callorders.console.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Transport;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.DirectExecutor;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DeliveriesViewModelTest {
  private DeliveriesViewModel.VisibleRange visible = DeliveriesViewModel.VisibleRange.NOTHING;
  private final FakeService service = new FakeService();
  private final DirectExecutor drawing = new DirectExecutor();
  private final BackgroundExecutor background = new BackgroundExecutor(drawing);
  private final DeliveriesViewModel model =
      new DeliveriesViewModel(
          background,
          ApiClient.administration(
              new Transport(Transport.Timeouts.DEFAULT), service.address(), "token"),
          ZoneId.of("Europe/Berlin"),
          Duration.ZERO,
          () -> {});

  @BeforeEach
  void stopAfterTheFirstPoll() {
    model.setVisibleRange(
        () -> {
          model.setPolled(false);
          return visible;
        });
  }

  @AfterEach
  void close() {
    model.setPolled(false);
    background.close();
    service.close();
  }

  private static String delivery(int number, String status) {
    return """
    {"id":"whd_%d","event_id":"evt_%d","event_type":"call.ended","endpoint_id":"whe_1",
     "status":"%s","attempts":[],"created_at":"2026-11-20T10:%02d:%02d.000Z"}
    """
        .formatted(number, number, status, number / 60, number % 60);
  }

  private void page(boolean more, String... rows) {
    service.then(
        200,
        "{\"data\":[%s],\"has_more\":%s,\"next_cursor\":%s}"
            .formatted(String.join(",", rows), more, more ? "\"c\"" : "null"));
  }

  private List<String> shown() {
    return model.rows().rows().stream()
        .filter(row -> !model.rows().leaving().contains(row.id()))
        .map(row -> row.id() + " " + row.status())
        .toList();
  }

  @Test
  void appliesFilters() {
    page(false);
    model.filter().text("endpoint_id").set("whe_1");
    model.filter().text("status").set(DeliveryRow.DEAD_LETTER);
    model.filter().text("event_type").set(null);
    model.apply();
    drawing.runNext();
    assertThat(service.requests().getFirst().target())
        .isEqualTo("/v1/webhook-deliveries?endpoint_id=whe_1&status=failed&limit=100");
  }

  @Test
  void replacesFiltersByThoseOfALink() {
    page(false);
    page(false);
    model.filter().text("status").set("failed");
    model.filterBy(Map.of("endpoint_id", "whe_9"));
    drawing.runNext();
    model.filterBy(Map.of("event_id", "evt_9"));
    drawing.runNext();
    assertThat(service.requests())
        .extracting(FakeService.RecordedRequest::target)
        .containsExactly(
            "/v1/webhook-deliveries?endpoint_id=whe_9&limit=100",
            "/v1/webhook-deliveries?event_id=evt_9&limit=100");
  }

  @Test
  void refreshesTheFirstPage() {
    page(true, delivery(5, "pending"), delivery(4, "pending"), delivery(3, "pending"));
    model.apply();
    drawing.runNext();
    page(true, delivery(6, "pending"), delivery(5, "succeeded"), delivery(3, "pending"));
    model.setPolled(true);
    drawing.runNext();
    assertThat(shown()).containsExactly("whd_6 pending", "whd_5 succeeded", "whd_3 pending");
  }

  @Test
  void restartsWhenMoreThanAPageIsNew() {
    page(true, delivery(1, "pending"));
    model.apply();
    drawing.runNext();
    page(true, delivery(9, "pending"), delivery(8, "pending"));
    page(true, delivery(9, "succeeded"), delivery(8, "pending"));
    model.setPolled(true);
    drawing.runUntil(() -> shown().contains("whd_9 succeeded"));
    assertThat(shown()).containsExactly("whd_9 succeeded", "whd_8 pending");
  }

  private static String[] deliveries(int newest, int oldest, String status) {
    return IntStream.iterate(newest, number -> number >= oldest, number -> number - 1)
        .mapToObj(number -> delivery(number, status))
        .toArray(String[]::new);
  }

  /** 150 rows; both pages are loaded. */
  private void twoPages(String status) {
    page(true, deliveries(150, 51, status));
    page(false, deliveries(50, 1, status));
    model.apply();
    drawing.runNext();
    model.rows().loadNext();
    drawing.runNext();
    assertThat(shown()).hasSize(150);
  }

  private void firstPage(String status) {
    page(true, deliveries(150, 51, status));
  }

  @Test
  void refreshesVisibleOpenRowsBelowTheFirstPage() {
    model.filter().from().set(LocalDate.of(2026, 11, 20));
    twoPages("pending");
    visible = new DeliveriesViewModel.VisibleRange(110, 119);
    firstPage("pending");
    page(false, deliveries(40, 31, "succeeded"));
    model.setPolled(true);
    drawing.runNext();
    drawing.runNext();
    assertThat(shown().subList(110, 120)).allMatch(row -> row.endsWith("succeeded"));
    assertThat(shown().subList(100, 110)).allMatch(row -> row.endsWith("pending"));
    assertThat(service.requests().getLast().target())
        .isEqualTo(
            "/v1/webhook-deliveries?created_after=2026-11-20T10%3A00%3A31Z"
                + "&created_before=2026-11-20T10%3A00%3A40.001Z&limit=100");
  }

  @Test
  void refreshesNoFinalRowsAndNoRowsOfTheFirstPage() {
    twoPages("succeeded");
    visible = new DeliveriesViewModel.VisibleRange(95, 119);
    firstPage("succeeded");
    model.setPolled(true);
    drawing.runNext();
    assertThat(service.requests()).hasSize(3);
    page(true, deliveries(150, 51, "pending"));
    page(false, deliveries(50, 1, "pending"));
    model.apply();
    drawing.runNext();
    model.rows().loadNext();
    drawing.runNext();
    visible = new DeliveriesViewModel.VisibleRange(80, 99);
    firstPage("pending");
    model.setPolled(true);
    drawing.runNext();
    assertThat(service.requests()).hasSize(6);
  }

  @Test
  void removesRowsThatNoLongerMatch() {
    model.filter().text("status").set("pending");
    twoPages("pending");
    visible = new DeliveriesViewModel.VisibleRange(148, 149);
    firstPage("pending");
    page(false, delivery(2, "pending"));
    model.setPolled(true);
    drawing.runNext();
    drawing.runNext();
    assertThat(shown()).hasSize(149).endsWith("whd_3 pending", "whd_2 pending");
    assertThat(service.requests().getLast().target()).contains("status=pending");
  }

  @Test
  void dropsRefreshesOfThePreviousFilter() {
    twoPages("pending");
    visible = new DeliveriesViewModel.VisibleRange(148, 149);
    firstPage("pending");
    page(false, delivery(2, "failed"), delivery(1, "failed"));
    model.setPolled(true);
    drawing.runNext();
    while (service.requests().size() < 4) {
      Thread.onSpinWait(); // until the background request arrives
    }
    page(false, delivery(2, "pending"));
    model.apply();
    drawing.runNext();
    drawing.runNext();
    assertThat(shown()).containsExactly("whd_2 pending");
  }

  @Test
  void ignoresOlderStates() {
    page(false, delivery(1, "succeeded"), delivery(0, "pending"));
    model.apply();
    drawing.runNext();
    page(false, delivery(1, "pending"), delivery(0, "retrying"));
    model.setPolled(true);
    drawing.runNext();
    assertThat(shown()).containsExactly("whd_1 succeeded", "whd_0 retrying");
  }

  @Test
  void truncatesUnknownErrorsToOneShortLine() {
    String hostile = "<b>x</b>\\n\\u202e" + "y".repeat(5_000);
    DeliveryRow row =
        DeliveryRow.of(
            Json.parse(
                    "{\"status\":\"odd\",\"attempts\":[{\"at\":\"never\",\"error\":\""
                        + hostile
                        + "\",\"duration_ms\":-5}]}")
                .orElseThrow());
    DeliveryRow.DeliveryAttempt attempt = row.attempts().getFirst();
    assertThat(attempt.error()).startsWith("<b>x</b> yyy").hasSizeLessThan(50);
    assertThat(attempt.millis()).isZero();
    assertThat(attempt.outcome()).isEqualTo("failed");
    assertThat(row.isFinal()).isFalse();
  }
}
