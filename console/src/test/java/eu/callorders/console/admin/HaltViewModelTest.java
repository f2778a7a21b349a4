package eu.callorders.console.admin;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Transport;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.DirectExecutor;
import eu.callorders.console.work.PagedRows;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HaltViewModelTest {
  private static final String HALTED =
      """
      {"halts":[{"id":"h1","country":"AT","reason":"Fire","halted_at":"x"},
       {"id":"h2","reason":"All","halted_at":"y"}]}
      """;
  private static final String NONE = "{\"halts\":[]}";

  private final AtomicInteger failures = new AtomicInteger();
  private final FakeService service = new FakeService();
  private final DirectExecutor drawing = new DirectExecutor();
  private final BackgroundExecutor background = drawing.endlessDelays();
  private final HaltViewModel model =
      new HaltViewModel(
          background,
          ApiClient.administration(
              new Transport(Transport.Timeouts.DEFAULT), service.address(), "token"),
          "tn_1",
          "Acme");

  @AfterEach
  void close() {
    background.close();
    service.close();
  }

  @Test
  void showsActiveHalts() {
    service.then(200, HALTED);
    model.load();
    drawing.runNext();
    drawing.runNext();
    assertThat(model.rows.rows())
        .extracting(HaltRow::scope)
        .containsExactly(new HaltScope("", "AT", ""), HaltScope.EVERYTHING);
    assertThat(service.requests().getFirst().target()).isEqualTo("/admin/v1/dialing/halts");
  }

  private void act(HaltViewModel.Action action, HaltScope scope) {
    model.act(action, scope, "Fire", failures::incrementAndGet);
  }

  private HaltViewModel.Outcome outcome() {
    HaltViewModel.Notice notice = model.notice.get();
    assertThat(notice).isNotNull();
    return notice.outcome();
  }

  @Test
  void haltsTheEnteredScope() {
    service.then(200, HALTED);
    model.act(
        HaltViewModel.Action.HALT,
        HaltScope.parse(" tn_1", "at", "payment_reminder "),
        " Fire ",
        failures::incrementAndGet);
    assertThat(model.actions.busy.get()).isTrue();
    drawing.runNext();
    drawing.runNext();
    assertThat(service.requests()).hasSize(1);
    assertThat(service.requests().getFirst().target()).isEqualTo("/admin/v1/dialing/halt");
    assertThat(service.requests().getFirst().body())
        .isEqualTo(
            "{\"tenant_id\":\"tn_1\",\"country\":\"AT\",\"order_type\":\"payment_reminder\","
                + "\"reason\":\"Fire\"}");
    assertThat(model.rows.rows()).hasSize(2);
    assertThat(model.actions.busy.get()).isFalse();
    assertThat(model.notice.get()).isNull();
    assertThat(failures).hasValue(0);
  }

  @Test
  void resumesAndShowsRemainingHalts() {
    service.then(200, NONE);
    act(HaltViewModel.Action.RESUME, HaltScope.EVERYTHING);
    drawing.runNext();
    drawing.runNext();
    assertThat(service.requests().getFirst().target()).isEqualTo("/admin/v1/dialing/resume");
    assertThat(service.requests().getFirst().body()).isEqualTo("{\"reason\":\"Fire\"}");
    assertThat(model.rows.rows()).isEmpty();
    assertThat(model.notice.get()).isNull();
  }

  @Test
  void reportsAWiderHaltAfterResume() {
    service.then(200, HALTED);
    act(HaltViewModel.Action.RESUME, HaltScope.parse("tn_1", "DE", ""));
    drawing.runNext();
    assertThat(outcome()).isEqualTo(HaltViewModel.Outcome.STILL_HELD);
    drawing.runNext();
  }

  @Test
  void requiresAReasonAndAValidScope() {
    model.act(HaltViewModel.Action.HALT, HaltScope.EVERYTHING, "  ", failures::incrementAndGet);
    assertThat(model.actions.busy.get()).isFalse();
    model.act(
        HaltViewModel.Action.HALT,
        HaltScope.EVERYTHING,
        "x".repeat(501),
        failures::incrementAndGet);
    assertThat(model.actions.busy.get()).isFalse();
    act(HaltViewModel.Action.HALT, HaltScope.parse("", "Austria", ""));
    assertThat(model.actions.busy.get()).isFalse();
    act(HaltViewModel.Action.RESUME, HaltScope.parse("", "", "Payment"));
    assertThat(model.actions.busy.get()).isFalse();
    assertThat(HaltViewModel.isReason("x".repeat(500))).isTrue();
  }

  @Test
  void detectsAHaltWhoseResponseWasLost() {
    service.then(502, "no answer").then(200, HALTED);
    act(HaltViewModel.Action.HALT, HaltScope.EVERYTHING);
    drawing.runNext();
    assertThat(model.actions.failure.get()).isNotNull();
    assertThat(failures).hasValue(1);
    drawing.runNext();
    assertThat(outcome()).isEqualTo(HaltViewModel.Outcome.DONE_ALL_THE_SAME);
    assertThat(model.actions.failure.get()).isNull();
    drawing.runNext();
    assertThat(model.rows.rows()).hasSize(2);
  }

  @Test
  void detectsALostHaltRequest() {
    service.then(502, "no answer").then(200, HALTED);
    act(HaltViewModel.Action.HALT, HaltScope.parse("", "DE", ""));
    drawing.runNext();
    drawing.runNext();
    assertThat(outcome()).isEqualTo(HaltViewModel.Outcome.NOT_DONE);
    assertThat(model.actions.failure.get()).isNotNull();
    drawing.runNext();
  }

  @Test
  void detectsTheOutcomeOfAResumeByTheActiveHalts() {
    service.then(502, "no answer").then(200, HALTED);
    act(HaltViewModel.Action.RESUME, HaltScope.parse("", "AT", ""));
    drawing.runNext();
    drawing.runNext();
    assertThat(outcome()).isEqualTo(HaltViewModel.Outcome.NOT_DONE);
    drawing.runNext();
    service.then(502, "no answer").then(200, HALTED);
    act(HaltViewModel.Action.RESUME, HaltScope.parse("", "DE", ""));
    assertThat(model.notice.get()).isNull();
    drawing.runNext();
    drawing.runNext();
    assertThat(outcome()).isEqualTo(HaltViewModel.Outcome.DONE_ALL_THE_SAME);
  }

  @Test
  void reportsUnknownOutcomeWhileTheServiceIsOffline() {
    service.then(502, "no answer").then(502, "no answer");
    act(HaltViewModel.Action.HALT, HaltScope.EVERYTHING);
    drawing.runNext();
    drawing.runNext();
    assertThat(outcome()).isEqualTo(HaltViewModel.Outcome.UNKNOWN);
  }

  @Test
  void reloadsAfterARejection() {
    service.then(422, "{\"code\":\"validation_failed\"}").then(200, HALTED);
    act(HaltViewModel.Action.HALT, HaltScope.EVERYTHING);
    drawing.runNext();
    drawing.runNext();
    drawing.runNext();
    assertThat(model.actions.failure.get()).isNotNull();
    assertThat(model.notice.get()).isNull();
    assertThat(model.rows.rows()).hasSize(2);
  }

  @Test
  void pollsHaltsAndReportsFailures() {
    service.then(200, HALTED);
    model.start();
    model.start();
    drawing.runNext();
    drawing.runNext();
    assertThat(model.rows.rows()).hasSize(2);
    model.stop();
    service.then(200, HALTED);
    model.load();
    drawing.runNext();
    assertThat(model.rows.state().get()).isEqualTo(PagedRows.State.COMPLETE);
    service.then(500, "Oops");
    model.load();
    drawing.runNext();
    assertThat(model.loadFailure.get()).isNotNull();
    assertThat(model.rows.rows()).hasSize(2);
    service.then(200, NONE);
    model.load();
    drawing.runNext();
    drawing.runNext();
    assertThat(model.loadFailure.get()).isNull();
    assertThat(model.rows.rows()).isEmpty();
  }

  @Test
  void keepsTheKnownHaltsAndReportsNoFailureOfItsOwnDuringAnOutage() {
    service.then(200, HALTED).then(502, "no answer");
    model.start();
    drawing.runNext();
    drawing.runNext();
    model.stop();
    model.load();
    drawing.runNext();
    assertThat(model.loadFailure.get()).isNull();
    assertThat(model.rows.rows()).hasSize(2);
  }

  @Test
  void dropsLoadsStartedBeforeAnAction() {
    service.then(200, HALTED);
    model.load();
    Runnable outdatedLoad = drawing.takeNext();
    service.then(200, NONE);
    act(HaltViewModel.Action.RESUME, HaltScope.EVERYTHING);
    drawing.runNext();
    drawing.runNext();
    outdatedLoad.run();
    assertThat(model.rows.rows()).isEmpty();
    assertThat(model.rows.state().get()).isEqualTo(PagedRows.State.COMPLETE);
  }
}
