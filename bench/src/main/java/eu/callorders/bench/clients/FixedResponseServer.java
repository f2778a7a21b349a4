package eu.callorders.bench.clients;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;

/** Grants every token and answers every other request with the same order, without any work. */
final class FixedResponseServer implements AutoCloseable {
  static final String ORDER_ID = "ord_01m83zw0affn5smwm0y7fcrepf";

  private static final String TOKEN =
      """
      {"access_token": "token", "token_type": "Bearer", "expires_in": 86400}
      """;

  private static final String ORDER =
      """
      {"id": "%s", "status": "accepted",
       "order_type": "payment_reminder", "order_type_version": 1, "client_reference": "AZ-771-26/1",
       "subject": {"reference": "SUBJ-20417",
         "name": {"given_name": "Erika", "family_name": "Mustermann"},
         "locale": "de-DE", "timezone": "Europe/Berlin"},
       "contacts": [
         {"channel": "phone", "value": "+493023125021", "type": "landline", "priority": 1}],
       "context": {"claim": {
         "outstanding": {"value": "249.90", "currency": "EUR"},
         "creditor_name": "Beispiel Versand GmbH", "basis": {"kind": "invoice"}}},
       "scheduling": {"max_attempts": 3,
         "retry": {"min_gap_hours": 24, "randomize_within_window": true},
         "on_window_violation": "defer"},
       "delivery": {"transcript": "structured", "include_recording_reference": false},
       "enrollment_id": null, "sequence_step_id": null, "attempt_count": 0,
       "compliance": {"recording": {"mode": "off"}, "contact_window_policy": "statutory"},
       "calls": [],
       "created_at": "2026-11-23T07:12:04.318Z", "updated_at": "2026-11-23T07:12:04.318Z"}
      """
          .formatted(ORDER_ID);

  private final Vertx vertx =
      Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1).setPreferNativeTransport(true));
  private final HttpServer server =
      vertx.createHttpServer().requestHandler(this::receive).listen(0, "127.0.0.1").await();

  private void receive(HttpServerRequest request) {
    request.body().onSuccess(body -> respond(request));
  }

  /** A reset of 0 says that the bucket is full, so that no client waits. */
  private static void respond(HttpServerRequest request) {
    request
        .response()
        .putHeader("Content-Type", "application/json")
        .putHeader("RateLimit-Limit", "100")
        .putHeader("RateLimit-Remaining", "100")
        .putHeader("RateLimit-Reset", "0")
        .end(request.path().equals("/oauth2/token") ? TOKEN : ORDER);
  }

  String url() {
    return "http://127.0.0.1:" + server.actualPort();
  }

  @Override
  public void close() {
    server.close().await();
    vertx.close().await();
  }
}
