package eu.callorders.bench.siege;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import eu.callorders.bench.Sandbox;
import eu.callorders.bench.Server;
import eu.callorders.core.id.IdKind;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.Month;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.TemporalAdjusters;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** A tenant with one registration, whose requests are limited as by default. */
final class SiegeTenant {
  /** The status of an answer that never came. */
  static final int LOST = 0;

  private static final String CALLS =
      "SELECT count(*) FROM event WHERE tenant_id = ? AND type = 'call.started'";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration TIMEOUT = Duration.ofSeconds(40);

  private volatile HttpClient http = newClient();
  private final String baseUrl;
  private final String id;
  private final String token;

  /** Provisions the tenant, with quotas that do not limit a campaign and a clock at 10:00. */
  SiegeTenant(Sandbox sandbox, String name) throws IOException, InterruptedException {
    this.baseUrl = sandbox.baseUrl();
    JsonNode tenant =
        sandbox.admin(
            "POST",
            "/admin/v1/tenants",
            """
            {"name": "%s", "timezone": "Europe/Berlin", "caller_ids": ["+493023125000"],
             "quotas": {"max_concurrent_calls": 50, "max_dials_per_day": 10000000,
                        "max_contacts_per_subject_per_day": 1000, "max_open_orders": 1000000}}
            """
                .formatted(name));
    this.id = tenant.path("tenant_id").asText();
    JsonNode client =
        sandbox.admin(
            "POST", "/admin/v1/tenants/" + id + "/registrations", "{\"name\": \"siege\"}");
    String form =
        "grant_type=client_credentials&client_id=%s&client_secret=%s"
            .formatted(client.path("client_id").asText(), client.path("client_secret").asText());
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(baseUrl + "/oauth2/token"))
            .header("content-type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString(form))
            .build();
    String answer = http.send(request, HttpResponse.BodyHandlers.ofString()).body();
    this.token = JSON.readTree(answer).path("access_token").asText();
  }

  private static HttpClient newClient() {
    return HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  }

  /** Closes the connections, so that the next request opens a new one. */
  void reconnect() {
    http.close();
    http = newClient();
  }

  UUID uuid() {
    return IdKind.TENANT.parse(id).orElseThrow();
  }

  /**
   * A request of the API.
   *
   * @param key idempotency key; empty: none
   */
  record Call(String method, String target, String body, String key) {
    Call(String method, String target, String body) {
      this(method, target, body, "");
    }

    /** The same with an idempotency key. */
    Call keyed(String idempotencyKey) {
      return new Call(method, target, body, idempotencyKey);
    }

    static Call get(String target) {
      return new Call("GET", target, "");
    }

    static Call post(String target, String body) {
      return new Call("POST", target, body);
    }
  }

  /** An answer; {@link #LOST} when none came. */
  record Answer(int status, String text) {
    JsonNode json() {
      try {
        return JSON.readTree(text);
      } catch (IOException e) {
        throw new IllegalStateException(text, e);
      }
    }
  }

  CompletableFuture<Answer> send(Call call) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(baseUrl + call.target()))
            .timeout(TIMEOUT)
            .header("authorization", "Bearer " + token)
            .header("content-type", "application/json")
            .method(
                call.method(),
                call.body().isEmpty()
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString(call.body()));
    if (call.method().equals("PATCH")) {
      request.header("if-match", "*");
    }
    if (!call.key().isEmpty()) {
      request.header("idempotency-key", call.key());
    }
    return http.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString())
        .handle(
            (response, failure) ->
                failure == null
                    ? new Answer(response.statusCode(), response.body())
                    : new Answer(LOST, String.valueOf(failure)));
  }

  /** Sends a request of the preparation; its identifier, or that of the answer. */
  JsonNode require(Call call) {
    Answer answer = send(call).join();
    if (answer.status() == LOST || answer.status() >= 300) {
      throw new IllegalStateException(call.method() + " " + call.target() + ": " + answer);
    }
    return answer.json();
  }

  /** Calls that have begun so far. */
  long calls(Server server) throws SQLException {
    try (Connection connection = server.connect();
        PreparedStatement count = connection.prepareStatement(CALLS)) {
      count.setObject(1, uuid());
      var row = count.executeQuery();
      row.next();
      return row.getLong(1);
    }
  }

  /** Sets the test clock. */
  void setClock(Server server, Instant to) throws SQLException {
    try (Connection connection = server.connect();
        PreparedStatement set =
            connection.prepareStatement(
                "UPDATE tenant SET clock_offset_ms = ceil(extract(epoch FROM ?::timestamptz"
                    + " - clock_timestamp()) * 1000)::bigint WHERE id = ?")) {
      set.setString(1, to.toString());
      set.setObject(2, uuid());
      set.executeUpdate();
    }
  }

  /** Ten o'clock on a Wednesday of a July to come: a month without holidays. */
  static Instant morning() {
    return ZonedDateTime.now(ZoneId.of("Europe/Berlin"))
        .plusYears(1)
        .with(Month.JULY)
        .with(TemporalAdjusters.firstInMonth(DayOfWeek.WEDNESDAY))
        .with(LocalTime.of(10, 0))
        .toInstant();
  }
}
