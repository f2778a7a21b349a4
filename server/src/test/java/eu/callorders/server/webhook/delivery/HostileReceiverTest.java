package eu.callorders.server.webhook.delivery;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.webhook.TargetRules;
import eu.callorders.core.webhook.TargetUrl;
import eu.callorders.server.webhook.delivery.ScriptedServer.Script;
import eu.callorders.server.webhook.endpoint.LocalAddresses;
import eu.callorders.server.webhook.endpoint.SafeResolver;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.dns.AddressResolverOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Hostile and broken receivers, with and without TLS. */
class HostileReceiverTest {
  private static final String HOST = "hooks.test";
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final int CLOSED_PORT = 9;

  /** Long enough for all of them to connect on a busy machine. */
  private static final Duration SHORT = Duration.ofSeconds(5);

  /** Bytes read, plus the buffers in between. */
  private static final long MAX_TAKEN = 32 << 20;

  private static final String NEVER_READS = "never reads";
  private static final String OK = "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n";

  @TempDir static Path directory;
  private static Certificates certificates;
  private static Path authority;
  private static Path good;
  private static Path trusted;

  private final Vertx vertx =
      Vertx.vertx(
          new VertxOptions()
              .setAddressResolverOptions(
                  new AddressResolverOptions()
                      .setHostsValue(Buffer.buffer("127.0.0.1 " + HOST + "\n"))));

  private final List<AutoCloseable> open = new CopyOnWriteArrayList<>();
  private final Map<ScriptedServer, Boolean> secure = new ConcurrentHashMap<>();

  @BeforeAll
  static void create() {
    certificates = new Certificates(directory);
    authority = certificates.authority("authority");
    good = certificates.signed(authority, "good", HOST, "-1d", 30);
    trusted = certificates.trustFile(authority);
  }

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable one : open) {
      one.close();
    }
    vertx.close().await();
  }

  private static Map.Entry<String, Script> script(String what, Script script) {
    return Map.entry(what, script);
  }

  private static Arguments of(String what, Script script) {
    return Arguments.of(what, script);
  }

  private static final Map<String, Script> SLOW =
      Map.ofEntries(
          script(NEVER_READS, talk -> Thread.sleep(LONG)),
          script(
              "never answers",
              talk -> {
                talk.readRequest();
                talk.awaitClose();
              }),
          script("drips its status line", ScriptedServer.sendsSlowly("", "H")),
          script("drips its head", ScriptedServer.sendsSlowly("HTTP/1.1 200 OK\r\nx-a: ", "b")),
          script("drips headers", ScriptedServer.sendsSlowly("HTTP/1.1 200 OK\r\n", "a: b\r\n")),
          script("drips its body", ScriptedServer.sendsSlowly("HTTP/1.1 200 OK\r\n\r\n", "x")),
          script(
              "drips chunks",
              ScriptedServer.sendsSlowly(
                  "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n", "1\r\nx\r\n")),
          script(
              "has more than it says to come",
              talk -> {
                talk.readRequest();
                talk.write("HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhello");
                talk.awaitClose();
              }),
          script(
              "asks to continue for ever",
              ScriptedServer.repeatsForever("", "HTTP/1.1 100 Continue\r\n\r\n")),
          script(
              "drips requests to continue",
              ScriptedServer.sendsSlowly("", "HTTP/1.1 100 Continue\r\n\r\n")),
          script(
              "drips hints",
              ScriptedServer.sendsSlowly("", "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n")));

  /** Concurrently, since each takes the whole timeout. */
  @Test
  void slowReceiversTimeOut() {
    Map<String, ScriptedServer> receivers = new LinkedHashMap<>();
    SLOW.forEach(
        (what, script) -> {
          receivers.put(what, receiver(null, script));
          receivers.put(what + ", over TLS", receiver(good, script));
        });
    Map<String, Future<SendResult>> outcomes = new LinkedHashMap<>();
    receivers.forEach((what, receiver) -> outcomes.put(what, send(receiver, SHORT)));
    outcomes.forEach(
        (what, outcome) ->
            assertThat(outcome.await()).as(what).isEqualTo(failed(AttemptError.CONNECTION_FAILED)));
    receivers.forEach(
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
        receiver(
            good,
            talk -> {
              timedOut.await();
              talk.awaitClose();
            });
    assertThat(sendAndAwait(receiver, Duration.ofMillis(300)))
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
        ScriptedServer.notListening(
            good,
            talk -> {
              Thread.sleep(3_500);
              talk.awaitClose();
            });
    secure.put(receiver, true);
    open.add(receiver);
    Future<SendResult> outcome = send(receiver, Duration.ofSeconds(4));
    Thread.sleep(2_000);
    receiver.listen();
    assertThat(outcome.await()).isEqualTo(failed(AttemptError.CONNECTION_FAILED));
    receiver.awaitAllDisconnected();
  }

  static Stream<Arguments> broken() {
    return Stream.of(
        of("closes at once", talk -> {}),
        of("resets at once", ScriptedServer.ServerConnection::reset),
        of("closes after the request", ScriptedServer.respondsWith("")),
        of(
            "resets after the request",
            talk -> {
              talk.readRequest();
              talk.reset();
            }),
        of(
            "resets in its head",
            talk -> {
              talk.readRequest();
              talk.write("HTTP/1.1 200 OK\r\ncontent-le");
              talk.reset();
            }),
        of(
            "resets in its body",
            talk -> {
              talk.readRequest();
              talk.write("HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhello");
              talk.reset();
            }),
        of("closes in its status line", ScriptedServer.respondsWith("HTTP/1.1 2")),
        of("closes in its head", ScriptedServer.respondsWith("HTTP/1.1 200 OK\r\nx: y\r\n")),
        of(
            "closes in its body",
            ScriptedServer.respondsWith("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhi")),
        of(
            "closes before the last chunk",
            ScriptedServer.respondsWith(
                "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nhi\r\n")),
        of(
            "closes after a request to continue",
            ScriptedServer.respondsWith("HTTP/1.1 100 Continue\r\n\r\n")),
        of(
            "closes one half before it has answered",
            talk -> {
              talk.readRequest();
              talk.socket.shutdownOutput();
              talk.awaitClose();
            }));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("broken")
  void brokenConnectionGivesSameErrorAsRefusedOne(String what, Script script) {
    SendResult refused = sendAndAwait(sender(CLOSED_PORT, LONG, trusted), url(CLOSED_PORT, false));
    for (Path certificate : new Path[] {null, good}) {
      assertThat(sendAndAwait(receiver(certificate, script), LONG)).isEqualTo(refused);
    }
    assertThat(refused).isEqualTo(failed(AttemptError.CONNECTION_FAILED));
    assertThat(AttemptError.CONNECTION_FAILED.wire()).isEqualTo("connection_failed");
  }

  private static final String SETTINGS = "\0\0\6\4\0\0\0\0\0\0\3\0\0\0d";

  private static final String GO_AWAY =
      "\0\0\37\7\0\0\0\0\0\0\0\0\0\0\0\0\1not HTTP/2 but HTTP/1\r\n";

  static Stream<Arguments> unreadable() {
    String ok = "HTTP/1.1 200 OK\r\n";
    return Stream.of(
        of("speaks something else", ScriptedServer.respondsWith("SSH-2.0-OpenSSH_9.2p1\r\n\r\n")),
        of(
            "speaks noise",
            ScriptedServer.respondsWith("\u0000\u0001\u0002\u00ff\u00fe\r\n\r\n\r\n")),
        of("speaks HTTP/2 alone", ScriptedServer.respondsWith(SETTINGS + GO_AWAY)),
        of("has a version of its own", ScriptedServer.respondsWith("HTTP/9.9.9 200 OK\r\n\r\n")),
        of("has no number for a status", ScriptedServer.respondsWith("HTTP/1.1 abc OK\r\n\r\n")),
        of("has a negative status", ScriptedServer.respondsWith("HTTP/1.1 -20 OK\r\n\r\n")),
        of("has a status line without end", ScriptedServer.repeatsForever("HTTP/1.1 200 ", "O")),
        of("has a header without end", ScriptedServer.repeatsForever(ok + "x: ", "y")),
        of("has headers without end", ScriptedServer.repeatsForever(ok, "x: y\r\n")),
        of(
            "has a folded header without end",
            ScriptedServer.repeatsForever(ok + "x: y\r\n", " z\r\n")),
        of(
            "has trailers without end",
            ScriptedServer.repeatsForever(
                ok + "transfer-encoding: chunked\r\n\r\n0\r\n", "x: yyyyyyyyyyyyyyyyyy\r\n")),
        of(
            "has a chunk of no size",
            ScriptedServer.respondsWith(ok + "transfer-encoding: chunked\r\n\r\nxyz\r\n")),
        of(
            "has a chunk of a negative size",
            ScriptedServer.respondsWith(ok + "transfer-encoding: chunked\r\n\r\n-5\r\nhello\r\n")),
        of(
            "has a chunk size without end",
            ScriptedServer.repeatsForever(ok + "transfer-encoding: chunked\r\n\r\n1;", "x")),
        of("has a negative length", ScriptedServer.respondsWith(ok + "content-length: -1\r\n\r\n")),
        of(
            "has no number for a length",
            ScriptedServer.respondsWith(ok + "content-length: many\r\n\r\n")),
        of(
            "has two lengths",
            ScriptedServer.respondsWith(ok + "content-length: 1\r\ncontent-length: 2\r\n\r\nab")),
        of(
            "has a length beyond all numbers",
            ScriptedServer.respondsWith(ok + "content-length: 99999999999999999999\r\n\r\n")),
        of(
            "has NUL in a header",
            ScriptedServer.respondsWith(ok + "x\0y: z\r\ncontent-length: 0\r\n\r\n")),
        of(
            "changes the protocol",
            ScriptedServer.respondsWith("HTTP/1.1 101 Ok\r\nupgrade: x\r\n\r\n")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("unreadable")
  void malformedHttpIsInvalidResponse(String what, Script script) {
    for (Path certificate : new Path[] {null, good}) {
      ScriptedServer receiver = receiver(certificate, script);
      assertThat(sendAndAwait(receiver, LONG)).isEqualTo(failed(AttemptError.INVALID_RESPONSE));
      assertThat(receiver.bytesWritten).as("listened to").hasValueLessThan(MAX_TAKEN);
    }
  }

  private static Arguments answered(String what, int status, String body, Script script) {
    return Arguments.of(what, status, body, script);
  }

  static Stream<Arguments> fine() {
    String ok = "HTTP/1.1 200 OK\r\n";
    return Stream.of(
        answered("closes", 200, "", ScriptedServer.respondsWith(ok + "connection: close\r\n\r\n")),
        answered("is old", 200, "hi", ScriptedServer.respondsWith("HTTP/1.0 200 OK\r\n\r\nhi")),
        answered(
            "is old and brief",
            204,
            "",
            ScriptedServer.respondsWith("HTTP/1.0 204 No Content\r\n\r\n")),
        answered("ends its body by closing", 200, "hi", ScriptedServer.respondsWith(ok + "\r\nhi")),
        answered(
            "closes one half after its answer",
            200,
            "hi",
            talk -> {
              talk.readRequest();
              talk.write(ok + "content-length: 2\r\n\r\nhi");
              talk.socket.shutdownOutput();
              talk.awaitClose();
            }),
        answered(
            "resets after its answer",
            200,
            "hi",
            talk -> {
              talk.readRequest();
              talk.write(ok + "content-length: 2\r\n\r\nhi");
              talk.awaitClose();
            }),
        answered(
            "says more than it has announced",
            200,
            "hi",
            ScriptedServer.respondsWith(ok + "content-length: 2\r\n\r\nhi there")),
        answered(
            "answers twice",
            200,
            "hi",
            ScriptedServer.respondsWith(
                ok + "content-length: 2\r\n\r\nhi" + ok + "content-length: 1\r\n\r\nx")),
        answered(
            "asks to continue",
            200,
            "hi",
            ScriptedServer.respondsWith(
                "HTTP/1.1 100 Continue\r\n\r\n" + ok + "content-length: 2\r\n\r\nhi")),
        answered(
            "gives hints",
            200,
            "hi",
            ScriptedServer.respondsWith(
                "HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n"
                    + ok
                    + "content-length: 2\r\n\r\nhi")),
        answered(
            "has trailers",
            200,
            "hi",
            ScriptedServer.respondsWith(
                ok + "transfer-encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\nretry-after: 9\r\n\r\n")),
        answered(
            "has no headers",
            204,
            "",
            ScriptedServer.respondsWith("HTTP/1.1 204 No Content\r\n\r\n")),
        answered(
            "has no reason",
            200,
            "",
            ScriptedServer.respondsWith("HTTP/1.1 200 \r\nConnection: close\r\n\r\n")),
        answered(
            "answers before it was asked",
            200,
            "",
            talk -> {
              talk.write(OK);
              talk.awaitClose();
            }),
        answered(
            "has a body without end",
            200,
            "a".repeat(WebhookSender.MAX_BODY_BYTES),
            ScriptedServer.repeatsForever(ok + "\r\n", "a".repeat(4096))),
        answered(
            "fails with a body without end",
            500,
            "a".repeat(WebhookSender.MAX_BODY_BYTES),
            ScriptedServer.repeatsForever("HTTP/1.1 500 No\r\n\r\n", "a".repeat(4096))),
        answered(
            "has chunks without end",
            200,
            "a".repeat(WebhookSender.MAX_BODY_BYTES),
            ScriptedServer.repeatsForever(
                ok + "transfer-encoding: chunked\r\n\r\n", "a\r\n" + "a".repeat(10) + "\r\n")),
        answered(
            "announces more than memory holds",
            200,
            "a".repeat(WebhookSender.MAX_BODY_BYTES),
            ScriptedServer.repeatsForever(
                ok + "content-length: 9000000000000000000\r\n\r\n", "a".repeat(4096))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("fine")
  void statusDecidesResult(String what, int status, String body, Script script) {
    for (Path certificate : new Path[] {null, good}) {
      if (certificate == null || !what.equals("answers before it was asked")) {
        ScriptedServer receiver = receiver(certificate, script);
        assertThat(sendAndAwait(receiver, LONG))
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
        receiver(
            good,
            ScriptedServer.respondsWith(
                "HTTP/1.1 200 OK\r\ncontent-encoding: "
                    + encoding
                    + "\r\ncontent-length: "
                    + bomb.length()
                    + "\r\n\r\n"
                    + bomb));
    assertThat(sendAndAwait(receiver, LONG))
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
    ScriptedServer target = receiver(null, ScriptedServer.respondsWith(OK));
    for (Path certificate : new Path[] {null, good}) {
      String scheme = certificate == null ? "http://" : "https://";
      for (boolean toItself : new boolean[] {true, false}) {
        ScriptedServer receiver =
            receiver(
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
        assertThat(sendAndAwait(receiver, LONG))
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
        receiver(
            good,
            talk -> {
              talk.readRequest();
              talk.write(OK + "HTTP/1.1 299 Forged\r\ncontent-length: 0\r\n\r\n");
              talk.awaitClose();
            });
    WebhookSender sender = sender(receiver.port(), LONG, trusted);
    for (int i = 0; i < 20; i++) {
      SendResult outcome = sendAndAwait(sender, url(receiver.port(), true));
      if (!outcome.equals(failed(AttemptError.CONNECTION_FAILED))) {
        assertThat(((SendResult.ReceivedResponse) outcome).status()).isEqualTo(200);
      }
    }
  }

  // ServerHello of a server that supports only TLS 1.0.
  private static final String HELLO =
      "\u0016\u0003\u0001\u0000\u002a\u0002\u0000\u0000\u0026\u0003\u0001"
          + "r".repeat(32)
          + "\u0000\u0000\u002f\u0000";

  private static final Map<String, Script> HANDSHAKES =
      Map.ofEntries(
          script(
              "is silent",
              talk -> {
                talk.awaitClose();
              }),
          script("speaks HTTP without TLS", talk -> talk.write(OK)),
          script("speaks noise", talk -> talk.write("\u00ff\u00fe\u00fd\u00fc\u00fb\u00fa\u00f9")),
          script(
              "knows no version of the client",
              talk -> talk.write("\u0015\u0003\u0001\0\2\2\u0046")),
          script(
              "knows no protocol of the client",
              talk -> talk.write("\u0015\u0003\u0003\0\2\2\u0078")),
          script(
              "knows no name of the client", talk -> talk.write("\u0015\u0003\u0003\0\2\2\u0070")),
          script("knows TLS 1.0 only", talk -> talk.write(HELLO)),
          script(
              "announces a record beyond measure",
              talk -> talk.write("\u0016\u0003\u0003\u00ff\u00ff" + "x".repeat(100))));

  /** Concurrently, since some take the whole timeout. */
  @Test
  void failedHandshakeIsFailedConnection() {
    Map<String, Future<SendResult>> outcomes = new LinkedHashMap<>();
    HANDSHAKES.forEach(
        (what, script) -> {
          ScriptedServer receiver =
              receiver(
                  null,
                  talk -> {
                    assertThat(talk.socket.getInputStream().read()).isEqualTo(0x16);
                    script.play(talk);
                    talk.awaitClose();
                  });
          WebhookSender sender = sender(receiver.port(), Duration.ofSeconds(3), trusted);
          outcomes.put(what, send(sender, url(receiver.port(), true)));
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
      ScriptedServer receiver = receiver(bad, ScriptedServer.respondsWith(OK));
      assertThat(sendAndAwait(receiver, LONG))
          .as(bad.toString())
          .isEqualTo(failed(AttemptError.CERTIFICATE_REFUSED));
      assertThat(receiver.requests).as("no request was sent").isEmpty();
    }
    assertThat(sendAndAwait(receiver(good, ScriptedServer.respondsWith(OK)), LONG))
        .isInstanceOf(SendResult.ReceivedResponse.class);
  }

  private ScriptedServer receiver(Path certificate, Script script) {
    ScriptedServer receiver = new ScriptedServer(certificate, script);
    secure.put(receiver, certificate != null);
    open.add(receiver);
    return receiver;
  }

  private SendResult sendAndAwait(ScriptedServer receiver, Duration timeout) {
    return send(receiver, timeout).await();
  }

  private Future<SendResult> send(ScriptedServer receiver, Duration timeout) {
    return send(
        sender(receiver.port(), timeout, trusted), url(receiver.port(), secure.get(receiver)));
  }

  private static SendResult sendAndAwait(WebhookSender sender, TargetUrl url) {
    return send(sender, url).await();
  }

  private static Future<SendResult> send(WebhookSender sender, TargetUrl url) {
    return sender.send(url, Map.of(), Buffer.buffer("{}"), true);
  }

  private WebhookSender sender(int port, Duration timeout, Path trust) {
    TargetRules rules = new TargetRules(Set.of(HOST + ":" + port));
    InstantSource time = InstantSource.system();
    SafeResolver resolver = new SafeResolver(vertx, rules, new LocalAddresses(time));
    WebhookSender sender =
        new WebhookSender(vertx, resolver, TrustStore.with(trust), 10, timeout, time);
    open.add(0, () -> sender.close().await());
    return sender;
  }

  private static TargetUrl url(int port, boolean secure) {
    String hostAndPort = HOST + ":" + port;
    TargetRules.Verdict verdict =
        new TargetRules(Set.of(hostAndPort))
            .validate((secure ? "https://" : "http://") + hostAndPort + "/in");
    return ((TargetRules.Verdict.Allowed) verdict).url();
  }

  private static SendResult failed(AttemptError error) {
    return new SendResult.NoResponse(error);
  }
}
