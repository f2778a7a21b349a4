package eu.callorders.server.cli.events;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import eu.callorders.client.WebhookVerifier;
import eu.callorders.client.examples.ReceiveWebhook;
import eu.callorders.client.model.Event;
import eu.callorders.server.Await;
import eu.callorders.server.app.RunningService;
import eu.callorders.server.app.RunningTenant;
import eu.callorders.server.cli.CommandLine;
import eu.callorders.server.cli.client.ClientCommandRun;
import eu.callorders.server.json.Json;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("long")
class EventCommandsTest {
  private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  private static final String NO_RECEIVER = "http://127.0.0.1:9/";

  private final RunningService service = RunningService.shared();
  private final RunningTenant tenant = service.newTenant();
  private final Map<String, String> environment =
      ClientCommandRun.environment(service.address(), tenant);

  /** A command that runs until the test interrupts it. */
  private final class BackgroundCommand implements AutoCloseable {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final Thread thread;

    BackgroundCommand(String... arguments) {
      thread =
          Thread.ofPlatform()
              .start(
                  () ->
                      CommandLine.of(environment)
                          .setOut(new PrintWriter(out, true))
                          .setErr(new PrintWriter(err, true))
                          .execute(arguments));
    }

    void awaitOutput(String text) {
      Await.until(text, out::toString, printed -> printed.contains(text));
    }

    @Override
    public void close() {
      thread.interrupt();
      Await.until("the command ends", () -> !thread.isAlive());
    }
  }

  private ClientCommandRun run(String... arguments) {
    return ClientCommandRun.of(environment, arguments);
  }

  private String trigger(String type) {
    ClientCommandRun run = run("trigger", type);
    assertThat(run.exit()).as(run.err()).isZero();
    return run.out().strip();
  }

  @Test
  void printsTheEventsSoFarAndTheCursorBehindThem() {
    String order = trigger("call_order.canceled");
    tenant.awaitEnd(order);
    String[] command = {"events", "tail", "--from", "start", "--no-follow", "--json"};

    ClientCommandRun tail =
        Await.until("the feed", () -> run(command), read -> read.out().contains("canceled"));

    List<String> types =
        tail.out().lines().map(line -> Json.parse(line).path("type").asText()).toList();
    assertThat(types).startsWith("call_order.accepted").endsWith("call_order.canceled");
    String cursor = tail.err().strip().replace("continue with --from ", "");
    assertThat(run("events", "tail", "--from", cursor, "--no-follow").out()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"call.transcript_available", "promise.made"})
  void triggersAnEventOfAConversation(String type) {
    String order = trigger(type);
    Await.until(type, () -> tenant.eventTypes(order), types -> types.contains(type));
  }

  @Test
  void followsTheFeedFromItsEnd() throws Exception {
    String before = trigger("call_order.accepted");
    tenant.awaitEnd(before);
    Await.until("its events", () -> tenant.eventTypes(before), types -> types.size() > 4);
    try (BackgroundCommand tail =
        new BackgroundCommand("events", "tail", "--types", "call_order.accepted")) {
      String order = "";
      while (!tail.out.toString().contains("ord_")) { // until the command has found the end
        order = trigger("call_order.accepted");
        tenant.awaitEnd(order);
      }
      assertThat(tail.out.toString()).doesNotContain(before).doesNotContain("completed");
    }
  }

  @Test
  void postsEventsAsWebhooks() throws Exception {
    Queue<Event> received = new ConcurrentLinkedQueue<>();
    HttpServer receiver = ReceiveWebhook.start(0, new WebhookVerifier(SECRET), received::add);
    String url = "127.0.0.1:" + receiver.getAddress().getPort() + "/hooks";
    try (BackgroundCommand listen =
        new BackgroundCommand("listen", "--forward", url, "--secret", SECRET)) {
      listen.awaitOutput("Forwarding to http://" + url);
      Await.until(
          "a verified event", () -> trigger("call_order.canceled"), order -> !received.isEmpty());
      listen.awaitOutput("-> 200 in ");
    } finally {
      receiver.stop(0);
    }
  }

  @Test
  void skipsWhatTheReceiverDoesNotAccept() throws Exception {
    String order = trigger("call_order.canceled");
    tenant.awaitEnd(order);
    Await.until("its events", () -> tenant.eventTypes(order), types -> types.size() > 2);
    HttpServer receiver = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    receiver.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(500, -1);
          exchange.close();
        });
    receiver.start();
    String url = "http://127.0.0.1:" + receiver.getAddress().getPort() + "/hooks";
    try (BackgroundCommand listen =
        new BackgroundCommand("listen", "--forward", url, "--replay", "2")) {
      Await.until(
          "both are skipped",
          listen.err::toString,
          text -> text.lines().filter(line -> line.contains("skipped evt_")).count() == 2);
      assertThat(cursors(listen)).hasSize(2).allSatisfy(id -> assertThat(id).startsWith("evt_"));
      assertThat(listen.out.toString().lines().filter(line -> line.contains("-> 500 in")))
          .hasSize(6);
    } finally {
      receiver.stop(0);
    }
  }

  private static List<String> cursors(BackgroundCommand listen) {
    return listen
        .err
        .toString()
        .lines()
        .filter(line -> line.contains("start again with it: --from "))
        .map(line -> line.replaceFirst(".* --from ", ""))
        .toList();
  }

  @Test
  void saysHowToStartWithTheFirstEventThatWasSkipped() {
    try (BackgroundCommand listen = new BackgroundCommand("listen", "--forward", NO_RECEIVER)) {
      listen.awaitOutput("Forwarding to");
      trigger("call_order.canceled");
      String cursor =
          Await.until("a skip", () -> cursors(listen), all -> !all.isEmpty()).getFirst();
      String skipped = listen.err.toString().replaceFirst("(?s).*?skipped (evt_\\w+);.*", "$1");

      ClientCommandRun tail = run("events", "tail", "--from", cursor, "--no-follow", "--json");

      assertThat(tail.exit()).as(tail.err()).isZero();
      assertThat(tail.out().lines().findFirst().orElseThrow()).contains(skipped);
    }
  }

  @Test
  void startsWithTheOldestEventAndSaysHowToContinue() {
    String order = trigger("call_order.canceled");
    Await.until("its events", () -> tenant.eventTypes(order), types -> types.size() > 2);
    BackgroundCommand listen =
        new BackgroundCommand("listen", "--forward", NO_RECEIVER, "--from", "start");
    try (listen) {
      Await.until("a skip", () -> cursors(listen), all -> !all.isEmpty());
      assertThat(cursors(listen).getFirst()).isEqualTo("start");
    }
    assertThat(listen.err.toString()).contains("continue with --from evt_");
  }

  @Test
  void doesNotWaitForAResponseThatNeverEnds() throws Exception {
    String order = trigger("call_order.canceled");
    Await.until("its events", () -> tenant.eventTypes(order), types -> types.size() > 2);
    HttpServer receiver = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    receiver.createContext("/", exchange -> exchange.sendResponseHeaders(200, 10)); // no body
    receiver.start();
    String url = "http://127.0.0.1:" + receiver.getAddress().getPort() + "/hooks";
    try (BackgroundCommand listen =
        new BackgroundCommand("listen", "--forward", url, "--replay", "1")) {
      listen.awaitOutput("-> no answer: timeout in 15");
    } finally {
      receiver.stop(0);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ftp://127.0.0.1/hooks", "http://", "mailto:x", "not an address"})
  void refusesAReceiverThatIsNoAddress(String url) {
    ClientCommandRun run = run("listen", "--forward", url);
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).contains("--forward takes an http or https address");
    assertThat(run.out()).isEmpty();
  }

  @Test
  void showsThatTheReceiverIsDown() throws Exception {
    String order = trigger("call_order.canceled");
    Await.until("its events", () -> tenant.eventTypes(order), types -> types.size() > 2);
    try (BackgroundCommand listen =
        new BackgroundCommand("listen", "--forward", NO_RECEIVER, "--replay", "1")) {
      Await.until("it is skipped", listen.err::toString, text -> text.contains("skipped evt_"));
      assertThat(listen.out.toString().lines().filter(line -> line.contains("-> no answer: ")))
          .hasSize(3);
    }
  }

  @Test
  void forwardsTheBytesOfTheFeed() {
    byte[] page =
        """
        {"data":[{"id":"evt_1","data":{"amount":1.10,"text":"Stra\\u00dfe ß","list":[{}]}},{"id":"evt_2"}],\
        "has_more":false,"next_cursor":"c"}\
        """
            .getBytes(StandardCharsets.UTF_8);

    EnvelopePage read = EnvelopePage.read(page);

    assertThat(read.events())
        .extracting(FeedEvent::text)
        .containsExactly(
            "{\"id\":\"evt_1\",\"data\":{\"amount\":1.10,\"text\":\"Stra\\u00dfe"
                + " ß\",\"list\":[{}]}}",
            "{\"id\":\"evt_2\"}");
    assertThat(read.cursor()).isEqualTo("c");
  }

  @Test
  void triggersAnObjectionAlsoWhenNumbersHaveObjected() {
    for (int number = 0; number < 10; number++) {
      String phone = "+493023125%d25".formatted(number);
      assertThat(run("suppressions", "add", "--phone", phone).exit()).isZero();
    }
    trigger("suppression.created");
  }

  @Test
  void namesTheEventsThatItCanTrigger() {
    ClientCommandRun run = run("trigger", "enrollment.started");
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).contains("call_order.completed");
  }
}
