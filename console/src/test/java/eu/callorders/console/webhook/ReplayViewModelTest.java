package eu.callorders.console.webhook;

import static eu.callorders.console.webhook.ReplayFixture.ACTIVE;
import static eu.callorders.console.webhook.ReplayFixture.COUNTED;
import static eu.callorders.console.webhook.ReplayFixture.NONE;
import static eu.callorders.console.webhook.ReplayFixture.delivery;
import static eu.callorders.console.webhook.ReplayFixture.page;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.api.Failure;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Scope;
import eu.callorders.console.work.DirectExecutor;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class ReplayViewModelTest {
  @AutoClose private final ReplayFixture fixture = new ReplayFixture();
  private final FakeService service = fixture.service;
  private final DirectExecutor drawing = fixture.drawing;
  private final List<ReplayProgress> started = fixture.started;
  private final ReplayViewModel model = fixture.model;

  @Test
  void countsWithADryRun() {
    fixture.count(14);
    assertThat(model.counted.get()).isEqualTo(14);
    assertThat(fixture.request(0).target()).isEqualTo("/v1/webhook-endpoints/whe_1/replay");
    assertThat(fixture.request(0).body())
        .isEqualTo("{\"since\":\"2026-11-19T23:00:00Z\",\"only_failed\":true,\"dry_run\":true}");
    assertThat(started).isEmpty();
  }

  /** Both polls are prepared before the start, since the second follows immediately. */
  @Test
  void countsDeliveriesOfTheReplayOnly() {
    ReplayProgress progress = fixture.begin(2, page(delivery("whd_0", "evt_1", "failed", 1)), NONE);
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

  @Test
  void continuesPollingAfterAFailure() {
    ReplayProgress progress = fixture.begin(1, NONE, NONE);
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
    ReplayProgress progress = fixture.begin(3, NONE, NONE);
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
    ReplayViewModel withoutFeed =
        fixture.model(WebhookSessionFixture.with(fixture.session, Scope.CONFIG_WRITE));
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
  void replaysOnceAfterALostResponse() {
    fixture.count(2);
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
    fixture.count(2);
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
    fixture.count(2);
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
}
