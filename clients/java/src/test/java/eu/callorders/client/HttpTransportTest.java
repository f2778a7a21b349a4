package eu.callorders.client;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.client.api.ApiException;
import eu.callorders.client.api.ApiRequest;
import eu.callorders.client.api.UnreachableException;
import eu.callorders.client.api.UnreachableException.Reason;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Exchanges with servers that send what no server of the API sends. */
class HttpTransportTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration SHORT = Duration.ofSeconds(2);

  private final ServerSocket server = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
  private final List<Socket> connections = new CopyOnWriteArrayList<>();
  private final List<Object> attempts = new ArrayList<>();
  private final ExchangeListener listener =
      new ExchangeListener() {
        @Override
        public void responded(int status) {
          attempts.add(status);
        }

        @Override
        public void failed(UnreachableException failure) {
          attempts.add(failure.reason());
        }
      };

  HttpTransportTest() throws IOException {}

  /** What a server does with a connection after a request. */
  private interface Reply {
    void to(OutputStream client) throws IOException;
  }

  private void reply(Reply reply) {
    Thread thread = new Thread(() -> accept(reply));
    thread.setDaemon(true);
    thread.start();
  }

  private void accept(Reply reply) {
    while (!server.isClosed()) {
      try {
        Socket client = server.accept();
        connections.add(client);
        client.getInputStream().read(new byte[8192]);
        reply.to(client.getOutputStream());
      } catch (IOException e) {
        // the client or the test has closed the connection
      }
    }
  }

  private void send(String response) {
    reply(
        client -> {
          client.write(response.replace("\n", "\r\n").getBytes(US_ASCII));
          client.close();
        });
  }

  @AfterEach
  void close() throws IOException {
    server.close();
    for (Socket connection : connections) {
      connection.close();
    }
  }

  private HttpTransport transport(Duration timeout) {
    return new HttpTransport(HttpClient.newHttpClient(), timeout, listener);
  }

  private String address(String scheme) {
    return scheme + "://127.0.0.1:" + server.getLocalPort();
  }

  private Reason failure(String scheme, Duration timeout) {
    HttpRequest request = HttpRequest.newBuilder(URI.create(address(scheme))).build();
    return catchThrowableOfType(
            UnreachableException.class, () -> transport(timeout).exchange(request))
        .reason();
  }

  private JsonNode get() {
    return CallOrderClient.builder(address("http"), TokenSource.fixed("t"))
        .transport(transport(MINUTE))
        .retryPolicy(new RetryPolicy(2, Duration.ofMillis(1), SHORT))
        .build()
        .send(ApiRequest.of("GET", "/v1/x", new TypeReference<JsonNode>() {}))
        .body();
  }

  @Test
  void limitsTheTimeOfTheCompleteResponse() {
    reply(
        client ->
            client.write(
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n"
                    .getBytes(US_ASCII)));
    assertThat(failure("http", SHORT)).isEqualTo(Reason.TIMEOUT);
    assertThat(attempts).containsExactly(Reason.TIMEOUT);
  }

  @Test
  void limitsTheSizeOfAResponse() {
    reply(
        client -> {
          client.write("HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n".getBytes(US_ASCII));
          byte[] part = new byte[1 << 20];
          while (true) {
            client.write(part);
          }
        });
    assertThat(failure("http", MINUTE)).isEqualTo(Reason.TOO_LARGE);
  }

  @Test
  void distinguishesABrokenOffResponseFromNone() {
    send("HTTP/1.1 200 OK\nContent-Length: 1000\n\n{");
    assertThat(failure("http", MINUTE)).isEqualTo(Reason.INCOMPLETE);
  }

  @Test
  void reportsAConnectionThatEndsWithoutAResponse() {
    send("");
    assertThat(failure("http", MINUTE)).isEqualTo(Reason.NOT_CONNECTED);
  }

  @Test
  void reportsAServerWithoutTls() {
    send("HTTP/1.1 400 Bad Request\n\n");
    assertThat(failure("https", MINUTE)).isEqualTo(Reason.INSECURE);
  }

  @Test
  void notifiesOfEachAttempt() {
    send("HTTP/1.1 503 Unavailable\nContent-Length: 0\n\n");
    assertThatThrownBy(this::get).isInstanceOf(ApiException.class);
    assertThat(attempts).containsExactly(503, 503, 503);
  }

  @Test
  void doesNotRepeatAnUnreadableResponse() {
    send("HTTP/1.1 200 OK\nContent-Length: 6\n\n<html>");
    assertThatThrownBy(this::get)
        .isInstanceOfSatisfying(
            UnreachableException.class,
            failure -> assertThat(failure.reason()).isEqualTo(Reason.UNREADABLE));
    assertThat(attempts).containsExactly(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[]", "{\"access_token\":null}"})
  void findsNoTokenInAnotherDocument(String body) {
    send("HTTP/1.1 200 OK\nContent-Length: " + body.length() + "\n\n" + body);
    TokenIssuer issuer =
        new TokenIssuer(transport(MINUTE), address("http"), "client", "secret", List.of());
    assertThatThrownBy(() -> issuer.request(new RetryPolicy(2, Duration.ofMillis(1), SHORT)))
        .isInstanceOfSatisfying(
            UnreachableException.class,
            failure -> assertThat(failure.reason()).isEqualTo(Reason.UNREADABLE));
    assertThat(attempts).containsExactly(200);
  }

  @Test
  void readsAProblemOfAnUnknownForm() {
    String body =
        "{'code':'of_later','parameters':7,'errors':[{'pointer':'/a'},{}],'more':{}}"
            .replace('\'', '"');
    send("HTTP/1.1 422 No\nContent-Length: " + body.length() + "\n\n" + body);
    ApiException refused = catchThrowableOfType(ApiException.class, this::get);
    assertThat(refused.code().value()).isEqualTo("of_later");
    assertThat(refused.problem().parameters()).isEmpty();
    assertThat(refused.problem().errors()).hasSize(2);
    assertThat(new String(refused.body(), US_ASCII)).isEqualTo(body);
  }
}
