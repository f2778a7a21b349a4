package eu.callorders.bench.siege;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.bench.Http;
import eu.callorders.bench.Sandbox;
import eu.callorders.bench.Server;
import eu.callorders.bench.SqlSession;
import eu.callorders.core.id.IdKind;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** A tenant with one registration, whose requests are limited as by default. */
final class SiegeTenant {
  private final Http http = new Http(Duration.ofSeconds(40));
  private final Server server;
  private final String baseUrl;
  final UUID id;
  private final JsonNode registration;
  private volatile String token;

  SiegeTenant(Server server, String name) throws Exception {
    this.server = server;
    this.baseUrl = server.sandbox().baseUrl();
    JsonNode tenant =
        server
            .sandbox()
            .admin(
                "POST",
                "/tenants",
                """
                {"name": "%s", "timezone": "Europe/Berlin", "caller_ids": ["+493023125000"],
                 "quotas": {"max_concurrent_calls": 50, "max_dials_per_day": 10000000,
                   "max_contacts_per_subject_per_day": 1000, "max_open_orders": 1000000}}
                """
                    .formatted(name));
    String publicId = tenant.path("tenant_id").asText();
    this.id = IdKind.TENANT.parse(publicId).orElseThrow();
    String registrations = "/tenants/" + publicId + "/registrations";
    this.registration = server.sandbox().admin("POST", registrations, "{\"name\": \"siege\"}");
    renewToken();
    try (SqlSession session = server.connect()) {
      session.execute(
          "UPDATE tenant SET clock_offset_ms = ceil(extract(epoch FROM ?::timestamptz"
              + " - clock_timestamp()) * 1000)::bigint WHERE id = ?",
          Sandbox.morning().toString(),
          id);
    }
  }

  void renewToken() {
    token = http.token(baseUrl, registration);
  }

  /** Closes the connections, so that the next request opens a new one. */
  void reconnect() {
    http.reconnect();
  }

  /** A request of the API; an empty idempotency key is none. */
  record Call(String method, String target, String body, String key) {
    Call(String method, String target, String body) {
      this(method, target, body, "");
    }

    static Call get(String target) {
      return new Call("GET", target, "");
    }

    static Call post(String target, String body) {
      return new Call("POST", target, body);
    }
  }

  CompletableFuture<Http.Answer> send(Call call) {
    return http.sendAsync(call.method(), baseUrl + call.target(), call.body(), headers(call));
  }

  CompletableFuture<Integer> sendForStatus(Call call) {
    return http.sendForStatus(call.method(), baseUrl + call.target(), call.body(), headers(call));
  }

  private Map<String, String> headers(Call call) {
    Map<String, String> headers = Http.headers(token, call.key());
    if (call.method().equals("PATCH")) {
      headers.put("If-Match", "*");
    }
    return headers;
  }

  JsonNode require(Call call) {
    return send(call).join().require(call.method() + " " + call.target());
  }

  String create(String target, String body) {
    return require(Call.post(target, body)).path("id").asText();
  }

  long calls() throws SQLException {
    return server.number(
        "SELECT count(*) FROM event WHERE tenant_id = ? AND type = 'call.started'", id);
  }
}
