package eu.callorders.console.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.api.Failure;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Problem;
import eu.callorders.console.api.Scope;
import eu.callorders.console.session.Session;
import eu.callorders.console.ui.FailureMessage;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.DirectExecutor;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReplayViewModelTest {
  private static final String NONE = "{\"data\":[],\"has_more\":false,\"next_cursor\":\"c0\"}";
  private static final String COUNTED = "{\"status\":\"accepted\",\"events\":%d,\"dry_run\":true}";

  private static final String ACTIVE = "{\"id\":\"whe_1\",\"status\":\"active\"}";

  private final FakeService service = new FakeService();
  private final DirectExecutor drawing = new DirectExecutor();
  private final BackgroundExecutor background = new BackgroundExecutor(drawing);
  private final Session session =
      WebhookSessionFixture.of(service, Scope.CONFIG_WRITE, Scope.EVENTS_READ);
  private final ReplayForm form =
      new ReplayForm(ZoneId.of("Europe/Berlin"), LocalDate.of(2026, 11, 20));
  private final List<ReplayProgress> started = new ArrayList<>();
  private final ReplayViewModel model = model(session);

  private ReplayViewModel model(Session replaySession) {
    return new ReplayViewModel(
        background, replaySession, "whe_1", form, Duration.ZERO, started::add);
  }

  @AfterEach
  void close() {
    started.forEach(ReplayProgress::stop);
    background.close();
    service.close();
  }

  private void count(int events) {
    service.then(202, COUNTED.formatted(events));
    model.count();
    drawing.runNext();
  }

  private FakeService.RecordedRequest request(int index) {
    return WebhookSessionFixture.requests(service).get(index);
  }

  private List<String> errors() {
    return form.fields().stream()
        .filter(field -> !form.error(field).get().isEmpty())
        .map(field -> field + " " + form.error(field).get())
        .toList();
  }

  private static String delivery(String id, String event, String status, int second) {
    return """
    {"id":"%s","event_id":"%s","event_type":"call.ended","endpoint_id":"whe_1","status":"%s",
     "attempts":[],"created_at":"2026-11-20T10:00:%02d.000Z"}
    """
        .formatted(id, event, status, second);
  }

  private static String page(String... rows) {
    return "{\"data\":[%s],\"has_more\":false,\"next_cursor\":\"c1\"}"
        .formatted(String.join(",", rows));
  }

  @Test
  void countsWithADryRun() {
    count(14);
    assertThat(model.counted.get()).isEqualTo(14);
    assertThat(request(0).target()).isEqualTo("/v1/webhook-endpoints/whe_1/replay");
    assertThat(request(0).body())
        .isEqualTo("{\"since\":\"2026-11-19T23:00:00Z\",\"only_failed\":true,\"dry_run\":true}");
    assertThat(started).isEmpty();
  }

  @Test
  void startsOnlyWhatWasCounted() {
    model.start();
    count(14);
    form.onlyFailed.set(false);
    model.start();
    assertThat(model.counted.get()).isNegative();
    count(0);
    model.start();
    assertThat(WebhookSessionFixture.requests(service)).hasSize(2);
  }

  @Test
  void sendsNoInvalidInput() {
    form.value(ReplayForm.Field.SINCE).set("25:00");
    model.count();
    assertThat(errors()).containsExactly("SINCE fault.time");
    form.value(ReplayForm.Field.SINCE).set("9:30");
    form.value(ReplayForm.Field.UNTIL).set("10:00");
    assertThat(errors()).containsExactly("UNTIL fault.until");
    form.value(ReplayForm.Field.UNTIL).set("");
    form.byTime.set(false);
    assertThat(errors()).containsExactly("AFTER fault.after");
    model.count();
    assertThat(service.requests()).isEmpty();
    form.value(ReplayForm.Field.AFTER).set(" evt_1 ");
    form.value(ReplayForm.Field.EVENT_TYPES).set("call.*, call_order.completed ");
    form.untilDay.set(LocalDate.of(2026, 11, 21));
    assertThat(errors()).isEmpty();
    assertThat(form.body(false).toString())
        .isEqualTo(
            "{\"after\":\"evt_1\",\"until\":\"2026-11-20T23:00:00Z\","
                + "\"event_types\":[\"call.*\",\"call_order.completed\"],"
                + "\"only_failed\":true,\"dry_run\":false}");
  }

  /** Both polls are prepared before the start, since the second follows immediately. */
  @Test
  void countsDeliveriesOfTheReplayOnly() {
    ReplayProgress progress = begin(2, page(delivery("whd_0", "evt_1", "failed", 1)), NONE);
    assertThat(model.started.get()).isTrue();
    service
        .then(200, ACTIVE)
        .then(
            200,
            page(
                delivery("whd_4", "evt_2", "pending", 5),
                delivery("whd_3", "evt_new", "succeeded", 4),
                delivery("whd_2", "evt_1", "succeeded", 3),
                delivery("whd_0", "evt_1", "failed", 1)))
        .then(200, page("{\"id\":\"evt_new\"}"))
        .then(200, ACTIVE)
        .then(
            200,
            page(
                delivery("whd_4", "evt_2", "succeeded", 5),
                delivery("whd_3", "evt_new", "succeeded", 4)))
        .then(200, NONE);
    progress.start();
    drawing.runNext();
    assertThat(progress.state.get().tally()).isEqualTo(new ReplayTally(2, 1, 1, 0, 0, 0, true));
    assertThat(progress.state.get().tally().progress()).isEqualTo(0.5);
    drawing.runNext();
    assertThat(progress.state.get().tally()).isEqualTo(new ReplayTally(2, 2, 0, 0, 0, 0, true));
    assertThat(progress.state.get().tally().isIncomplete()).isFalse();
    assertThat(progress.state.get().polling()).isFalse();
    assertThat(progress.isMixed()).isFalse();
  }

  /** Starts a replay with prepared responses for log and feed. */
  private ReplayProgress begin(int events, String... prepared) {
    count(events);
    for (String response : prepared) {
      service.then(200, response);
    }
    service.then(202, COUNTED.formatted(events));
    model.start();
    drawing.runNext();
    drawing.runNext();
    return started.getFirst();
  }

  @Test
  void continuesPollingAfterAFailure() {
    ReplayProgress progress = begin(1, NONE, NONE);
    service.then(503, "{\"code\":\"unavailable\"}");
    service.then(503, "{\"code\":\"unavailable\"}");
    service.then(503, "{\"code\":\"unavailable\"}");
    service.then(503, "{\"code\":\"unavailable\"}");
    service
        .then(200, ACTIVE)
        .then(200, page(delivery("whd_4", "evt_2", "succeeded", 5)))
        .then(200, NONE);
    progress.start();
    drawing.runNext();
    assertThat(progress.state.get().failure()).isInstanceOf(Failure.Refused.class);
    assertThat(progress.state.get().polling()).isTrue();
    drawing.runNext();
    assertThat(progress.state.get().failure()).isNull();
    assertThat(progress.state.get().tally().succeeded()).isEqualTo(1);
  }

  @Test
  void endsWhenTheEndpointIsDeleted() {
    ReplayProgress progress = begin(3, NONE, NONE);
    service
        .then(404, "{\"code\":\"not_found\"}")
        .then(200, page(delivery("whd_4", "evt_2", "skipped", 5)))
        .then(200, NONE);
    progress.start();
    drawing.runNext();
    assertThat(progress.state.get().tally().isIncomplete()).isTrue();
    assertThat(progress.state.get().polling()).isFalse();
  }

  @Test
  void countsNewEventsTooWithoutEventsScope() {
    ReplayViewModel withoutFeed = model(WebhookSessionFixture.with(session, Scope.CONFIG_WRITE));
    service.then(202, COUNTED.formatted(1));
    withoutFeed.count();
    drawing.runNext();
    service
        .then(200, NONE)
        .then(202, COUNTED.formatted(1))
        .then(200, ACTIVE)
        .then(200, page(delivery("whd_3", "evt_new", "succeeded", 4)));
    withoutFeed.start();
    drawing.runNext();
    drawing.runNext();
    ReplayProgress progress = started.getFirst();
    progress.start();
    drawing.runNext();
    assertThat(progress.isMixed()).isTrue();
    assertThat(progress.state.get().tally().succeeded()).isEqualTo(1);
    assertThat(service.requests()).noneMatch(request -> request.target().startsWith("/v1/events"));
    service
        .then(200, ACTIVE)
        .then(200, page(delivery("whd_5", "evt_1", "retrying", 6)))
        .then(200, ACTIVE)
        .then(200, page(delivery("whd_5", "evt_1", "succeeded", 6)));
    progress.start();
    drawing.runNext();
    drawing.runNext();
    assertThat(progress.state.get().tally().succeeded()).isEqualTo(2);
  }

  @Test
  void showsErrorsOfTheRangeAtTheirFields() {
    service.then(
        422,
        """
        {"code":"validation_failed","errors":[
         {"pointer":"/event_types/0","code":"x","message":"is no event type"},
         {"pointer":"/until","code":"x","message":"is no timestamp"}]}
        """);
    model.count();
    drawing.runNext();
    assertThat(errors()).containsExactly("UNTIL is no timestamp", "EVENT_TYPES is no event type");
    assertThat(model.failure.get()).isNull();
    form.byTime.set(false);
    form.value(ReplayForm.Field.AFTER).set("evt_0");
    service.then(422, "{\"code\":\"replay_range\",\"detail\":\"too long ago\"}");
    model.count();
    drawing.runNext();
    assertThat(errors())
        .singleElement()
        .asString()
        .startsWith("AFTER ")
        .contains(Texts.of(FailureMessage.class).get("problem.replay_range.advice"))
        .endsWith("\ntoo long ago");
    service.then(409, "{\"code\":\"endpoint_disabled\",\"detail\":\"off\"}");
    model.count();
    drawing.runNext();
    assertThat(errors()).isEmpty();
    assertThat(model.failure.get()).isInstanceOf(Failure.Refused.class);
    assertThat(model.busy.get()).isFalse();
  }

  @Test
  void rejectsARangeThatEndsBeforeItStarts() {
    form.untilDay.set(LocalDate.of(2026, 11, 20));
    assertThat(errors()).containsExactly("UNTIL fault.order");
    form.value(ReplayForm.Field.UNTIL).set("00:01");
    assertThat(errors()).isEmpty();
    form.value(ReplayForm.Field.SINCE).set("0:02");
    assertThat(errors()).containsExactly("UNTIL fault.order");
    form.byTime.set(false);
    form.value(ReplayForm.Field.AFTER).set("evt_1");
    assertThat(errors()).isEmpty();
  }

  @Test
  void dropsACountAfterTheFormChanged() {
    service.then(202, COUNTED.formatted(14));
    model.count();
    while (WebhookSessionFixture.requests(service).isEmpty()) {
      Thread.onSpinWait(); // a task canceled before it starts sends no request
    }
    form.onlyFailed.set(false);
    drawing.runNext();
    assertThat(model.counted.get()).isNegative();
    assertThat(model.busy.get()).isFalse();
  }

  @Test
  void replaysOnceAfterALostResponse() {
    count(2);
    service.then(200, NONE).then(200, NONE);
    model.start();
    drawing.runNext();
    drawing.runNext();
    assertThat(model.outcomeUnknown.get()).isTrue();
    assertThat(model.started.get()).isFalse();
    service.then(202, COUNTED.formatted(2));
    model.start();
    drawing.runNext();
    assertThat(started).hasSize(1);
    List<FakeService.RecordedRequest> sent =
        WebhookSessionFixture.requests(service).stream()
            .filter(request -> request.body().contains("\"dry_run\":false"))
            .toList();
    assertThat(sent).hasSizeGreaterThan(1);
    assertThat(sent)
        .extracting(it -> it.header("Idempotency-key"))
        .containsOnly(sent.getFirst().header("Idempotency-key"));
    assertThat(sent)
        .extracting(FakeService.RecordedRequest::body)
        .containsOnly(sent.getFirst().body());
  }

  @Test
  void reportsARejectedReplay() {
    count(2);
    service
        .then(200, NONE)
        .then(200, NONE)
        .then(409, "{\"code\":\"endpoint_not_verified\",\"detail\":\"not yet\"}");
    model.start();
    drawing.runNext();
    drawing.runNext();
    assertThat(model.outcomeUnknown.get()).isFalse();
    assertThat(model.failure.get()).isInstanceOf(Failure.Refused.class);
    assertThat(started).isEmpty();
  }

  @Test
  void isFinalImmediatelyWithoutMatchingEvents() {
    count(2);
    service.then(200, NONE).then(200, NONE).then(202, COUNTED.formatted(0));
    model.start();
    drawing.runNext();
    drawing.runNext();
    ReplayProgress progress = started.getFirst();
    progress.start();
    assertThat(progress.state.get().polling()).isFalse();
    assertThat(progress.state.get().tally().isFinal()).isTrue();
    assertThat(progress.state.get().tally().progress()).isEqualTo(1);
  }

  @Test
  void isIncompleteWhenTheEndpointIsInactive() {
    ReplayTally tally = new ReplayTally(5, 1, 0, 0, 0, 1, false);
    assertThat(tally.isIncomplete()).isTrue();
    assertThat(new ReplayTally(5, 1, 1, 0, 0, 0, false).isFinal()).isFalse();
    assertThat(new ReplayTally(2, 1, 0, 0, 1, 0, false).isIncomplete()).isFalse();
  }

  @Test
  void translatesErrorsOfTheRange() {
    Problem.FieldError error = new Problem.FieldError("/until", "offset_missing", "no offset");
    Problem invalid = new Problem(422, "validation_failed", "", "", "", List.of(error));
    assertThat(form.refuse(new Failure.Refused(invalid))).isTrue();
    assertThat(errors()).containsExactly("UNTIL " + FailureMessage.of(error));
  }
}
