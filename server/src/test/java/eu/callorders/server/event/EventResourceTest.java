package eu.callorders.server.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import eu.callorders.core.event.EventType;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.problem.FieldError;
import eu.callorders.server.event.EventFixture.Page;
import eu.callorders.server.json.Json;
import eu.callorders.server.time.Timestamps;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class EventResourceTest {
  /** Events visited by one search. */
  private static final int SEARCH_LIMIT = 2_000;

  @AutoClose private final EventFixture fixture = new EventFixture(2, 2);

  @Test
  void pagesThroughTheFeedOldestFirst() {
    fixture.append(events(EventType.CALL_STARTED, 3));
    fixture.append(events(EventType.CALL_ENDED, 2));

    Page first = fixture.page("limit", "2");
    Page second = fixture.page("limit", "2", "after", first.next());
    Page third = fixture.page("limit", "2", "after", second.next());

    assertThat(first.types()).containsExactly("call.started", "call.started");
    assertThat(second.types()).containsExactly("call.started", "call.ended");
    assertThat(third.types()).containsExactly("call.ended");
    assertThat(List.of(first.hasMore(), second.hasMore(), third.hasMore()))
        .containsExactly(true, true, false);
    assertThat(Set.copyOf(concat(first, second, third))).hasSize(5);
  }

  @Test
  void fullLastPageHasNoMore() {
    fixture.append(events(EventType.CALL_STARTED, 2));
    assertThat(fixture.page("limit", "2").hasMore()).isFalse();
  }

  @Test
  void pollingContinuesFromTheCursorOfAnEmptyPage() {
    Page nothingYet = fixture.page();
    fixture.append(events(EventType.CALL_STARTED, 1));
    Page one = fixture.page("after", nothingYet.next());
    Page nothingMore = fixture.page("after", one.next());
    fixture.append(events(EventType.CALL_ENDED, 1));

    assertThat(nothingYet.ids()).isEmpty();
    assertThat(one.types()).containsExactly("call.started");
    assertThat(nothingMore.ids()).isEmpty();
    assertThat(fixture.page("after", nothingMore.next()).types()).containsExactly("call.ended");
  }

  @Test
  void cursorOfQuietFeedDoesNotExpire() {
    fixture.append(events(EventType.CALL_STARTED, 1));
    String cursor = fixture.page().next();
    for (int poll = 0; poll < 4; poll++) {
      fixture.move(Duration.ofDays(20));
      cursor = fixture.page("after", cursor).next();
    }
    fixture.append(events(EventType.CALL_ENDED, 1));
    assertThat(fixture.page("after", cursor).types()).containsExactly("call.ended");
  }

  @Test
  void readerAtTheEndIsUpToDateDespiteOldEvents() {
    fixture.append(events(EventType.CALL_STARTED, 1));
    fixture.move(Duration.ofDays(20));
    String all = fixture.page().next();
    String searched = fixture.page("event_types", "call.ended").next();
    fixture.move(Duration.ofDays(25));
    assertThat(fixture.page("after", all).ids()).isEmpty();
    assertThat(fixture.page("after", searched).ids()).isEmpty();
  }

  @Test
  void continuesAfterEventId() {
    fixture.append(events(EventType.CALL_STARTED, 3));
    List<String> ids = fixture.page().ids();
    assertThat(fixture.page("after", ids.get(1)).ids()).containsExactly(ids.get(2));
    assertThat(fixture.page("after", ids.get(2)).ids()).isEmpty();
  }

  @Test
  void returnsTheStoredBytes() {
    fixture.append(events(EventType.CALL_STARTED, 1));
    String written =
        fixture
            .database
            .asWorker(connection -> connection.query("SELECT envelope FROM event").execute())
            .await()
            .iterator()
            .next()
            .getString(0);
    String body = EventFixture.reply(fixture.listEvents(), fixture.tenant, Map.of()).text();
    assertThat(body).startsWith("{\"data\":[" + written + "],\"has_more\":false,");
  }

  @Test
  void filtersByExactTypesAndByResource() {
    for (EventType type : EventType.values()) {
      fixture.append(events(type, 1));
    }
    assertThat(types("event_types", "call.started")).containsExactly("call.started");
    assertThat(types("event_types", "suppression.*,call.answered,call.answered"))
        .containsExactly("call.answered", "suppression.created", "suppression.deleted");
    assertThat(types("event_types", "call.*"))
        .containsExactly(
            "call.started", "call.answered", "call.ended", "call.transcript_available");
    assertThat(types("event_types", "call_order.*", "limit", "100"))
        .hasSameSizeAs(EventType.matching("call_order.*"));
  }

  @Test
  void refusesUnknownTypesWithOneErrorEach() {
    assertThat(EventFilter.faults(Map.of("event_types", "call.started,call.sung,order.*")))
        .extracting(FieldError::pointer, FieldError::code)
        .containsExactly(tuple("/query/event_types", "enum"), tuple("/query/event_types", "enum"));
    for (String unknown : List.of("", "*", "call.", ".*", "call", "call*", "call.started,")) {
      assertThat(EventFilter.faults(Map.of("event_types", unknown))).as(unknown).hasSize(1);
    }
  }

  @Test
  void filtersByOrderAndEnrollment() {
    UUID order = fixture.newId();
    UUID otherOrder = fixture.newId();
    UUID enrollment = fixture.newId();
    RelatedResources both = RelatedResources.none().callOrder(order).enrollment(enrollment);
    fixture.append(
        fixture.event(EventType.ENROLLMENT_STARTED, RelatedResources.none().enrollment(enrollment)),
        fixture.event(EventType.CALL_ORDER_ACCEPTED, both),
        fixture.event(EventType.CALL_ORDER_ACCEPTED, RelatedResources.none().callOrder(otherOrder)),
        fixture.event(EventType.CALL_STARTED, both),
        fixture.event(EventType.CALL_ENDED, both));
    String orderId = IdKind.ORDER.format(order);
    String enrollmentId = IdKind.ENROLLMENT.format(enrollment);

    assertThat(types("call_order_id", orderId))
        .containsExactly("call_order.accepted", "call.started", "call.ended");
    assertThat(types("enrollment_id", enrollmentId))
        .containsExactly("enrollment.started", "call_order.accepted", "call.started", "call.ended");
    assertThat(types("call_order_id", orderId, "event_types", "call.*"))
        .containsExactly("call.started", "call.ended");
    assertThat(types("enrollment_id", enrollmentId, "event_types", "enrollment.*"))
        .containsExactly("enrollment.started");
    assertThat(types("call_order_id", orderId, "enrollment_id", enrollmentId)).hasSize(3);
    assertThat(
            types("call_order_id", IdKind.ORDER.format(otherOrder), "enrollment_id", enrollmentId))
        .isEmpty();

    Page first = fixture.page("call_order_id", orderId, "limit", "2");
    assertThat(first.hasMore()).isTrue();
    assertThat(types("call_order_id", orderId, "limit", "2", "after", first.next()))
        .containsExactly("call.ended");
  }

  @Test
  void unknownAndMalformedIdsGiveAnEmptyPage() {
    fixture.append(events(EventType.CALL_STARTED, 1));
    for (String id :
        List.of(IdKind.ORDER.format(fixture.newId()), "ord_1", "", "x", "evt_\u0000")) {
      Page page = fixture.page("call_order_id", id);
      assertThat(page.ids()).as(id).isEmpty();
      assertThat(page.hasMore()).isFalse();
      assertThat(fixture.page("after", page.next()).ids()).hasSize(1);
    }
    assertThat(types("enrollment_id", "enr_1")).isEmpty();
    assertThat(types("enrollment_id", IdKind.ENROLLMENT.format(fixture.newId()))).isEmpty();
  }

  @Test
  void createdAfterUsesTenantTime() {
    UUID ahead = fixture.newTenant(Duration.ofDays(400));
    Instant shifted = fixture.instant().plus(Duration.ofDays(400));
    for (int day = 0; day < 3; day++) {
      fixture.append(
          new NewEvent(
              ahead,
              EventType.CALL_STARTED,
              shifted.plus(Duration.ofDays(day)),
              RelatedResources.none(),
              null,
              Json.object().put("day", day)));
      fixture.move(Duration.ofDays(1));
    }

    assertThat(daysAfter(ahead, shifted.minusSeconds(1))).containsExactly(0, 1, 2);
    assertThat(daysAfter(ahead, shifted.plus(Duration.ofDays(1)))).containsExactly(1, 2);
    assertThat(daysAfter(ahead, shifted.plus(Duration.ofDays(1)).plusMillis(1))).containsExactly(2);
    assertThat(daysAfter(ahead, fixture.instant())).containsExactly(0, 1, 2);
  }

  @Test
  void createdAfterFindsEventsFromBeforeAClockAdvance() {
    fixture.append(events(EventType.CALL_STARTED, 1));
    Instant before = fixture.instant();
    fixture
        .database
        .asWorker(
            connection -> connection.query("UPDATE tenant SET clock_offset_ms = 1e9").execute())
        .await();
    fixture.move(Duration.ofDays(1));
    assertThat(types("created_after", Timestamps.format(before))).hasSize(1);
    assertThat(types("created_after", Timestamps.format(before.plusMillis(1)))).isEmpty();
  }

  @Test
  void emptySearchReturnsItsProgress() {
    fixture.append(events(EventType.CALL_STARTED, SEARCH_LIMIT + 1));
    fixture.append(events(EventType.CALL_ENDED, 1));

    Page first = fixture.page("event_types", "call.ended");
    assertThat(first.ids()).isEmpty();
    assertThat(first.hasMore()).isTrue();

    Page second = fixture.page("event_types", "call.ended", "after", first.next());
    assertThat(second.types()).containsExactly("call.ended");
    assertThat(second.hasMore()).isFalse();
  }

  @Test
  void searchEndingAtTheLastEventHasNoMore() {
    fixture.append(events(EventType.CALL_STARTED, SEARCH_LIMIT));
    assertThat(fixture.page("event_types", "call.ended").hasMore()).isFalse();
  }

  @Test
  void searchContinuesAfterVisitedEvents() {
    fixture.append(events(EventType.CALL_STARTED, 3));
    Page searched = fixture.page("event_types", "call.ended");
    assertThat(fixture.page("after", searched.next()).ids()).isEmpty();
  }

  @Test
  void searchReturnsEachMatchOnceForEveryLimit() {
    List<NewEvent> mixed = new ArrayList<>();
    mixed.addAll(List.of(events(EventType.CALL_STARTED, SEARCH_LIMIT + 1_000)));
    mixed.addAll(List.of(events(EventType.CALL_ENDED, 30)));
    Collections.shuffle(mixed, fixture.random);
    // The last event of the first search is a match.
    mixed.set(SEARCH_LIMIT - 1, mixed.stream().filter(EventResourceTest::ended).findFirst().get());
    fixture.append(mixed);
    long expected = mixed.stream().filter(EventResourceTest::ended).count();

    for (int limit : List.of(1, 7, 29, 100)) {
      List<String> found = new ArrayList<>();
      Page page = fixture.page("event_types", "call.ended", "limit", "" + limit);
      found.addAll(page.ids());
      while (page.hasMore()) {
        page = fixture.page("event_types", "call.ended", "limit", "" + limit, "after", page.next());
        found.addAll(page.ids());
      }
      assertThat(found).hasSize((int) expected).doesNotHaveDuplicates();
    }
  }

  private static boolean ended(NewEvent event) {
    return event.type() == EventType.CALL_ENDED;
  }

  private List<Integer> daysAfter(UUID tenant, Instant instant) {
    return EventFixture.page(
            fixture.listEvents(), tenant, "created_after", Timestamps.format(instant))
        .events()
        .stream()
        .map(event -> event.get("data").get("day").intValue())
        .toList();
  }

  private List<String> types(String... query) {
    return fixture.page(query).types();
  }

  private NewEvent[] events(EventType type, int count) {
    return Collections.nCopies(count, fixture.event(type, RelatedResources.none()))
        .toArray(NewEvent[]::new);
  }

  private static List<String> concat(Page... pages) {
    return List.of(pages).stream().flatMap(page -> page.ids().stream()).toList();
  }
}
