package eu.callorders.server.webhook.delivery;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.webhook.TargetRules;
import eu.callorders.core.webhook.TargetUrl;
import eu.callorders.server.webhook.endpoint.LocalAddresses;
import eu.callorders.server.webhook.endpoint.SafeResolver;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hostile receivers. */
@Tag("long")
class WebhookSenderTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  /** Long enough for two connections on a busy machine. */
  private static final Duration SHORT = Duration.ofSeconds(10);

  private final Vertx vertx = Vertx.vertx();
  private final List<AutoCloseable> open = new CopyOnWriteArrayList<>();

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable one : open) {
      one.close();
    }
    vertx.close().await();
  }

  @Test
  void readsWholeResponse() throws IOException {
    FixedReplyServer receiver =
        new FixedReplyServer(open, "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello");
    assertThat(send(receiver, LONG))
        .isInstanceOfSatisfying(
            SendResult.ReceivedResponse.class,
            answered -> {
              assertThat(answered.status()).isEqualTo(200);
              assertThat(answered.body().toString()).isEqualTo("hello");
            });
    assertThat(receiver.requests.get(0))
        .startsWith("POST /hooks?a=b HTTP/1.1\r\n")
        .contains("host: localhost:" + receiver.port() + "\r\n")
        .doesNotContainIgnoringCase("accept-encoding")
        .endsWith("\r\n\r\n{}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhel",
        "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n",
        "HTTP/1.1 200 OK\r\ncontent-le",
      })
  void truncatedResponseIsFailedConnection(String bytes) throws IOException {
    assertThat(send(new FixedReplyServer(open, bytes), LONG))
        .isEqualTo(failed(AttemptError.CONNECTION_FAILED));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SSH-2.0-OpenSSH_9.2p1\r\n",
        "220 mail.example ESMTP\r\n\r\n",
        "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
        "HTTP/1.1 banana OK\r\n\r\n",
        "HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n",
      })
  void malformedHttpIsInvalidResponse(String bytes) throws IOException {
    assertThat(send(new FixedReplyServer(open, bytes), LONG))
        .isEqualTo(failed(AttemptError.INVALID_RESPONSE));
  }

  @Test
  void closesConnectionOnEndlessHead() throws IOException {
    FixedReplyServer receiver =
        new FixedReplyServer(open, "HTTP/1.1 200 OK\r\n", "x-filler: " + "a".repeat(1000) + "\r\n");
    assertThat(send(receiver, LONG)).isEqualTo(failed(AttemptError.INVALID_RESPONSE));
    receiver.awaitDisconnect();
  }

  @Test
  void acceptsEndlessBodyAndClosesConnection() throws IOException {
    FixedReplyServer receiver =
        new FixedReplyServer(open, "HTTP/1.1 200 OK\r\n\r\n", "a".repeat(4096));
    assertThat(send(receiver, LONG))
        .isInstanceOfSatisfying(
            SendResult.ReceivedResponse.class,
            answered ->
                assertThat(answered.body().length()).isEqualTo(WebhookSender.MAX_BODY_BYTES));
    receiver.awaitDisconnect();
  }

  @Test
  void discardedBodyHasTheSameLimit() throws IOException {
    FixedReplyServer endless =
        new FixedReplyServer(open, "HTTP/1.1 200 OK\r\n\r\n", "a".repeat(4096));
    assertThat(sendWithoutBody(endless))
        .isEqualTo(new SendResult.ReceivedResponse(200, Buffer.buffer(), null));
    endless.awaitDisconnect();
  }

  @Test
  void discardedBodyIsReadToItsEnd() throws IOException {
    FixedReplyServer whole =
        new FixedReplyServer(open, "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello");
    assertThat(sendWithoutBody(whole))
        .isEqualTo(new SendResult.ReceivedResponse(200, Buffer.buffer(), null));
    FixedReplyServer broken =
        new FixedReplyServer(open, "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhel");
    assertThat(sendWithoutBody(broken)).isEqualTo(failed(AttemptError.CONNECTION_FAILED));
  }

  @Test
  void doesNotDecompress() throws IOException {
    byte[] zeros = new byte[1 << 20];
    Buffer packed = Buffer.buffer(gzip(zeros));
    FixedReplyServer receiver =
        new FixedReplyServer(
            open,
            "HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: "
                + packed.length()
                + "\r\n\r\n"
                + new String(packed.getBytes(), ISO_8859_1));
    assertThat(send(receiver, LONG))
        .isInstanceOfSatisfying(
            SendResult.ReceivedResponse.class,
            answered -> assertThat(answered.body()).isEqualTo(packed));
  }

  /** Concurrently, since each takes the whole timeout. */
  @Test
  void silentAndSlowReceiversTimeOut() throws IOException {
    FixedReplyServer silent = new FixedReplyServer(open, false, "");
    FixedReplyServer dripping =
        new FixedReplyServer(open, "HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n", "x", true);
    List<Future<SendResult>> results =
        Stream.of(silent, dripping)
            .map(receiver -> begin(sender(receiver.hostAndPort(), SHORT), receiver.hostAndPort()))
            .toList();

    assertThat(results)
        .extracting(result -> result.await())
        .containsOnly(failed(AttemptError.CONNECTION_FAILED));
    silent.awaitDisconnect();
    dripping.awaitDisconnect();
  }

  @Test
  void refusedConnectionIsFailedConnection() {
    assertThat(send("localhost:9", LONG)).isEqualTo(failed(AttemptError.CONNECTION_FAILED));
  }

  @Test
  void reusesConnectionUnlessServerClosesIt() throws IOException {
    FixedReplyServer keeping =
        new FixedReplyServer(open, false, "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n");
    // With one connection the second request waits until the pool has the first one back.
    WebhookSender sender = sender(keeping.hostAndPort(), LONG, 1);
    send(sender, keeping.hostAndPort());
    send(sender, keeping.hostAndPort());
    assertThat(keeping.connections).hasValue(1);
    FixedReplyServer closing =
        new FixedReplyServer(
            open, "HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
    sender = sender(closing.hostAndPort(), LONG);
    send(sender, closing.hostAndPort());
    assertThat(send(sender, closing.hostAndPort())).isInstanceOf(SendResult.ReceivedResponse.class);
    assertThat(closing.connections).hasValue(2);
  }

  @Test
  void doesNotFollowRedirects() throws IOException {
    FixedReplyServer target =
        new FixedReplyServer(open, "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n");
    for (int status : new int[] {301, 302, 303, 307, 308}) {
      FixedReplyServer redirecting =
          new FixedReplyServer(
              open,
              "HTTP/1.1 "
                  + status
                  + " Moved\r\ncontent-length: 0\r\nlocation: http://"
                  + target.hostAndPort()
                  + "/\r\nset-cookie: a=b\r\n\r\n");
      assertThat(send(redirecting, LONG))
          .isInstanceOfSatisfying(
              SendResult.ReceivedResponse.class,
              answered -> assertThat(answered.status()).isEqualTo(status));
    }
    assertThat(target.connections).hasValue(0);
  }

  private SendResult send(FixedReplyServer receiver, Duration timeout) {
    return send(receiver.hostAndPort(), timeout);
  }

  private SendResult send(String hostAndPort, Duration timeout) {
    return send(sender(hostAndPort, timeout), hostAndPort);
  }

  private static SendResult send(WebhookSender sender, String hostAndPort) {
    return begin(sender, hostAndPort).await();
  }

  private static Future<SendResult> begin(WebhookSender sender, String hostAndPort) {
    return sender.send(url(hostAndPort), Map.of(), Buffer.buffer("{}"), true);
  }

  private SendResult sendWithoutBody(FixedReplyServer receiver) {
    String hostAndPort = receiver.hostAndPort();
    return sender(hostAndPort, LONG)
        .send(url(hostAndPort), Map.of(), Buffer.buffer("{}"), false)
        .await();
  }

  private WebhookSender sender(String hostAndPort, Duration timeout) {
    return sender(hostAndPort, timeout, 10);
  }

  private WebhookSender sender(String hostAndPort, Duration timeout, int maxConnections) {
    TargetRules rules = new TargetRules(Set.of(hostAndPort));
    InstantSource time = InstantSource.system();
    SafeResolver resolver = new SafeResolver(vertx, rules, new LocalAddresses(time));
    WebhookSender sender =
        new WebhookSender(vertx, resolver, TrustStore.with(null), maxConnections, timeout, time);
    open.add(() -> sender.close().await());
    return sender;
  }

  private static TargetUrl url(String hostAndPort) {
    TargetRules.Verdict verdict =
        new TargetRules(Set.of(hostAndPort)).validate("http://" + hostAndPort + "/hooks?a=b");
    return ((TargetRules.Verdict.Allowed) verdict).url();
  }

  private static SendResult failed(AttemptError error) {
    return new SendResult.NoResponse(error);
  }

  private static byte[] gzip(byte[] plain) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(plain);
    }
    return packed.toByteArray();
  }
}
