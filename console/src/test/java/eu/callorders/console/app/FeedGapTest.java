package eu.callorders.console.app;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.RobotTest;
import eu.callorders.console.api.FakeService;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javafx.application.Platform;
import javafx.scene.control.Label;
import javafx.scene.control.TableView;
import javafx.scene.layout.StackPane;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A feed that falls behind by 100,000 events. */
@RobotTest
class FeedGapTest {
  private static final int EVENTS = 100_000;
  private static final int PAGE = 100;
  private static final String FEED = "/v1/events?limit=100&after=";
  private static final Pattern AFTER = Pattern.compile("[?&]after=([0-9]+)");
  private static final Duration LONGEST_BLOCK = Duration.ofSeconds(1);

  @AutoClose private final DialogService resources = new DialogService();
  private final FakeService service = resources.service;
  @TempDir private Path home;
  private volatile int end;

  /** The page of the feed that a request asks for; its cursors are positions. */
  private String events(String target) {
    Matcher after = AFTER.matcher(target);
    int from = after.find() ? Integer.parseInt(after.group(1)) : end;
    int to = Math.min(from + PAGE, end);
    return IntStream.range(from, to)
        .mapToObj(FeedGapTest::event)
        .collect(
            joining(
                ",",
                "{\"data\":[",
                "],\"has_more\":%s,\"next_cursor\":\"%d\"}".formatted(to < end, to)));
  }

  /** A state of an order that is not listed before. */
  private static String event(int number) {
    return """
    {"id":"evt_%d","type":"call_order.scheduled","occurred_at":"2026-11-20T09:00:00.000Z",
     "data":{"id":"ord_%d","status":"scheduled","updated_at":"2026-11-20T09:00:01.000Z",
      "created_at":"2026-11-20T09:00:00.000Z"}}
    """
        .formatted(number, 10 + number % 1_000);
  }

  private void change(String list, String id, String status) {
    String row =
        "{\"id\":\"%s\",\"status\":\"%s\",\"updated_at\":\"2026-11-21T09:00:00.000Z\"}"
            .formatted(id, status);
    service.fixed("GET /v1/" + list + "/" + id, 200, row);
    service.fixed(
        "GET /v1/" + list,
        200,
        "{\"data\":[%s],\"has_more\":false,\"next_cursor\":null}".formatted(row));
  }

  private Set<String> pages() {
    return service.requests().stream()
        .map(FakeService.RecordedRequest::target)
        .filter(target -> target.startsWith(FEED))
        .collect(Collectors.toSet());
  }

  private static String text(StackPane badge) {
    return badge.getChildren().stream().map(it -> ((Label) it).getText()).collect(joining());
  }

  private long requests(String beginning) {
    return service.requests().stream().filter(it -> it.target().startsWith(beginning)).count();
  }

  @Test
  void jumpsToTheEndAndReloadsWhatIsShown() throws Exception {
    service.computed("/v1/events", this::events);
    try (ConsoleFixture console = ConsoleFixture.forSession(resources.session(), home)) {
      console.await(() -> requests(FEED + "0") > 0); // no screen is refreshed after the start
      console.open("enrollments");
      TableView<?> enrollments = console.find("#enrollments");
      console.await(() -> enrollments.getItems().toString().contains("enr_1"));
      console.open("orders");
      TableView<?> orders = console.find("#orders");
      console.await(() -> orders.getItems().toString().contains("ord_1"));
      console.runAndWait(() -> SequenceScreenshots.select(orders, "ord_1"));
      StackPane status = console.find(".detail #status");
      console.await(() -> text(status).equals("Scheduled"));
      long enrollmentLists = requests("/v1/enrollments?");

      change("call-orders", "ord_1", "canceled");
      change("enrollments", "enr_1", "paused");
      Heartbeat heartbeat = new Heartbeat();
      heartbeat.start();
      end = EVENTS;
      console.await(() -> requests(FEED + EVENTS) > 0);
      console.await(() -> orders.getItems().size() == 1);
      console.await(() -> orders.getItems().toString().contains("canceled"));
      console.await(() -> text(status).equals("Canceled"));
      assertThat(heartbeat.end()).isLessThan(LONGEST_BLOCK);

      assertThat(pages()).as("of the feed, with the one at its end").hasSize(21);
      assertThat(requests("/v1/enrollments?"))
          .as("hidden lists wait until they are shown")
          .isEqualTo(enrollmentLists);
      console.open("enrollments");
      console.await(() -> enrollments.getItems().toString().contains("paused"));
      assertThat(requests("/v1/enrollments?")).isEqualTo(enrollmentLists + 1);
    }
  }

  /**
   * Measures what the JavaFX thread does between two chances for input: its processor time, which
   * other programs on this machine do not change.
   */
  private static final class Heartbeat extends Thread {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private volatile boolean ended;
    private volatile long longestNanos;
    private long lastNanos = -1;

    private Heartbeat() {
      setDaemon(true);
    }

    @Override
    public void run() {
      try {
        while (!ended) {
          CountDownLatch beat = new CountDownLatch(1);
          Platform.runLater(
              () -> {
                beat();
                beat.countDown();
              });
          beat.await();
        }
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }

    private void beat() {
      long now = THREADS.getCurrentThreadCpuTime();
      longestNanos = lastNanos < 0 ? 0 : Math.max(longestNanos, now - lastNanos);
      lastNanos = now;
    }

    /** The longest time. */
    Duration end() throws InterruptedException {
      ended = true;
      join();
      return Duration.ofNanos(longestNanos);
    }
  }
}
