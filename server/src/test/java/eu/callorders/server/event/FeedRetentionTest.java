package eu.callorders.server.event;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.event.EventType;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.server.event.EventFixture.Page;
import eu.callorders.server.http.Reply;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Invalid cursors and event ids, and events past retention. */
class FeedRetentionTest {
  private static final Duration RETENTION = Duration.ofDays(30);

  @AutoClose private final EventFixture fixture = new EventFixture(3, 2);

  @Test
  void refusesACursorOfAnotherTenant() {
    UUID other = fixture.newTenant(Duration.ZERO);
    String cursor = EventFixture.page(fixture.listEvents(), other).next();
    assertInvalidCursor(fixture.problem("after", cursor));
  }

  @Test
  void refusesAnAlteredCursor() {
    String cursor = fixture.page().next();
    for (String altered :
        List.of("1" + cursor, cursor + "1", "A" + cursor.substring(1, 9), "", "x", "\u0000")) {
      assertInvalidCursor(fixture.problem("after", altered));
    }
  }

  @Test
  void refusesUnknownAndForeignEventIds() {
    UUID other = fixture.newTenant(Duration.ZERO);
    fixture.append(event());
    String id = fixture.page().ids().getFirst();

    assertInvalidCursor(EventFixture.problem(fixture.listEvents(), other, "after", id));
    assertInvalidCursor(fixture.problem("after", IdKind.EVENT.format(fixture.newId())));
    assertInvalidCursor(fixture.problem("after", IdKind.EVENT.format(new UUID(-1, -1))));
    assertInvalidCursor(fixture.problem("after", "evt_1"));
  }

  @Test
  void refusesAnEventIdPastRetention() {
    fixture.append(event());
    String id = fixture.page().ids().getFirst();
    fixture.move(RETENTION);
    assertThat(fixture.page("after", id).ids()).isEmpty();
    fixture.move(Duration.ofMillis(1));
    assertInvalidCursor(fixture.problem("after", id));
  }

  @Test
  void refusesACursorPastRetention() {
    fixture.append(event(), event());
    String middle = fixture.page("limit", "1").next();
    String end = fixture.page("limit", "2").next();
    fixture.move(RETENTION.plusHours(2));
    assertInvalidCursor(fixture.problem("after", middle));
    assertInvalidCursor(fixture.problem("after", end));
  }

  @Test
  void readerAtTheOldestEventHasTimeToContinue() {
    fixture.append(event(), event());
    fixture.move(RETENTION.minusSeconds(1));
    Page first = fixture.page("limit", "1");
    fixture.move(Duration.ofMinutes(1));
    assertThat(fixture.page("after", first.next()).ids()).hasSize(1);
  }

  @Test
  void startsAtTheOldestVisibleEvent() {
    fixture.append(event());
    fixture.move(Duration.ofHours(12));
    fixture.append(event());
    fixture.move(Duration.ofDays(29));
    assertThat(fixture.page().ids()).hasSize(2);
    fixture.move(Duration.ofHours(13));
    assertThat(fixture.page().ids()).hasSize(1);
    assertThat(fixture.page("event_types", "call.*").ids()).hasSize(1);
    assertThat(fixture.page("created_after", "2020-01-01T00:00:00Z").ids()).hasSize(1);
    fixture.move(Duration.ofHours(12));
    assertThat(fixture.page().ids()).isEmpty();
  }

  @Test
  void returnsEventWhileItIsVisible() {
    fixture.append(event());
    Page page = fixture.page();
    String id = page.ids().getFirst();

    assertThat(get(fixture.tenant, id).text()).isEqualTo(page.events().getFirst().toString());
    fixture.move(RETENTION);
    assertThat(get(fixture.tenant, id).status()).isEqualTo(200);
    fixture.move(Duration.ofMillis(1));
    assertNotFound(get(fixture.tenant, id));
  }

  @Test
  void unknownForeignAndMalformedIdsAreNotFound() {
    fixture.append(event());
    String id = fixture.page().ids().getFirst();
    UUID other = fixture.newTenant(Duration.ZERO);
    assertNotFound(get(other, id));
    assertNotFound(get(fixture.tenant, IdKind.EVENT.format(fixture.newId())));
    assertNotFound(get(fixture.tenant, IdKind.EVENT.format(new UUID(-1, -1))));
    assertNotFound(get(fixture.tenant, id.replace("evt_", "ord_")));
    assertNotFound(get(fixture.tenant, "evt_\u0000"));
  }

  private Reply get(UUID tenant, String id) {
    return EventFixture.reply(fixture.getEvent(), tenant, Map.of("event_id", id));
  }

  private NewEvent event() {
    return fixture.event(EventType.CALL_STARTED, RelatedResources.none());
  }

  private static void assertNotFound(Reply reply) {
    assertThat(reply.problem()).isEqualTo(Problem.notFound());
  }

  private static void assertInvalidCursor(Problem problem) {
    assertThat(problem.code()).isEqualTo(ProblemCode.INVALID_CURSOR);
    assertThat(problem.errors().getFirst().pointer()).isEqualTo("/query/after");
  }
}
