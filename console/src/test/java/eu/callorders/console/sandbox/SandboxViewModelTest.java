package eu.callorders.console.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.ConnectionStatus;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Transport;
import eu.callorders.console.event.EventRow;
import eu.callorders.console.session.Session;
import eu.callorders.console.ui.StatusBadge;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.DirectExecutor;
import eu.callorders.console.work.PagedRows;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SandboxViewModelTest {
  private static final Instant NOW = Instant.parse("2026-11-20T10:00:00Z");

  /** A poll that a test does not expect would take the response that it prepares next. */
  private static final Duration NEVER = Duration.ofDays(1);

  @AutoClose private final FakeService service = new FakeService();
  private final DirectExecutor uiExecutor = new DirectExecutor();
  @AutoClose private final BackgroundExecutor background = new BackgroundExecutor(uiExecutor);
  private final ApiClient api =
      ApiClient.administration(
          new Transport(Transport.Timeouts.DEFAULT), service.address(), "token");
  private final Session session =
      new Session(
          "demo",
          "sandbox",
          "tn_1",
          MissingNode.getInstance(),
          Set.of(),
          api,
          Optional.of(api),
          new ConnectionStatus());
  private SandboxViewModel model = new SandboxViewModel(background, session, NEVER, NEVER);

  /** Loads the empty event list. */
  @BeforeEach
  void ready() {
    uiExecutor.runNext();
  }

  private static String clock(String now, String status) {
    return "{\"now\":\"%s\",\"status\":\"%s\"}".formatted(now, status);
  }

  private void read(String now, String status) {
    service.then(200, clock(now, status));
    model.watchAgain();
    uiExecutor.runNext();
    model.stop();
  }

  private static List<JsonNode> event(String id) {
    return List.of(
        Json.parse("{\"id\":\"%s\",\"type\":\"call.ended\",\"occurred_at\":\"x\"}".formatted(id))
            .orElseThrow());
  }

  private void advance(String duration) {
    model.advance(AdvanceRequest.by(NOW, duration).orElseThrow());
  }

  private List<String> eventIds() {
    return model.clockEvents.rows().stream().map(EventRow::id).toList();
  }

  private ClockState.ClockAdvance currentAdvance() {
    ClockState.ClockAdvance advance = model.clock.lastAdvance.get();
    assertThat(advance).isNotNull();
    return advance;
  }

  @Test
  void advancesToTargetAndCollectsEvents() {
    model = new SandboxViewModel(background, session, Duration.ZERO, NEVER);
    ready();
    service
        .then(200, clock("2026-11-20T10:00:00.000Z", "ready"))
        .then(200, clock("2026-11-20T10:00:00.000Z", "advancing"))
        .then(200, clock("2026-11-20T22:00:00.000Z", "advancing"))
        .then(200, clock("2026-11-21T10:00:00.000Z", "ready"));
    model.start();
    uiExecutor.runNext();
    assertThat(model.clock.now.get()).isEqualTo(NOW);
    assertThat(model.clock.advancing.get()).isFalse();
    advance("P1D");
    assertThat(model.clock.advancing.get()).isTrue();
    uiExecutor.runNext();
    assertThat(currentAdvance().progress()).isZero();
    uiExecutor.runNext();
    assertThat(currentAdvance().progress()).isEqualTo(0.5);
    assertThat(model.clock.start()).isEqualTo(NOW); // stays during an advance
    model.handleEvents(event("e1"));
    model.handleEvents(event("e2"));
    uiExecutor.runNext();
    assertThat(model.clock.advancing.get()).isFalse();
    assertThat(currentAdvance().progress()).isEqualTo(1);
    assertThat(model.clock.start()).isEqualTo(currentAdvance().target());
    assertThat(model.clockEvents.rows())
        .containsExactly(
            new EventRow("e2", "call.ended", "x", "", "", "", "", "", "", StatusBadge.Tone.NEUTRAL),
            new EventRow(
                "e1", "call.ended", "x", "", "", "", "", "", "", StatusBadge.Tone.NEUTRAL));
    assertThat(model.clock.notice.get()).isNull();
    assertThat(service.requests().get(1).target())
        .isEqualTo("/admin/v1/tenants/tn_1/test-clock/advance");
    assertThat(service.requests().get(1).body()).isEqualTo("{\"by\":\"P1D\"}");
  }

  @Test
  void showsAdvanceOfAnotherClientWithUnknownProgress() {
    read("2026-11-20T10:00:00.000Z", "advancing");
    assertThat(model.clock.advancing.get()).isTrue();
    assertThat(currentAdvance().progress()).isEqualTo(ClockState.UNKNOWN_PROGRESS);
  }

  @Test
  void stopsAdvanceWhenRequestIsRejected() {
    read("2026-11-20T10:00:00.000Z", "ready");
    service.then(422, "{\"code\":\"validation_failed\"}");
    advance("P1D");
    uiExecutor.runNext();
    assertThat(model.clock.advancing.get()).isFalse();
    assertThat(model.clock.failure.get()).isNotNull();
  }

  @Test
  void stopsPollingOnRequestAndShowsNotice() {
    read("2026-11-20T10:00:00.000Z", "ready");
    service
        .then(200, clock("2026-11-20T10:00:00.000Z", "advancing"))
        .then(200, clock("2026-11-20T22:00:00.000Z", "advancing"));
    advance("P1D");
    uiExecutor.runNext();
    Runnable late = uiExecutor.takeNext();
    model.stopWaiting();
    late.run();
    assertThat(model.clock.notice.get()).isEqualTo(ClockState.Notice.UNWATCHED);
    assertThat(currentAdvance().progress()).isZero();
    model.handleEvents(event("e1"));
    assertThat(eventIds()).isEmpty();
    model.start();
    assertThat(model.clock.isPolled()).isFalse();
    read("2026-11-21T10:00:00.000Z", "ready");
    assertThat(model.clock.notice.get()).isNull();
    assertThat(model.clock.advancing.get()).isFalse();
    assertThat(currentAdvance().progress()).isEqualTo(1);
  }

  @Test
  void followsAdvanceAcrossServiceFailure() {
    read("2026-11-20T10:00:00.000Z", "ready");
    service.then(200, clock("2026-11-20T10:00:00.000Z", "advancing")).then(422, "{\"code\":\"x\"}");
    advance("P1D");
    uiExecutor.runNext();
    uiExecutor.runNext();
    assertThat(model.clock.failure.get()).isNotNull();
    assertThat(model.clock.advancing.get()).isTrue();
    read("2026-11-20T22:00:00.000Z", "advancing");
    assertThat(model.clock.failure.get()).isNull();
    assertThat(currentAdvance().progress()).isEqualTo(0.5);
    read("2026-11-20T23:00:00.000Z", "ready");
    assertThat(model.clock.notice.get()).isEqualTo(ClockState.Notice.INTERRUPTED);
    assertThat(model.clock.advancing.get()).isFalse();
  }

  @Test
  void detectsAdvanceAfterLostResponse() {
    read("2026-11-20T10:00:00.000Z", "ready");
    service.then(500, "oops").then(200, clock("2026-11-20T22:00:00.000Z", "advancing"));
    advance("P1D");
    uiExecutor.runNext();
    assertThat(model.clock.advancing.get()).isTrue();
    assertThat(model.clock.failure.get()).isNotNull();
    uiExecutor.runNext();
    assertThat(currentAdvance().progress()).isEqualTo(0.5);
    assertThat(model.clock.failure.get()).isNull();
    assertThat(model.clock.notice.get()).isNull();
  }

  @Test
  void reportsLostRequestWhenClockDidNotStart() {
    read("2026-11-20T10:00:00.000Z", "ready");
    service.then(500, "oops").then(200, clock("2026-11-20T10:00:01.000Z", "ready"));
    advance("P1D");
    uiExecutor.runNext();
    uiExecutor.runNext();
    assertThat(model.clock.notice.get()).isEqualTo(ClockState.Notice.NOT_BEGUN);
    assertThat(model.clock.advancing.get()).isFalse();
    assertThat(service.requests().stream().filter(it -> it.method().equals("POST"))).hasSize(1);
  }

  @Test
  void stopsPollingWithoutTestClock() {
    service.then(404, "{\"code\":\"not_found\"}");
    model.start();
    uiExecutor.runNext();
    assertThat(model.clock.notice.get()).isEqualTo(ClockState.Notice.ABSENT);
    assertThat(model.clock.failure.get()).isNull();
    assertThat(model.clock.isPolled()).isFalse();
  }

  @Test
  void dropsOldestEventsThoseBeforeAGapAndThoseOfPreviousAdvance() {
    read("2026-11-20T10:00:00.000Z", "advancing");
    model.handleEvents(
        IntStream.rangeClosed(0, SandboxViewModel.MAX_EVENTS)
            .mapToObj(i -> event("e" + i).getFirst())
            .toList());
    assertThat(eventIds())
        .hasSize(SandboxViewModel.MAX_EVENTS)
        .startsWith("e" + SandboxViewModel.MAX_EVENTS)
        .endsWith("e1");
    model.eventsMissed();
    model.handleEvents(event("e9"));
    assertThat(eventIds()).containsExactly("e9");
    read("2026-11-20T10:00:00.000Z", "ready");
    service.then(200, clock("2026-11-20T10:00:00.000Z", "advancing"));
    advance("P1D");
    assertThat(eventIds()).isEmpty();
    uiExecutor.runNext();
  }

  @Test
  void exportsShownEvents() throws ApiException {
    read("2026-11-20T10:00:00.000Z", "advancing");
    model.handleEvents(event("e1"));
    PagedRows.Source<EventRow> source = model.clockEvents.source();
    assertThat(source).isNotNull();
    assertThat(source.page("").rows()).extracting(EventRow::id).containsExactly("e1");
  }

  private static String at(long millis) {
    return '"' + NOW.plusMillis(millis).toString() + '"';
  }

  private static String rows(String member, boolean hasMore, String... instants) {
    return Stream.of(instants)
        .map(instant -> "{\"%s\":%s}".formatted(member, instant))
        .collect(Collectors.joining(",", "{\"data\":[", "],\"has_more\":" + hasMore + "}"));
  }

  private Optional<SandboxViewModel.AdvanceImpact> impact() {
    List<Optional<SandboxViewModel.AdvanceImpact>> loaded = new ArrayList<>();
    model.loadImpact(NOW, loaded::add);
    uiExecutor.runNext();
    assertThat(loaded).hasSize(1);
    return loaded.getFirst();
  }

  @Test
  void countsWhatFallsDue() {
    service
        .then(200, rows("next_attempt_at", false, at(-1), at(0), at(1), "null"))
        .then(200, rows("next_action_at", false, at(0)));
    assertThat(impact()).hasValue(new SandboxViewModel.AdvanceImpact(2, 1, false));
    assertThat(service.requests())
        .extracting(FakeService.RecordedRequest::target)
        .containsExactly(
            "/v1/call-orders?status=scheduled&limit=100",
            "/v1/enrollments?status=active&limit=100");
  }

  @Test
  void tellsThatNotEverythingWasCounted() {
    service
        .then(200, rows("next_attempt_at", false, at(0)))
        .then(200, rows("next_action_at", true, at(2)));
    assertThat(impact()).hasValue(new SandboxViewModel.AdvanceImpact(1, 0, true));
  }

  @Test
  void countsNothingWhenRefused() {
    service.then(403, "{\"code\":\"insufficient_scope\"}");
    assertThat(impact()).isEmpty();
  }
}
