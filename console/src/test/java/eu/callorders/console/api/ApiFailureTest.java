package eu.callorders.console.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ApiFailureTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration SHORT = Duration.ofSeconds(3);

  /** Long enough to connect on a loaded machine. */
  private static final Duration CONNECTING = Duration.ofSeconds(10);

  private final List<ConnectionStatus.State> states = new ArrayList<>();

  private Failure failure(URI address, Duration responseTimeout) {
    Transport transport =
        new Transport(
            new Transport.Timeouts(MINUTE, responseTimeout, Duration.ofMillis(1), MINUTE));
    transport.status().listen(states::add);
    ApiClient api = ApiClient.administration(transport, address, "t");
    return catchThrowableOfType(ApiException.class, () -> api.get("/x")).failure();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void doesNotRetryAfterATimeout() {
    try (BrokenService service = BrokenService.silent()) {
      assertThat(failure(service.address(), CONNECTING))
          .isEqualTo(new Failure.TimedOut(service.address().toString(), CONNECTING));
      assertThat(service.connections()).isEqualTo(1);
      assertThat(states).containsExactly(ConnectionStatus.State.OFFLINE);
    }
  }

  @Test
  void timesOutWhenAResponseStalls() {
    try (BrokenService service =
        new BrokenService(
            client -> {
              client.write(bytes("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"));
              client.write(bytes("1\r\n{\r\n"));
            })) {
      assertThat(failure(service.address(), SHORT)).isInstanceOf(Failure.TimedOut.class);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"Content-Length: 1000", "Transfer-Encoding: chunked"})
  void reportsACutOffResponseAfterRetries(String length) {
    byte[] half = bytes("3e8\r\n{\"data\": [");
    try (BrokenService service = BrokenService.sending("200 OK\r\n" + length, half)) {
      assertThat(failure(service.address(), MINUTE))
          .isEqualTo(new Failure.CutOff(service.address().toString()));
      assertThat(service.connections()).isEqualTo(4);
      assertThat(states).containsExactly(ConnectionStatus.State.OFFLINE);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<html><body>Please sign in</body></html>",
        "{\"data\": [{\"id\": \"o",
        "[]",
        "\"yes\"",
        "42 and more",
        ""
      })
  void rejectsResponsesThatAreNoJsonObject(String body) {
    try (FakeService service = new FakeService().then(200, body)) {
      assertThat(failure(service.address(), MINUTE))
          .isEqualTo(new Failure.NotThisService(service.address().toString(), 200));
      assertThat(service.requests()).hasSize(1);
    }
  }

  @Test
  void rejectsCompressedResponses() throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(bytes("{\"data\": []}"));
    }
    String head = "200 OK\r\nContent-Encoding: gzip\r\nContent-Length: " + packed.size();
    try (BrokenService service = BrokenService.sending(head, packed.toByteArray())) {
      assertThat(failure(service.address(), MINUTE)).isInstanceOf(Failure.NotThisService.class);
    }
  }

  @Test
  void followsNoRedirect() {
    try (FakeService elsewhere = new FakeService();
        BrokenService service =
            BrokenService.sending(
                "302 Found\r\nContent-Length: 2\r\nLocation: " + elsewhere.address(),
                bytes("{}"))) {
      assertThat(failure(service.address(), MINUTE))
          .isEqualTo(new Failure.NotThisService(service.address().toString(), 302));
      assertThat(elsewhere.requests()).isEmpty();
    }
  }

  @Test
  void reportsGatewayErrorsAsUnreachableAfterRetries() {
    String page = "<html>Bad gateway</html>";
    try (FakeService service =
        new FakeService().then(502, page).then(502, page).then(504, page).then(502, page)) {
      Failure failure = failure(service.address(), MINUTE);
      assertThat(failure).isEqualTo(new Failure.Unreachable(service.address().toString()));
      assertThat(failure.isTransient()).isTrue();
      assertThat(service.requests()).hasSize(4);
    }
  }

  @Test
  void distinguishesServerErrorsFromUnreachable() {
    try (FakeService service = new FakeService().then(500, "<html>Oops</html>")) {
      assertThat(failure(service.address(), MINUTE))
          .isEqualTo(new Failure.NotThisService(service.address().toString(), 500));
      assertThat(states).isEmpty();
    }
  }

  @Test
  void stopsReadingAtTheSizeLimit() {
    try (BrokenService service =
        new BrokenService(
            client -> {
              client.write(bytes("HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n"));
              byte[] part = new byte[1 << 20];
              while (true) {
                client.write(part);
              }
            })) {
      assertThat(failure(service.address(), MINUTE))
          .isEqualTo(new Failure.TooLong(service.address().toString(), 64));
      assertThat(service.connections()).isEqualTo(1);
    }
  }

  @Test
  void reportsInsecureConnections() {
    try (BrokenService service =
        new BrokenService(client -> client.write(bytes("HTTP/1.1 400 No\r\n\r\n")))) {
      URI secure = URI.create(service.address().toString().replace("http:", "https:"));
      Failure failure = failure(secure, MINUTE);
      assertThat(failure).isEqualTo(new Failure.NotSecure(secure.toString()));
      assertThat(failure.isTransient()).isFalse();
      // The JDK may retry once itself; the console, which would connect four times, does not.
      assertThat(service.connections()).isBetween(1, 2);
    }
  }
}
