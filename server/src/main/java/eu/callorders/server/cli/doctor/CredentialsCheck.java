package eu.callorders.server.cli.doctor;

import eu.callorders.client.RetryPolicy;
import eu.callorders.client.api.ApiException;
import eu.callorders.client.api.Operations;
import eu.callorders.client.api.UnreachableException;
import eu.callorders.client.model.ProblemCode;
import eu.callorders.server.cli.client.ApiConnection;
import eu.callorders.server.cli.client.ApiSession;
import eu.callorders.server.cli.client.ConnectionFinder.UnknownConnectionException;
import eu.callorders.server.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Requests a token and the tenant with the credentials that the other commands use. */
public final class CredentialsCheck {
  private static final String CHECK = "credentials";
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private final ApiSession session;
  private final HttpClient http;
  private final ClockCheck clock;

  public CredentialsCheck(ApiSession session, HttpClient http, ClockCheck clock) {
    this.session = session;
    this.http = http;
    this.clock = clock;
  }

  public List<DoctorFinding> run() throws InterruptedException {
    ApiConnection connection;
    try {
      connection = session.connection();
    } catch (UnknownConnectionException e) {
      return List.of(
          DoctorFinding.skipped(CHECK, "no service is known", String.valueOf(e.getMessage())));
    }
    return Stream.concat(
            issuedAt(connection).map(clock::service).stream(), Stream.of(accepted(connection)))
        .toList();
  }

  private DoctorFinding accepted(ApiConnection connection) {
    String client = connection.clientId() + " of " + connection.apiUrl();
    try {
      session.client().with(RetryPolicy.NONE).send(Operations.getTenant());
    } catch (ApiException e) {
      if (!e.code().equals(ProblemCode.INSUFFICIENT_SCOPE)) {
        return DoctorFinding.problem(
            CHECK, client + " is refused: " + e.problem().summary(), session.explain(e));
      }
    } catch (UnreachableException e) {
      return unreachable(connection, e);
    }
    return DoctorFinding.ok(CHECK, client + " is accepted");
  }

  /** The credentials of a sandbox stay in its data directory when it stops. */
  private DoctorFinding unreachable(ApiConnection connection, UnreachableException failure) {
    String remedy = session.explain(failure);
    return connection.isDemo()
        ? DoctorFinding.skipped(CHECK, "the sandbox of the demo tenant does not run", remedy)
        : DoctorFinding.problem(CHECK, "no response from " + connection.apiUrl(), remedy);
  }

  /** When the service says that it has issued a token just now; empty without a token. */
  private Optional<Instant> issuedAt(ApiConnection connection) throws InterruptedException {
    String user = encoded(connection.clientId()) + ":" + encoded(connection.clientSecret());
    byte[] bytes = user.getBytes(StandardCharsets.UTF_8);
    try {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(connection.authUrl() + "/oauth2/token"))
              .timeout(TIMEOUT)
              .header("Authorization", "Basic " + Base64.getEncoder().encodeToString(bytes))
              .header("Content-Type", "application/x-www-form-urlencoded")
              .POST(HttpRequest.BodyPublishers.ofString("grant_type=client_credentials"))
              .build();
      String body = http.send(request, HttpResponse.BodyHandlers.ofString()).body();
      String[] token = Json.parse(body).path("access_token").asText().split("\\.", -1);
      byte[] claims = Base64.getUrlDecoder().decode(token[1]);
      long seconds = Json.parse(new String(claims, StandardCharsets.UTF_8)).path("iat").asLong();
      return Optional.of(Instant.ofEpochSecond(seconds));
    } catch (IOException | RuntimeException e) { // the request for the tenant says why
      return Optional.empty();
    }
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
