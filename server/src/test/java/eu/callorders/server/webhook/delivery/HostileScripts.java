package eu.callorders.server.webhook.delivery;

import eu.callorders.server.webhook.delivery.ScriptedServer.Script;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** What hostile and broken receivers do. */
final class HostileScripts {
  private HostileScripts() {}

  static final String NEVER_READS = "never reads";
  static final String OK = "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n";

  private static Map.Entry<String, Script> script(String what, Script script) {
    return Map.entry(what, script);
  }

  private static Arguments of(String what, Script script) {
    return Arguments.of(what, script);
  }

  static final Map<String, Script> SLOW =
      Map.ofEntries(
          script(NEVER_READS, talk -> Thread.sleep(Duration.ofSeconds(60))),
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

  // ServerHello of a server that supports only TLS 1.0.
  private static final String HELLO =
      "\u0016\u0003\u0001\u0000\u002a\u0002\u0000\u0000\u0026\u0003\u0001"
          + "r".repeat(32)
          + "\u0000\u0000\u002f\u0000";

  static final Map<String, Script> HANDSHAKES =
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
}
