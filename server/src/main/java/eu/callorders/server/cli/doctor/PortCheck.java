package eu.callorders.server.cli.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.server.config.Config.Listener;
import eu.callorders.server.config.ConfigKey;
import eu.callorders.server.json.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.stream.Collectors;

/** Checks whether the service can listen on its ports, or listens there already. */
public final class PortCheck {
  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final int FIRST_PORT_OF_USERS = 1024;

  private final HttpClient http;

  public PortCheck(HttpClient http) {
    this.http = http;
  }

  /**
   * Whether a listener can be bound to its host and port.
   *
   * @param hostKey the setting of the host
   * @param portKey the setting of the port
   */
  public DoctorFinding run(ConfigKey hostKey, ConfigKey portKey, Listener listener)
      throws InterruptedException {
    String check = "port " + listener.port();
    if (listener.port() == 0) {
      return DoctorFinding.ok(check, portKey.variable() + " = 0, a free port at each start");
    }
    try (ServerSocket socket = new ServerSocket()) {
      InetAddress host = InetAddress.getAllByName(listener.host())[0];
      socket.bind(new InetSocketAddress(host, listener.port()));
      return DoctorFinding.ok(check, "free");
    } catch (UnknownHostException e) {
      return DoctorFinding.problem(
          check,
          "the host " + listener.host() + " is unknown",
          "set " + hostKey.variable() + " to an address of this machine");
    } catch (IOException e) {
      JsonNode readiness = readiness(listener);
      return readiness.has("status")
          ? served(check, readiness)
          : taken(check, hostKey, portKey, listener, e);
    }
  }

  private static DoctorFinding taken(
      String check, ConfigKey hostKey, ConfigKey portKey, Listener listener, IOException failure) {
    String reason = String.valueOf(failure.getMessage());
    if (reason.contains("assign")) {
      return DoctorFinding.problem(
          check,
          listener.host() + " is no address of this machine",
          "set " + hostKey.variable() + " to one, such as 127.0.0.1");
    }
    if (listener.port() < FIRST_PORT_OF_USERS && reason.contains("ermission")) {
      return DoctorFinding.problem(
          check,
          "this user may not listen below 1024",
          "set " + portKey.variable() + " above 1023");
    }
    return DoctorFinding.problem(
        check,
        "another program listens on it (%s)".formatted(reason),
        "stop it (`ss -ltnp 'sport = :%d'` names it), or set %s to another port"
            .formatted(listener.port(), portKey.variable()));
  }

  private static DoctorFinding served(String check, JsonNode readiness) {
    if (readiness.path("status").asText().equals("ready")) {
      return DoctorFinding.ok(check, "the service listens on it and is ready");
    }
    String down =
        Json.items(readiness.path("checks"))
            .filter(part -> !part.path("status").asText().equals("up"))
            .map(part -> ", " + part.path("name").asText() + " is down")
            .collect(Collectors.joining());
    return DoctorFinding.problem(
        check,
        "the service listens on it, but is not ready" + down,
        "read the log of the service: it says why");
  }

  /** What the service says at this address; empty when it is another program. */
  private JsonNode readiness(Listener listener) throws InterruptedException {
    URI uri = listener.address(listener.port()).resolve("/health/ready");
    HttpRequest request = HttpRequest.newBuilder(uri).timeout(TIMEOUT).build();
    try {
      String body = http.send(request, HttpResponse.BodyHandlers.ofString()).body();
      return body.startsWith("{") ? Json.parse(body) : Json.object();
    } catch (IOException | IllegalStateException e) {
      return Json.object();
    }
  }
}
