package eu.callorders.server.webhook.delivery;

import static eu.callorders.server.webhook.delivery.HostileReceivers.HOST;
import static eu.callorders.server.webhook.delivery.HostileReceivers.failed;
import static eu.callorders.server.webhook.delivery.HostileReceivers.url;
import static eu.callorders.server.webhook.delivery.HostileScripts.HANDSHAKES;
import static eu.callorders.server.webhook.delivery.HostileScripts.NEVER_READS;
import static eu.callorders.server.webhook.delivery.HostileScripts.OK;
import static eu.callorders.server.webhook.delivery.HostileScripts.SLOW;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.webhook.delivery.ScriptedServer.Script;
import io.vertx.core.Future;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Hostile and broken receivers, with and without TLS. */
@Tag("long")
class HostileReceiverTest {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final int CLOSED_PORT = 9;

  /** Long enough for all of them to connect on a busy machine. */
  private static final Duration SHORT = Duration.ofSeconds(5);

  /** Bytes read, plus the buffers in between. */
  private static final long MAX_TAKEN = 32 << 20;

  @TempDir static Path directory;
  private static Certificates certificates;
  private static Path authority;
  private static Path good;
  private static Path trusted;

  @AutoClose private final HostileReceivers receivers = new HostileReceivers(trusted);

  @BeforeAll
  static void create() {
    certificates = new Certificates(directory);
    authority = certificates.authority("authority");
    good = certificates.signed(authority, "good", HOST, "-1d", 30);
    trusted = certificates.trustFile(authority);
  }

  /** Concurrently, since each takes the whole timeout. */
  @Test
  void slowReceiversTimeOut() {
    Map<String, ScriptedServer> servers = new LinkedHashMap<>();
    SLOW.forEach(
        (what, script) -> {
          servers.put(what, receivers.receiver(null, script));
          servers.put(what + ", over TLS", receivers.receiver(good, script));
        });
    Map<String, Future<SendResult>> outcomes = new LinkedHashMap<>();
    servers.forEach((what, receiver) -> outcomes.put(what, receivers.send(receiver, SHORT)));
    outcomes.forEach(
        (what, outcome) ->
            assertThat(outcome.await()).as(what).isEqualTo(failed(AttemptError.CONNECTION_FAILED)));
    servers.forEach(
        (what, receiver) -> {
          if (!what.startsWith(NEVER_READS)) {
            receiver.awaitDisconnect();
          }
        });
  }

  @Test
  void connectionEstablishedAfterTimeoutIsClosed() {
    CountDownLatch timedOut = new CountDownLatch(1);
    ScriptedServer receiver =
        receivers.receiver(
            good,
            talk -> {
              timedOut.await();
              talk.awaitClose();
            });
    assertThat(receivers.sendAndAwait(receiver, SHORT))
        .isEqualTo(failed(AttemptError.CONNECTION_FAILED));
    timedOut.countDown();
    receiver.awaitDisconnect();
    assertThat(receiver.requests).isEmpty();
  }

  /**
   * A receiver that delays the TCP connection and then the TLS handshake, each below its timeout
   * but not both together, costs no connection.
   */
  @Test
  void slowConnectionWithSlowHandshakeIsClosed() throws Exception {
    ScriptedServer receiver =
        receivers.notListening(
            good,
            talk -> {
              Thread.sleep(3_500);
              talk.awaitClose();
            });
    Future<SendResult> outcome = receivers.send(receiver, Duration.ofSeconds(4));
    Thread.sleep(2_000);
    receiver.listen();
    assertThat(outcome.await()).isEqualTo(failed(AttemptError.CONNECTION_FAILED));
    receiver.awaitAllDisconnected();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("eu.callorders.server.webhook.delivery.HostileScripts#broken")
  void brokenConnectionGivesSameErrorAsRefusedOne(String what, Script script) {
    SendResult refused =
        HostileReceivers.sendAndAwait(
            receivers.sender(CLOSED_PORT, LONG, trusted), url(CLOSED_PORT, false));
    for (Path certificate : new Path[] {null, good}) {
      assertThat(receivers.sendAndAwait(receivers.receiver(certificate, script), LONG))
          .isEqualTo(refused);
    }
    assertThat(refused).isEqualTo(failed(AttemptError.CONNECTION_FAILED));
    assertThat(AttemptError.CONNECTION_FAILED.wire()).isEqualTo("connection_failed");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("eu.callorders.server.webhook.delivery.HostileScripts#unreadable")
  void malformedHttpIsInvalidResponse(String what, Script script) {
    for (Path certificate : new Path[] {null, good}) {
      ScriptedServer receiver = receivers.receiver(certificate, script);
      assertThat(receivers.sendAndAwait(receiver, LONG))
          .isEqualTo(failed(AttemptError.INVALID_RESPONSE));
      assertThat(receiver.bytesWritten).as("listened to").hasValueLessThan(MAX_TAKEN);
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("eu.callorders.server.webhook.delivery.HostileScripts#fine")
  void statusDecidesResult(String what, int status, String body, Script script) {
    for (Path certificate : new Path[] {null, good}) {
      if (certificate == null || !what.equals("answers before it was asked")) {
        ScriptedServer receiver = receivers.receiver(certificate, script);
        assertThat(receivers.sendAndAwait(receiver, LONG))
            .isInstanceOfSatisfying(
                SendResult.ReceivedResponse.class,
                answered -> {
                  assertThat(answered.status()).isEqualTo(status);
                  assertThat(answered.body().toString(ISO_8859_1)).isEqualTo(body);
                });
        assertThat(receiver.bytesWritten).as("listened to").hasValueLessThan(MAX_TAKEN);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "x-gzip", "deflate", "br", "zstd", "gzip, gzip"})
  void doesNotDecompress(String encoding) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      for (int i = 0; i < 64; i++) {
        gzip.write(new byte[1 << 20]);
      }
    }
    String bomb = packed.toString(ISO_8859_1);
    ScriptedServer receiver =
        receivers.receiver(
            good,
            ScriptedServer.respondsWith(
                "HTTP/1.1 200 OK\r\ncontent-encoding: "
                    + encoding
                    + "\r\ncontent-length: "
                    + bomb.length()
                    + "\r\n\r\n"
                    + bomb));
    assertThat(receivers.sendAndAwait(receiver, LONG))
        .isInstanceOfSatisfying(
            SendResult.ReceivedResponse.class,
            answered ->
                assertThat(answered.body().toString(ISO_8859_1))
                    .isEqualTo(
                        bomb.substring(0, Math.min(bomb.length(), WebhookSender.MAX_BODY_BYTES))));
  }

  @ParameterizedTest
  @ValueSource(ints = {300, 301, 302, 303, 305, 307, 308})
  void doesNotFollowRedirects(int status) {
    ScriptedServer target = receivers.receiver(null, ScriptedServer.respondsWith(OK));
    for (Path certificate : new Path[] {null, good}) {
      String scheme = certificate == null ? "http://" : "https://";
      for (boolean toItself : new boolean[] {true, false}) {
        ScriptedServer receiver =
            receivers.receiver(
                certificate,
                talk -> {
                  talk.readRequest();
                  String location =
                      toItself
                          ? scheme + HOST + ":" + talk.socket.getLocalPort() + "/again"
                          : "http://127.0.0.1:" + target.port() + "/latest/meta-data";
                  talk.write(
                      "HTTP/1.1 "
                          + status
                          + " Moved\r\ncontent-length: 0\r\nconnection: close\r\nlocation: "
                          + location
                          + "\r\nrefresh: 0; url="
                          + location
                          + "\r\nset-cookie: a=b\r\n\r\n");
                });
        assertThat(receivers.sendAndAwait(receiver, LONG))
            .isInstanceOfSatisfying(
                SendResult.ReceivedResponse.class,
                answered -> {
                  assertThat(answered.status()).isEqualTo(status);
                  assertThat(answered.isSuccess()).isFalse();
                });
        assertThat(receiver.requests).hasSize(1);
      }
    }
    assertThat(target.connections).hasValue(0);
  }

  /** A response to no request must not be taken for the next one. */
  @Test
  void ignoresUnsolicitedResponse() {
    ScriptedServer receiver =
        receivers.receiver(
            good,
            talk -> {
              talk.readRequest();
              talk.write(OK + "HTTP/1.1 299 Forged\r\ncontent-length: 0\r\n\r\n");
              talk.awaitClose();
            });
    WebhookSender sender = receivers.sender(receiver.port(), LONG, trusted);
    for (int i = 0; i < 20; i++) {
      SendResult outcome = HostileReceivers.sendAndAwait(sender, url(receiver.port(), true));
      if (!outcome.equals(failed(AttemptError.CONNECTION_FAILED))) {
        assertThat(((SendResult.ReceivedResponse) outcome).status()).isEqualTo(200);
      }
    }
  }

  /** Concurrently, since some take the whole timeout. */
  @Test
  void failedHandshakeIsFailedConnection() {
    Map<String, Future<SendResult>> outcomes = new LinkedHashMap<>();
    HANDSHAKES.forEach(
        (what, script) -> {
          ScriptedServer receiver =
              receivers.receiver(
                  null,
                  talk -> {
                    assertThat(talk.socket.getInputStream().read()).isEqualTo(0x16);
                    script.play(talk);
                    talk.awaitClose();
                  });
          WebhookSender sender = receivers.sender(receiver.port(), Duration.ofSeconds(3), trusted);
          outcomes.put(what, HostileReceivers.send(sender, url(receiver.port(), true)));
        });
    outcomes.forEach(
        (what, outcome) ->
            assertThat(outcome.await()).as(what).isEqualTo(failed(AttemptError.CONNECTION_FAILED)));
  }

  @Test
  void acceptsOnlyCertificateOfTheHostByTrustedAuthority() {
    Path selfSigned = certificates.authority("self");
    Path early = certificates.signed(authority, "early", HOST, "+10d", 30);
    Path deeper = certificates.signed(authority, "deeper", "*.hooks.test", "-1d", 30);
    Path named = certificates.signed(authority, HOST, "other.test", "-1d", 30);
    Path child = certificates.signed(good, "child", HOST, "-1d", 30);
    for (Path bad : List.of(selfSigned, early, deeper, named, child)) {
      ScriptedServer receiver = receivers.receiver(bad, ScriptedServer.respondsWith(OK));
      assertThat(receivers.sendAndAwait(receiver, LONG))
          .as(bad.toString())
          .isEqualTo(failed(AttemptError.CERTIFICATE_REFUSED));
      assertThat(receiver.requests).as("no request was sent").isEmpty();
    }
    assertThat(
            receivers.sendAndAwait(receivers.receiver(good, ScriptedServer.respondsWith(OK)), LONG))
        .isInstanceOf(SendResult.ReceivedResponse.class);
  }
}
