package eu.callorders.console.webhook;

import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Scope;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.DirectExecutor;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/** A replay of one endpoint with a fake service. */
final class ReplayFixture implements AutoCloseable {
  static final String NONE = "{\"data\":[],\"has_more\":false,\"next_cursor\":\"c0\"}";
  static final String COUNTED = "{\"status\":\"accepted\",\"events\":%d,\"dry_run\":true}";
  static final String ACTIVE = "{\"id\":\"whe_1\",\"status\":\"active\"}";
  final FakeService service = new FakeService();
  final DirectExecutor drawing = new DirectExecutor();
  final BackgroundExecutor background = new BackgroundExecutor(drawing);
  final Session session = WebhookSessionFixture.of(service, Scope.CONFIG_WRITE, Scope.EVENTS_READ);
  final ReplayForm form =
      new ReplayForm(ZoneId.of("Europe/Berlin"), Instant.parse("2026-11-19T23:00:00Z"));
  final List<ReplayProgress> started = new ArrayList<>();
  final ReplayViewModel model = model(session);

  ReplayViewModel model(Session replaySession) {
    return new ReplayViewModel(
        background, replaySession, "whe_1", form, Duration.ZERO, started::add);
  }

  @Override
  public void close() {
    started.forEach(ReplayProgress::stop);
    background.close();
    service.close();
  }

  void count(int events) {
    service.then(202, COUNTED.formatted(events));
    model.count();
    drawing.runNext();
  }

  FakeService.RecordedRequest request(int index) {
    return WebhookSessionFixture.requests(service).get(index);
  }

  List<String> errors() {
    return form.fields().stream()
        .filter(field -> !form.error(field).get().isEmpty())
        .map(field -> field + " " + form.error(field).get())
        .toList();
  }

  static String delivery(String id, String event, String status, int second) {
    return """
    {"id":"%s","event_id":"%s","event_type":"call.ended","endpoint_id":"whe_1","status":"%s",
     "attempts":[],"created_at":"2026-11-20T10:00:%02d.000Z"}
    """
        .formatted(id, event, status, second);
  }

  static String page(String... rows) {
    return "{\"data\":[%s],\"has_more\":false,\"next_cursor\":\"c1\"}"
        .formatted(String.join(",", rows));
  }

  /** Starts a replay with prepared responses for log and feed. */
  ReplayProgress begin(int events, String... prepared) {
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
}
