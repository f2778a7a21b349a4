package eu.callorders.console.event;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Transport;
import eu.callorders.console.work.Background;
import eu.callorders.console.work.Drawing;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EventsViewModelTest {
  private static final String NONE = page("", false);
  private static final int WINDOWS = 6;

  private final FakeService service = new FakeService();
  private final Drawing drawing = new Drawing();
  private final Background background = new Background(drawing);
  private final EventsViewModel model =
      new EventsViewModel(
          background,
          ApiClient.administration(
              new Transport(Transport.Patience.DEFAULT), service.address(), "token"),
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

  private void load(String everyTime) {
    IntStream.range(0, WINDOWS).forEach(ignored -> service.then(200, everyTime));
    model.apply();
    drawing.next();
  }

  @Test
  void showsTheLatestOnTopAndWhatComesAboveThem() {
    load(page(text("evt_1", "a.b", "o") + "," + text("evt_2", "a.b", "o"), false));
    model.happened(List.of(event("evt_2", "a.b", "o"), event("evt_3", "a.b", "o")));
    assertThat(shown()).containsExactly("evt_3", "evt_2", "evt_1");
  }

  @Test
  void holdsBackWhatComesWhilePausedAndShowsItAfterwards() {
    load(NONE);
    model.paused().set(true);
    model.happened(List.of(event("evt_1", "a.b", "o"), event("evt_2", "a.b", "o")));
    assertThat(shown()).isEmpty();
    assertThat(model.held().get()).isEqualTo(2);
    model.paused().set(false);
    assertThat(shown()).containsExactly("evt_2", "evt_1");
    assertThat(model.held().get()).isZero();
  }

  @Test
  void losesNothingThatComesWhileTheListIsFetched() {
    IntStream.range(0, WINDOWS).forEach(ignored -> service.then(200, NONE));
    model.apply();
    model.happened(List.of(event("evt_1", "a.b", "o")));
    drawing.next();
    assertThat(shown()).containsExactly("evt_1");
  }

  @Test
  void filtersWhatComesAsTheServiceFiltersWhatWas() {
    model.type().set("call_order.*");
    model.about().set(" ord_1 ");
    load(NONE);
    model.happened(
        List.of(
            event("evt_1", "call_order.dialing", "ord_1"),
            event("evt_2", "call.started", "ord_1"),
            event("evt_3", "call_order.dialing", "ord_2")));
    assertThat(shown()).containsExactly("evt_1");
    assertThat(service.asked().getFirst().target())
        .isEqualTo(
            "/v1/events?event_types=call_order.*&call_order_id=ord_1"
                + "&created_after=2026-11-20T09%3A59%3A00Z&limit=100");
  }

  @Test
  void looksFurtherBackOnlyWhileThereAreFew() {
    String many =
        Stream.iterate(0, it -> it + 1)
            .limit(200)
            .map(it -> text("evt_" + it, "a.b", "o"))
            .reduce((one, other) -> one + "," + other)
            .orElseThrow();
    service.then(200, NONE).then(200, page(many, false));
    model.apply();
    drawing.next();
    assertThat(service.asked()).hasSize(2);
    assertThat(shown()).hasSize(200).startsWith("evt_199");
  }

  @Test
  void findsASingleEventByItsIdentifier() {
    service.then(200, text("evt_7", "a.b", "o"));
    model.about().set("evt_7");
    model.apply();
    drawing.next();
    assertThat(shown()).containsExactly("evt_7");
  }
}
