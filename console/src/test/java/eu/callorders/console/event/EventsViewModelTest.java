package eu.callorders.console.event;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Transport;
import eu.callorders.console.ui.StatusBadge;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.DirectExecutor;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EventsViewModelTest {
  private static final String EMPTY_PAGE = page("", false);
  private static final int TIME_RANGES = 6;

  private final FakeService service = new FakeService();
  private final DirectExecutor uiExecutor = new DirectExecutor();
  private final BackgroundExecutor background = new BackgroundExecutor(uiExecutor);
  private final EventsViewModel model =
      new EventsViewModel(
          background,
          ApiClient.administration(
              new Transport(Transport.Timeouts.DEFAULT), service.address(), "token"),
          () -> Instant.parse("2026-11-20T10:00:00Z"));

  @AfterEach
  void close() {
    background.close();
    service.close();
  }

  private static String page(String events, boolean more) {
    return "{\"data\":[%s],\"has_more\":%s,\"next_cursor\":\"c\"}".formatted(events, more);
  }

  private static String text(String id, String type, String order) {
    return "{\"id\":\"%s\",\"type\":\"%s\",\"related\":{\"call_order_id\":\"%s\"}}"
        .formatted(id, type, order);
  }

  private static JsonNode event(String id, String type, String order) {
    return Json.parse(text(id, type, order)).orElseThrow();
  }

  private List<String> shown() {
    return model.rows().rows().stream().map(EventRow::id).toList();
  }

  private void load(String response) {
    IntStream.range(0, TIME_RANGES).forEach(ignored -> service.then(200, response));
    model.apply();
    uiExecutor.runNext();
  }

  @Test
  void showsNewEventsAboveLoadedOnes() {
    load(page(text("evt_1", "a.b", "o") + "," + text("evt_2", "a.b", "o"), false));
    model.handleEvents(List.of(event("evt_2", "a.b", "o"), event("evt_3", "a.b", "o")));
    assertThat(shown()).containsExactly("evt_3", "evt_2", "evt_1");
  }

  @Test
  void holdsEventsWhilePaused() {
    load(EMPTY_PAGE);
    model.paused.set(true);
    model.handleEvents(List.of(event("evt_1", "a.b", "o"), event("evt_2", "a.b", "o")));
    assertThat(shown()).isEmpty();
    assertThat(model.heldCount.get()).isEqualTo(2);
    model.paused.set(false);
    assertThat(shown()).containsExactly("evt_2", "evt_1");
    assertThat(model.heldCount.get()).isZero();
  }

  @Test
  void keepsEventsThatArriveDuringLoad() {
    IntStream.range(0, TIME_RANGES).forEach(ignored -> service.then(200, EMPTY_PAGE));
    model.apply();
    model.handleEvents(List.of(event("evt_1", "a.b", "o")));
    uiExecutor.runNext();
    assertThat(shown()).containsExactly("evt_1");
  }

  @Test
  void filtersNewEventsLikeTheService() {
    model.type.set("call_order.*");
    model.resourceId.set(" ord_1 ");
    load(EMPTY_PAGE);
    model.handleEvents(
        List.of(
            event("evt_1", "call_order.dialing", "ord_1"),
            event("evt_2", "call.started", "ord_1"),
            event("evt_3", "call_order.dialing", "ord_2")));
    assertThat(shown()).containsExactly("evt_1");
    assertThat(service.requests().getFirst().target())
        .isEqualTo(
            "/v1/events?event_types=call_order.*&call_order_id=ord_1"
                + "&created_after=2026-11-20T09%3A59%3A00Z&limit=100");
  }

  @Test
  void extendsTimeRangeWhileFewEventsAreFound() {
    String many =
        Stream.iterate(0, it -> it + 1)
            .limit(200)
            .map(it -> text("evt_" + it, "a.b", "o"))
            .reduce((one, other) -> one + "," + other)
            .orElseThrow();
    service.then(200, EMPTY_PAGE).then(200, page(many, false));
    model.apply();
    uiExecutor.runNext();
    assertThat(service.requests()).hasSize(2);
    assertThat(shown()).hasSize(200).startsWith("evt_199");
  }

  @Test
  void findsEventByIdentifier() {
    service.then(200, text("evt_7", "a.b", "o"));
    model.resourceId.set("evt_7");
    model.apply();
    uiExecutor.runNext();
    assertThat(shown()).containsExactly("evt_7");
  }

  private static List<JsonNode> batch(int from, int count) {
    return IntStream.range(from, from + count)
        .mapToObj(number -> event("evt_" + number, "a.b", "o"))
        .toList();
  }

  private void flood(int events) {
    for (int from = 0; from < events; from += 1_000) {
      model.handleEvents(batch(from, 1_000));
    }
  }

  @Test
  void keepsLatestEventsWithoutGaps() {
    load(page(text("evt_old", "a.b", "o"), false));
    flood(100_000);
    assertThat(shown()).hasSize(EventsViewModel.MAX_ROWS).startsWith("evt_99999");
    assertThat(shown().getLast()).isEqualTo("evt_80000");
    model.handleEvents(List.of(event("evt_old", "a.b", "o")));
    assertThat(shown().getFirst()).isEqualTo("evt_old");
  }

  @Test
  void countsAllHeldEventsAndKeepsLatest() {
    load(page(text("evt_old", "a.b", "o"), false));
    model.paused.set(true);
    flood(100_000);
    assertThat(shown()).containsExactly("evt_old");
    assertThat(model.heldCount.get()).isEqualTo(100_000);
    model.paused.set(false);
    assertThat(shown()).hasSize(EventsViewModel.MAX_ROWS).startsWith("evt_99999");
    assertThat(shown()).doesNotContain("evt_old");
    assertThat(model.heldCount.get()).isZero();
  }

  @Test
  void dropsHeldEventsThatReloadContains() {
    load(EMPTY_PAGE);
    model.paused.set(true);
    model.handleEvents(batch(0, 3));
    load(page(text("evt_0", "a.b", "o") + "," + text("evt_1", "a.b", "o"), false));
    assertThat(model.heldCount.get()).isEqualTo(1);
    assertThat(shown()).containsExactly("evt_1", "evt_0");
    model.paused.set(false);
    assertThat(shown()).containsExactly("evt_2", "evt_1", "evt_0");
  }

  @Test
  void dropsHeldEventsThatFilterExcludes() {
    load(EMPTY_PAGE);
    model.paused.set(true);
    model.handleEvents(
        List.of(event("evt_1", "call.started", "o"), event("evt_2", "call_order.failed", "o")));
    model.type.set("call.*");
    model.apply();
    assertThat(model.heldCount.get()).isEqualTo(1);
  }

  @Test
  void reloadsAfterMissedEvents() {
    load(page(text("evt_1", "a.b", "o"), false));
    IntStream.range(0, TIME_RANGES)
        .forEach(ignored -> service.then(200, page(text("evt_9", "a.b", "o"), false)));
    model.reload();
    model.handleEvents(List.of(event("evt_10", "a.b", "o")));
    uiExecutor.runNext();
    assertThat(shown()).containsExactly("evt_10", "evt_9");
  }

  @Test
  void reloadsAfterMissedEventsOnceResumed() {
    load(page(text("evt_1", "a.b", "o"), false));
    model.paused.set(true);
    model.handleEvents(batch(2, 3));
    model.reload();
    model.handleEvents(batch(90, 2));
    assertThat(shown()).as("frozen rows stay").containsExactly("evt_1");
    assertThat(model.heldCount.get()).isEqualTo(5);
    String latest = text("evt_89", "a.b", "o") + "," + text("evt_90", "a.b", "o");
    IntStream.range(0, TIME_RANGES).forEach(ignored -> service.then(200, page(latest, false)));
    model.paused.set(false);
    uiExecutor.runNext();
    assertThat(shown()).as("without a gap").containsExactly("evt_90", "evt_89");
    assertThat(model.heldCount.get()).isZero();
  }

  @Test
  void clearsPreviousEventDuringRead() {
    service.then(200, text("evt_1", "a.b", "o"));
    model.show("evt_1");
    uiExecutor.runNext();
    assertThat(model.detail.detail().get()).isNotNull();
    service.then(404, "{\"code\":\"not_found\"}");
    model.show("evt_2");
    assertThat(model.detail.detail().get()).isNull();
    uiExecutor.runNext();
    assertThat(model.detail.failure().get()).isNotNull();
    service.then(200, text("evt_1", "a.b", "o"));
    model.show("evt_1");
    assertThat(model.detail.failure().get()).isNull();
    uiExecutor.runNext();
    assertThat(service.requests().getLast().target()).isEqualTo("/v1/events/evt_1");
  }

  @Test
  void findsEventsDespiteWrongLocalClock() {
    IntStream.range(0, TIME_RANGES - 1).forEach(ignored -> service.then(200, EMPTY_PAGE));
    service.then(200, page(text("evt_1", "a.b", "o"), false));
    model.apply();
    uiExecutor.runNext();
    assertThat(shown()).containsExactly("evt_1");
    assertThat(service.requests().getLast().target()).isEqualTo("/v1/events?limit=100");
  }

  @Test
  void readsManyPagesAndKeepsLastEvents() {
    String first =
        IntStream.range(0, 2_100)
            .mapToObj(it -> text("evt_" + it, "a.b", "o"))
            .collect(Collectors.joining(","));
    service.then(200, page(first, true)).then(200, page(text("evt_end", "a.b", "o"), false));
    model.apply();
    uiExecutor.runNext();
    assertThat(shown()).hasSize(2_001).startsWith("evt_end", "evt_2099").endsWith("evt_100");
    assertThat(service.requests()).hasSize(2);
  }

  @Test
  void showsUnknownTypesAndShortensClientText() {
    load(EMPTY_PAGE);
    String hostile =
        "{\"id\":\"evt_1\",\"type\":\"moon.landed\",\"related\":{\"client_reference\":\"a\\n"
            + "b\\u202e"
            + "x".repeat(9_000)
            + "\",\"call_order_id\":7},\"data\":[]}";
    model.handleEvents(List.of(Json.parse(hostile).orElseThrow(), Json.object()));
    EventRow row = model.rows().rows().getLast();
    assertThat(row.type()).isEqualTo("moon.landed");
    assertThat(row.clientReference()).startsWith("a b xxx").hasSizeLessThan(250);
    assertThat(row.tone()).isEqualTo(StatusBadge.Tone.NEUTRAL);
  }
}
