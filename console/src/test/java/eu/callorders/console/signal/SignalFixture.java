package eu.callorders.console.signal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ConnectionStatus;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Scope;
import eu.callorders.console.api.Transport;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.DirectExecutor;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Sessions at a fake service, whose feed is empty at first. */
final class SignalFixture implements AutoCloseable {
  static final String MOMENT = "2026-11-20T09:00:00.000Z";

  private static final Transport.Timeouts SHORT =
      new Transport.Timeouts(
          Duration.ofSeconds(20), Duration.ofSeconds(20), Duration.ofMillis(1), Duration.ZERO);

  final FakeService service = new FakeService();
  final DirectExecutor uiExecutor = new DirectExecutor();
  final BackgroundExecutor background = uiExecutor.endlessDelays();

  SignalFixture() {
    respond("events");
  }

  /** What a list contains from now on. */
  void respond(String list, String... rows) {
    service.fixed(
        "GET /v1/" + list,
        200,
        "{\"data\":[%s],\"has_more\":false,\"next_cursor\":null}"
            .formatted(String.join(",", rows)));
  }

  /** A signal of {@link #MOMENT}; the effects as JSON. */
  static String signal(String id, String type, String subject, String effects) {
    return """
    {"id":"%s","signal_type":"%s","subject_reference":"%s","dedupe_key":"KEY-%s",
     "received_at":"%s","duplicate":false,"triggered":[%s]}
    """
        .formatted(id, type, subject, id, MOMENT, effects);
  }

  static String effect(String enrollment, String effect) {
    return "{\"enrollment_id\":\"%s\",\"effect\":\"%s\"}".formatted(enrollment, effect);
  }

  static String event(String type, String occurredAt, String related, String data) {
    return """
    {"id":"evt_1","type":"%s","occurred_at":"%s","related":{%s},"data":%s}
    """
        .formatted(type, occurredAt, related, data);
  }

  static String received(String signal) {
    return event("signal.received", MOMENT, "", signal);
  }

  static JsonNode json(String text) {
    return Json.parse(text).orElseThrow();
  }

  Session session(Scope... scopes) {
    ApiClient api = ApiClient.administration(new Transport(SHORT), service.address(), "token");
    return new Session(
        "demo",
        "sandbox",
        "tn_1",
        MissingNode.getInstance(),
        Set.of(scopes),
        api,
        Optional.empty(),
        new ConnectionStatus());
  }

  List<String> targets() {
    return service.requests().stream().map(FakeService.RecordedRequest::target).toList();
  }

  @Override
  public void close() {
    background.close();
    service.close();
  }
}
