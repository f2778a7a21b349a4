package eu.callorders.console.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Reachability;
import eu.callorders.console.api.Scope;
import eu.callorders.console.api.Transport;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.Background;
import eu.callorders.console.work.Drawing;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReplayViewModelTest {
  private static final String NONE = "{\"data\":[],\"has_more\":false,\"next_cursor\":\"c0\"}";
  private static final String COUNTED = "{\"status\":\"accepted\",\"events\":%d,\"dry_run\":true}";

  private final FakeService service = new FakeService();
  private final Drawing drawing = new Drawing();
  private final Background background = new Background(drawing);
  private final Session session =
      new Session(
          "s",
          "sandbox",
          "tn_1",
          MissingNode.getInstance(),
          Set.of(Scope.CONFIG_WRITE, Scope.EVENTS_READ),
          ApiClient.administration(
              new Transport(Transport.Patience.DEFAULT), service.address(), "token"),
          Optional.empty(),
          new Reachability());
  private final ReplayForm form =
      new ReplayForm(ZoneId.of("Europe/Berlin"), LocalDate.of(2026, 11, 20));
  private final List<ReplayProgress> begun = new ArrayList<>();
  private final ReplayViewModel model =
      new ReplayViewModel(background, session, "whe_1", form, begun::add);

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
    assertThat(service.asked().getFirst().target()).isEqualTo("/v1/webhook-endpoints/whe_1/replay");
    assertThat(service.asked().getFirst().body())
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
    assertThat(service.asked()).hasSize(2);
  }

  @Test
  void asksForNothingThatCannotBeRead() {
    form.sinceTime().set("25:00");
    model.count();
    assertThat(model.fault().get()).isEqualTo("time");
    form.sinceTime().set("9:30");
    form.untilTime().set("10:00");
    assertThat(model.fault().get()).isEqualTo("until");
    form.untilTime().set("");
    form.byTime().set(false);
    assertThat(model.fault().get()).isEqualTo("after");
    form.after().set(" evt_1 ");
    form.eventTypes().set("call.*, call_order.completed ");
    form.untilDay().set(LocalDate.of(2026, 11, 21));
    assertThat(model.fault().get()).isEmpty();
    assertThat(form.body(false).toString())
        .isEqualTo(
            "{\"after\":\"evt_1\",\"until\":\"2026-11-20T23:00:00Z\","
                + "\"event_types\":[\"call.*\",\"call_order.completed\"],"
                + "\"only_failed\":true,\"dry_run\":false}");
  }

  @Test
  void followsTheDeliveriesOfTheReplayAndNoOthers() {
    counted(2);
    service
        .then(200, page(delivery("whd_0", "evt_1", "failed", 1)))
        .then(200, NONE)
        .then(202, COUNTED.formatted(2));
    model.start();
    drawing.next();
    assertThat(model.started().get()).isTrue();
    String active = "{\"id\":\"whe_1\",\"status\":\"active\"}";
    service
        .then(200, active)
        .then(
            200,
            page(
                delivery("whd_4", "evt_2", "pending", 5),
                delivery("whd_3", "evt_new", "succeeded", 4),
                delivery("whd_2", "evt_1", "succeeded", 3),
                delivery("whd_0", "evt_1", "failed", 1)))
        .then(200, page("{\"id\":\"evt_new\"}"));
    ReplayProgress progress = begun.getFirst();
    progress.start();
    drawing.next();
    assertThat(progress.tally().get()).isEqualTo(new ReplayTally(2, 1, 1, 0, 0, 0, true));
    service
        .then(200, active)
        .then(
            200,
            page(
                delivery("whd_4", "evt_2", "succeeded", 5),
                delivery("whd_3", "evt_new", "succeeded", 4)))
        .then(200, NONE);
    drawing.next();
    assertThat(progress.tally().get()).isEqualTo(new ReplayTally(2, 2, 0, 0, 0, 0, true));
    assertThat(progress.tally().get().isCutShort()).isFalse();
    assertThat(progress.following().get()).isFalse();
  }

  @Test
  void endsEarlyWithAnEndpointThatTakesNothing() {
    ReplayTally tally = new ReplayTally(5, 1, 0, 0, 0, 1, false);
    assertThat(tally.isCutShort()).isTrue();
    assertThat(new ReplayTally(5, 1, 1, 0, 0, 0, false).isOver()).isFalse();
    assertThat(new ReplayTally(2, 1, 0, 0, 1, 0, false).isCutShort()).isFalse();
  }
}
