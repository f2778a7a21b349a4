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
  private final List<ReplayProgress> begun = new ArrayList<>();
  private final ReplayViewModel model = model(session);

  private ReplayViewModel model(Session with) {
    return new ReplayViewModel(background, with, "whe_1", form, Duration.ZERO, begun::add);
  }

  @AfterEach
  void close() {
    begun.forEach(ReplayProgress::stop);
    background.close();
    service.close();
  }

  private void counted(int events) {
    service.then(202, COUNTED.formatted(events));
    model.count();
    drawing.next();
  }

  private FakeService.Asked asked(int index) {
    return WebhookSessionFixture.asked(service).get(index);
  }

  private List<String> faults() {
    return model.faults().stream()
        .map(fault -> fault.field() + " " + fault.key() + fault.message())
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
  void countsWithoutSendingAnything() {
    counted(14);
    assertThat(model.counted().get()).isEqualTo(14);
    assertThat(asked(0).target()).isEqualTo("/v1/webhook-endpoints/whe_1/replay");
    assertThat(asked(0).body())
        .isEqualTo("{\"since\":\"2026-11-19T23:00:00Z\",\"only_failed\":true,\"dry_run\":true}");
    assertThat(begun).isEmpty();
  }

  @Test
  void sendsNothingThatWasNotCountedAsItIsFilledInNow() {
    model.start();
    counted(14);
    form.onlyFailed().set(false);
    model.start();
    assertThat(model.counted().get()).isNegative();
    counted(0);
    model.start();
    assertThat(WebhookSessionFixture.asked(service)).hasSize(2);
  }

  @Test
  void asksForNothingThatCannotBeRead() {
    form.sinceTime().set("25:00");
    model.count();
    assertThat(faults()).containsExactly("SINCE time");
    form.sinceTime().set("9:30");
    form.untilTime().set("10:00");
    assertThat(faults()).containsExactly("UNTIL until");
    form.untilTime().set("");
    form.byTime().set(false);
    assertThat(faults()).containsExactly("AFTER after");
    model.count();
    assertThat(service.asked()).isEmpty();
    form.after().set(" evt_1 ");
    form.eventTypes().set("call.*, call_order.completed ");
    form.untilDay().set(LocalDate.of(2026, 11, 21));
    assertThat(faults()).isEmpty();
    assertThat(form.body(false).toString())
        .isEqualTo(
            "{\"after\":\"evt_1\",\"until\":\"2026-11-20T23:00:00Z\","
                + "\"event_types\":[\"call.*\",\"call_order.completed\"],"
                + "\"only_failed\":true,\"dry_run\":false}");
  }

  /** Both rounds are laid out before the first is looked at: the second follows at once. */
  @Test
  void followsTheDeliveriesOfTheReplayAndNoOthers() {
    ReplayProgress progress = begin(2, page(delivery("whd_0", "evt_1", "failed", 1)), NONE);
    assertThat(model.started().get()).isTrue();
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
    drawing.next();
    assertThat(progress.tally().get()).isEqualTo(new ReplayTally(2, 1, 1, 0, 0, 0, true));
    assertThat(progress.tally().get().share()).isEqualTo(0.5);
    drawing.next();
    assertThat(progress.tally().get()).isEqualTo(new ReplayTally(2, 2, 0, 0, 0, 0, true));
    assertThat(progress.tally().get().isCutShort()).isFalse();
    assertThat(progress.following().get()).isFalse();
    assertThat(progress.isMixed()).isFalse();
  }

  /** Lets the service take one, which finds the log and the feed as they are laid out. */
  private ReplayProgress begin(int events, String... before) {
    counted(events);
    for (String answer : before) {
      service.then(200, answer);
    }
    service.then(202, COUNTED.formatted(events));
    model.start();
    drawing.next();
    drawing.next();
    return begun.getFirst();
  }

  @Test
  void goesOnFollowingWhenTheServiceComesBack() {
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
    drawing.next();
    assertThat(progress.failure().get()).isInstanceOf(Failure.Refused.class);
    assertThat(progress.following().get()).isTrue();
    drawing.next();
    assertThat(progress.failure().get()).isNull();
    assertThat(progress.tally().get().succeeded()).isEqualTo(1);
  }

  @Test
  void endsWithAnEndpointThatWasDeleted() {
    ReplayProgress progress = begin(3, NONE, NONE);
    service
        .then(404, "{\"code\":\"not_found\"}")
        .then(200, page(delivery("whd_4", "evt_2", "skipped", 5)))
        .then(200, NONE);
    progress.start();
    drawing.next();
    assertThat(progress.tally().get().isCutShort()).isTrue();
    assertThat(progress.following().get()).isFalse();
  }

  @Test
  void saysThatItCannotTellFreshEventsApartWithoutTheFeed() {
    ReplayViewModel blind = model(WebhookSessionFixture.with(session, Scope.CONFIG_WRITE));
    service.then(202, COUNTED.formatted(1));
    blind.count();
    drawing.next();
    service
        .then(200, NONE)
        .then(202, COUNTED.formatted(1))
        .then(200, ACTIVE)
        .then(200, page(delivery("whd_3", "evt_new", "succeeded", 4)));
    blind.start();
    drawing.next();
    drawing.next();
    ReplayProgress progress = begun.getFirst();
    progress.start();
    drawing.next();
    assertThat(progress.isMixed()).isTrue();
    assertThat(progress.tally().get().succeeded()).isEqualTo(1);
    assertThat(service.asked()).noneMatch(asked -> asked.target().startsWith("/v1/events"));
    service
        .then(200, ACTIVE)
        .then(200, page(delivery("whd_5", "evt_1", "retrying", 6)))
        .then(200, ACTIVE)
        .then(200, page(delivery("whd_5", "evt_1", "succeeded", 6)));
    progress.start();
    drawing.next();
    drawing.next();
    assertThat(progress.tally().get().succeeded()).isEqualTo(2);
  }

  @Test
  void showsWhatTheServiceHasAgainstTheRangeAtItsFields() {
    service.then(
        422,
        """
        {"code":"validation_failed","errors":[
         {"pointer":"/event_types/0","code":"x","message":"is no event type"},
         {"pointer":"/until","code":"x","message":"is no timestamp"}]}
        """);
    model.count();
    drawing.next();
    assertThat(faults()).containsExactly("EVENT_TYPES is no event type", "UNTIL is no timestamp");
    assertThat(model.failure().get()).isNull();
    form.byTime().set(false);
    form.after().set("evt_0");
    service.then(422, "{\"code\":\"replay_range\",\"detail\":\"too long ago\"}");
    model.count();
    drawing.next();
    assertThat(faults())
        .singleElement()
        .asString()
        .startsWith("AFTER ")
        .contains(Texts.beside(FailureMessage.class).get("problem.replay_range.advice"))
        .endsWith("\ntoo long ago");
    service.then(409, "{\"code\":\"endpoint_disabled\",\"detail\":\"off\"}");
    model.count();
    drawing.next();
    assertThat(faults()).isEmpty();
    assertThat(model.failure().get()).isInstanceOf(Failure.Refused.class);
    assertThat(model.busy().get()).isFalse();
  }

  @Test
  void takesNoRangeThatEndsBeforeItBegins() {
    form.untilDay().set(LocalDate.of(2026, 11, 20));
    assertThat(faults()).containsExactly("UNTIL order");
    form.untilTime().set("00:01");
    assertThat(faults()).isEmpty();
    form.sinceTime().set("0:02");
    assertThat(faults()).containsExactly("UNTIL order");
    form.byTime().set(false);
    form.after().set("evt_1");
    assertThat(faults()).isEmpty();
  }

  @Test
  void forgetsACountThatComesAfterTheFormHasChanged() {
    service.then(202, COUNTED.formatted(14));
    model.count();
    while (WebhookSessionFixture.asked(service).isEmpty()) {
      Thread.onSpinWait(); // what is called off before it has begun leaves nothing behind
    }
    form.onlyFailed().set(false);
    drawing.next();
    assertThat(model.counted().get()).isNegative();
    assertThat(model.busy().get()).isFalse();
  }

  @Test
  void replaysOnceWhenTheAnswerGotLost() {
    counted(2);
    service.then(200, NONE).then(200, NONE);
    model.start();
    drawing.next();
    drawing.next();
    assertThat(model.uncertain().get()).isTrue();
    assertThat(model.started().get()).isFalse();
    service.then(202, COUNTED.formatted(2));
    model.start();
    drawing.next();
    assertThat(begun).hasSize(1);
    List<FakeService.Asked> sent =
        WebhookSessionFixture.asked(service).stream()
            .filter(asked -> asked.body().contains("\"dry_run\":false"))
            .toList();
    assertThat(sent).hasSizeGreaterThan(1);
    assertThat(sent)
        .extracting(it -> it.header("Idempotency-key"))
        .containsOnly(sent.getFirst().header("Idempotency-key"));
    assertThat(sent).extracting(FakeService.Asked::body).containsOnly(sent.getFirst().body());
  }

  @Test
  void saysWhyTheServiceTakesNone() {
    counted(2);
    service
        .then(200, NONE)
        .then(200, NONE)
        .then(409, "{\"code\":\"endpoint_not_verified\",\"detail\":\"not yet\"}");
    model.start();
    drawing.next();
    drawing.next();
    assertThat(model.uncertain().get()).isFalse();
    assertThat(model.failure().get()).isInstanceOf(Failure.Refused.class);
    assertThat(begun).isEmpty();
  }

  @Test
  void isOverAtOnceWhenNothingMatchesAnyMore() {
    counted(2);
    service.then(200, NONE).then(200, NONE).then(202, COUNTED.formatted(0));
    model.start();
    drawing.next();
    drawing.next();
    ReplayProgress progress = begun.getFirst();
    progress.start();
    assertThat(progress.following().get()).isFalse();
    assertThat(progress.tally().get().isOver()).isTrue();
    assertThat(progress.tally().get().share()).isEqualTo(1);
  }

  @Test
  void endsEarlyWithAnEndpointThatTakesNothing() {
    ReplayTally tally = new ReplayTally(5, 1, 0, 0, 0, 1, false);
    assertThat(tally.isCutShort()).isTrue();
    assertThat(new ReplayTally(5, 1, 1, 0, 0, 0, false).isOver()).isFalse();
    assertThat(new ReplayTally(2, 1, 0, 0, 1, 0, false).isCutShort()).isFalse();
  }

  @Test
  void saysInTheWordsOfTheOperatorWhatIsWrongWithARange() {
    Problem.Fault fault = new Problem.Fault("/until", "offset_missing", "no offset");
    Problem invalid = new Problem(422, "validation_failed", "", "", "", List.of(fault));
    assertThat(ReplayFault.of(invalid, ReplayFault.Field.SINCE))
        .containsExactly(new ReplayFault(ReplayFault.Field.UNTIL, "", FailureMessage.of(fault)));
  }
}
