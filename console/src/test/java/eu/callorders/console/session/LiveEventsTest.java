package eu.callorders.console.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.ConnectionStatus;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Scope;
import eu.callorders.console.api.Transport;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.DirectExecutor;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LiveEventsTest {
  private static final Duration ACTIVE = Duration.ofMillis(80);
  private static final Duration IDLE = Duration.ofMillis(100);
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration NONE = Duration.ZERO;
  private static final Transport.Timeouts FAST =
      new Transport.Timeouts(
          Duration.ofMinutes(1), Duration.ofMinutes(1), Duration.ofMillis(1), NONE);

  private final FakeService service = new FakeService();
  private final DirectExecutor uiExecutor = new DirectExecutor();
  private final BackgroundExecutor background = new BackgroundExecutor(uiExecutor);
  private final List<String> received = new ArrayList<>();

  private final Session session =
      session(ApiClient.administration(new Transport(FAST), service.address(), "t"));
  private final LiveEvents events =
      new LiveEvents(background, session, new LiveEvents.PollInterval(NONE, NONE, NONE), NONE);

  private static Session session(ApiClient api) {
    return new Session(
        "Mine",
        "live",
        "tn_1",
        MissingNode.getInstance(),
        Set.of(Scope.EVENTS_READ),
        api,
        Optional.empty(),
        new ConnectionStatus());
  }

  @AfterEach
  void close() {
    background.close();
    service.close();
  }

  private static final Duration LONG = Duration.ofHours(5);

  private void listen() {
    events.listen(
        batch -> batch.stream().map(JsonNode::toString).forEach(event -> received.add(event)));
    events.start();
  }

  private static String page(String cursor, String... events) {
    return page(cursor, false, events);
  }

  private static String page(String cursor, boolean more, String... events) {
    return "{\"data\":[%s],\"has_more\":%s,\"next_cursor\":\"%s\"}"
        .formatted(String.join(",", events), more, cursor);
  }

  private List<String> targets() {
    return service.requests().stream().map(FakeService.RecordedRequest::target).toList();
  }

  private List<String> polls() {
    return targets().stream().filter(target -> target.contains("limit=")).toList();
  }

  @Test
  void startsAtEndOfFeed() {
    service.then(200, page("end")).then(200, page("more", "{\"id\":1}"));
    listen();
    uiExecutor.runNext();
    assertThat(received).containsExactly("{\"id\":1}");
    assertThat(targets().getFirst()).contains("created_after=2999");
    assertThat(targets().get(1)).contains("after=end");
  }

  @Test
  void notifiesOfItsStartAndOfEventsMissedLater() {
    service
        .then(500, "Oops")
        .then(200, page("end"))
        .then(400, "{\"code\":\"invalid_cursor\"}")
        .then(200, page("new end"))
        .then(200, page("more", "{\"id\":1}"));
    events.onStart(() -> received.add("start"));
    events.onGap(() -> received.add("gap"));
    listen();
    uiExecutor.runNext();
    uiExecutor.runNext();
    uiExecutor.runNext();
    assertThat(received).containsExactly("start", "gap", "{\"id\":1}");
  }

  private void fullPages(int count) {
    for (int number = 1; number <= count; number++) {
      service.then(200, page("full" + number, true, "{\"id\":%d}".formatted(number)));
    }
  }

  @Test
  void jumpsToTheEndWhenFarBehind() {
    service.then(200, page("one"));
    fullPages(LiveEvents.MAX_FULL_PAGES);
    service.then(200, page("end")).then(200, page("more", "{\"id\":\"last\"}"));
    events.onGap(() -> received.add("gap"));
    listen();
    uiExecutor.runUntil(() -> received.contains("{\"id\":\"last\"}"));
    assertThat(received).hasSize(LiveEvents.MAX_FULL_PAGES + 2);
    assertThat(received.subList(LiveEvents.MAX_FULL_PAGES - 1, received.size()))
        .containsExactly("{\"id\":20}", "gap", "{\"id\":\"last\"}");
    assertThat(targets().get(1 + LiveEvents.MAX_FULL_PAGES)).contains("created_after=2999");
    assertThat(targets().get(2 + LiveEvents.MAX_FULL_PAGES)).endsWith("after=end");
  }

  @Test
  void readsFewerFullPagesWithoutAGap() {
    service.then(200, page("one"));
    fullPages(LiveEvents.MAX_FULL_PAGES - 1);
    service.then(200, page("not full", "{\"id\":\"between\"}"));
    fullPages(LiveEvents.MAX_FULL_PAGES - 1);
    service.then(200, page("end", "{\"id\":\"last\"}"));
    events.onGap(() -> received.add("gap"));
    listen();
    uiExecutor.runUntil(() -> received.contains("{\"id\":\"last\"}"));
    assertThat(received).hasSize(2 * LiveEvents.MAX_FULL_PAGES).doesNotContain("gap");
  }

  @Test
  void keepsCursorAfterUnusableResponses() {
    service
        .then(200, page("one"))
        .then(200, "<html>Please sign in</html>")
        .then(500, "Oops")
        .then(200, "{}")
        .then(200, "{\"data\":\"none\",\"next_cursor\":null}")
        .then(401, "{\"code\":\"unauthorized\"}")
        .then(200, page("two", "{\"id\":1}", "{\"id\":2,\"type\":\"unheard.of\",\"new\":[]}"));
    listen();
    uiExecutor.runNext();
    assertThat(received).hasSize(2);
    assertThat(targets().subList(1, 7)).allMatch(target -> target.endsWith("after=one"));
  }

  @Test
  void notifiesOtherListenersWhenOneFails() {
    events.listen(
        ignored -> {
          throw new IllegalStateException("failing listener");
        });
    service.then(200, page("one")).then(200, page("two", "{\"id\":1}"));
    listen();
    uiExecutor.runNext();
    assertThat(received).containsExactly("{\"id\":1}");
  }

  @Test
  void notifiesNoRemovedListener() throws Exception {
    Runnable remove = events.listen(ignored -> received.add("removed"));
    remove.run();
    service.then(200, page("one")).then(200, page("two", "{\"id\":1}"));
    events.poll();
    events.poll();
    uiExecutor.runNext();
    assertThat(received).isEmpty();
  }

  @Test
  void pausesWithoutScopeAndKeepsCursor() throws Exception {
    session.grant(Set.of(Scope.ORDERS_READ));
    assertThat(events.poll()).isEqualTo(NONE);
    assertThat(service.requests()).isEmpty();
    session.grant(Set.of(Scope.EVENTS_READ));
    service.then(200, page("one"));
    events.poll();
    session.grant(Set.of());
    events.poll();
    session.grant(Set.of(Scope.EVENTS_READ));
    service.then(200, page("two"));
    events.poll();
    assertThat(targets()).hasSize(2);
    assertThat(targets().getLast()).endsWith("after=one");
  }

  @Test
  void delaysPollsByResult() throws Exception {
    LiveEvents paced =
        new LiveEvents(
            background, session, new LiveEvents.PollInterval(ACTIVE, IDLE, MINUTE), LONG);
    paced.setUsed(false);
    paced.listen(batch -> received.add(batch.toString()));
    service
        .then(200, "{\"data\":[],\"next_cursor\":null}")
        .then(200, page("one"))
        .then(200, page("one"))
        .then(200, page("two", "{}"))
        .then(200, page("three"))
        .then(200, page("four", true, "7"))
        .then(500, "Oops")
        .then(500, "Oops")
        .then(500, "Oops")
        .then(500, "Oops")
        .then(200, "{}");
    assertThat(paced.poll()).as("no end is found").isEqualTo(LONG);
    assertThat(paced.poll()).as("the end is found").isZero();
    assertThat(paced.poll()).as("nothing has happened").isEqualTo(IDLE);
    assertThat(paced.poll()).as("something happened").isEqualTo(ACTIVE);
    assertThat(paced.poll()).as("something happened before").isEqualTo(ACTIVE);
    assertThat(paced.poll()).as("there is more").isZero();
    assertThat(paced.poll()).as("it failed").isEqualTo(LONG);
    assertThat(paced.poll()).as("no page").isEqualTo(LONG);
    uiExecutor.runNext();
    uiExecutor.runNext();
    assertThat(received).containsExactly("[{}]", "[7]");
    assertThat(targets().subList(2, 6))
        .extracting(target -> target.substring(target.indexOf("after=")))
        .containsExactly("after=one", "after=one", "after=two", "after=three");
  }

  @Test
  void continuesAfterInvalidAddress() throws Exception {
    ApiClient nowhere =
        ApiClient.administration(new Transport(FAST), URI.create("ftp://a.example"), "t");
    LiveEvents lost =
        new LiveEvents(
            background, session(nowhere), new LiveEvents.PollInterval(NONE, NONE, NONE), LONG);
    assertThat(lost.poll()).isEqualTo(LONG);
  }

  @Test
  void stopsWhenInterrupted() {
    Thread.currentThread().interrupt();
    assertThatThrownBy(events::poll)
        .isInstanceOfSatisfying(
            ApiException.class, e -> assertThat(e.failure()).isEqualTo(new Failure.Stopped()));
    assertThat(Thread.interrupted()).as("interrupt flag ends the loop").isTrue();
  }

  @Test
  void sendsNoRequestsAfterClose() throws Exception {
    service.fixed("/v1/events", 200, page("one", "{}"));
    listen();
    uiExecutor.runNext();
    events.close();
    int polls = polls().size();
    for (int request = 0; request < 20; request++) {
      assertThat(session.api().get("/v1/events").status()).isEqualTo(200);
    }
    assertThat(polls()).hasSizeLessThanOrEqualTo(polls + 1); // one may be in flight
  }

  @Test
  void restartsAtEndAfterInvalidCursor() {
    service
        .then(200, page("one"))
        .then(400, "{\"code\":\"invalid_cursor\"}")
        .then(200, page("two"))
        .then(200, page("three", "{\"id\":1}"));
    listen();
    uiExecutor.runNext();
    assertThat(targets().get(2)).contains("created_after=2999");
    assertThat(targets().get(3)).endsWith("after=two");
    assertThat(received).containsExactly("{\"id\":1}");
  }

  @Test
  void pollsOftenWhileUsedOrUpToAMinuteAfterAnEvent() {
    LiveEvents.PollInterval interval = new LiveEvents.PollInterval(ACTIVE, IDLE, MINUTE);
    assertThat(interval.next(true, LONG)).isEqualTo(ACTIVE);
    assertThat(interval.next(false, Duration.ofSeconds(59))).isEqualTo(ACTIVE);
    assertThat(interval.next(false, MINUTE)).isEqualTo(IDLE);
    assertThat(interval.next(false, LONG)).isEqualTo(IDLE);
  }
}
