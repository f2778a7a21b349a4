package eu.callorders.console.work;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Transport;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class FilteredListViewModelTest {
  private record Line(String id, String status, String createdAt, int age) {
    private static Line of(JsonNode line) {
      return new Line(
          line.path("id").asText(),
          line.path("status").asText(),
          line.path("created_at").asText(),
          line.path("age").asInt());
    }
  }

  private static final class Lines extends FilteredListViewModel<Line> {
    private Lines(BackgroundExecutor background, ApiClient api) {
      super(
          api,
          new Origin<>("/lines", "line.", Line::of),
          new PagedRows<>(background, Line::id, Comparator.comparingInt(Line::age), Duration.ZERO),
          new ListFilter<>(ZoneOffset.UTC, Line::createdAt).with("status", Line::status));
    }
  }

  private final DirectExecutor drawing = new DirectExecutor();
  @AutoClose private final FakeService service = new FakeService();
  @AutoClose private final BackgroundExecutor background = new BackgroundExecutor(drawing);
  private final Lines lines =
      new Lines(
          background,
          ApiClient.administration(
              new Transport(Transport.Timeouts.DEFAULT), service.address(), ""));

  /** A line created on that day. */
  private static String line(int day, String status, int age) {
    return "{\"id\":\"line-%d\",\"status\":\"%s\",\"created_at\":\"2026-11-%02dT10:00:00Z\",\"age\":%d}"
        .formatted(day, status, day, age);
  }

  private static String page(String... rows) {
    return "{\"data\":[%s],\"has_more\":false,\"next_cursor\":null}"
        .formatted(String.join(",", rows));
  }

  private void load(String... rows) {
    service.then(200, page(rows));
    lines.apply();
    drawing.runNext();
  }

  private void events(String type, String... rows) {
    lines.handleEvents(
        Stream.of(rows)
            .map(row -> "{\"type\":\"%s\",\"data\":%s}".formatted(type, row))
            .map(event -> Json.parse(event).orElseThrow())
            .toList());
  }

  /** Identifiers and states; a row in brackets leaves. */
  private String shown() {
    return lines.rows().rows().stream()
        .map(row -> row.id() + " " + row.status())
        .map(row -> lines.rows().leaving().contains(row.split(" ")[0]) ? "(" + row + ")" : row)
        .collect(Collectors.joining(", "));
  }

  @Test
  void addsRowsThatComeToMatchAtTheirPlace() {
    lines.filter().text("status").set("open");
    load(line(8, "open", 1), line(4, "open", 1));
    events("line.opened", line(6, "open", 1), line(9, "draft", 1), line(2, "open", 1));
    events("other.opened", line(7, "open", 1));
    assertThat(shown()).isEqualTo("line-8 open, line-6 open, line-4 open, line-2 open");
  }

  @Test
  void marksRowsThatNoLongerMatchAndRemovesThem() {
    lines.filter().text("status").set("open");
    load(line(8, "open", 1), line(4, "open", 1));
    events("line.closed", line(8, "closed", 2));
    events("line.opened", line(8, "open", 1)); // older
    assertThat(shown()).isEqualTo("(line-8 closed), line-4 open");
    drawing.runNext();
    assertThat(shown()).isEqualTo("line-4 open");
  }

  @Test
  void followsTheFilterThatIsApplied() {
    lines.filter().text("status").set("open");
    load(line(8, "open", 1));
    lines.filter().text("status").set("closed");
    events("line.opened", line(9, "open", 1), line(7, "closed", 1));
    assertThat(shown()).isEqualTo("line-9 open, line-8 open");
  }

  @Test
  void followsASearchInsteadOfTheFilter() {
    lines.filter().text("status").set("open");
    lines.search().set("line-8");
    service.then(404, "{\"code\":\"not_found\"}");
    lines.apply();
    drawing.runNext();
    events("line.closed", line(8, "closed", 1), line(9, "open", 1));
    assertThat(shown()).isEqualTo("line-8 closed");
    events("line.archived", line(8, "archived", 2));
    assertThat(shown()).isEqualTo("line-8 archived");
  }

  @Test
  void changesNothingBeforeTheFirstLoad() {
    events("line.opened", line(8, "open", 1));
    assertThat(lines.rows().rows()).isEmpty();
    load();
    assertThat(lines.rows().rows()).isEmpty();
  }

  @Test
  void pollsByTheFilterThatIsApplied() {
    lines.filter().text("status").set("open");
    load(line(8, "open", 1), line(4, "open", 1));
    service.then(200, page(line(9, "open", 1), line(8, "open", 1)));
    lines.setPolled(true);
    drawing.runNext();
    lines.setPolled(false);
    assertThat(shown()).isEqualTo("line-9 open, line-8 open, (line-4 open)");
    assertThat(service.requests())
        .extracting(FakeService.RecordedRequest::target)
        .isEqualTo(List.of("/lines?status=open&limit=100", "/lines?status=open&limit=100"));
  }
}
