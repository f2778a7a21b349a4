package eu.callorders.server.event;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.event.EventType;
import eu.callorders.core.id.IdKind;
import eu.callorders.server.event.EventFixture.Page;
import eu.callorders.server.json.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Pages of large events, limited by bytes. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FeedBytesTest {
  private static final int EVENTS = 20;
  private static final int LARGE = 300_000;

  /** 13 events of 300 KB fit into 4 MiB; the fourteenth ends the page, and one more may be read. */
  private static final int MAX_READ = 15;

  @AutoClose private final EventFixture fixture = new EventFixture(41, 1);
  private final UUID order = fixture.newId();
  private final UUID enrollment = fixture.newId();
  private final RelatedResources related =
      RelatedResources.none().callOrder(order).enrollment(enrollment);

  /** Ways to read the feed, each with its own statement. */
  enum FeedKind {
    ALL,
    OF_CALL_ORDER,
    OF_ENROLLMENT,
    SEARCH
  }

  @BeforeAll
  void append() {
    List<NewEvent> events = new ArrayList<>();
    for (int number = 0; number < EVENTS; number++) {
      events.add(fixture.event(EventType.CALL_STARTED, related, data(number, LARGE)));
    }
    events.add(fixture.event(EventType.CALL_ANSWERED, RelatedResources.none()));
    fixture.append(events);
  }

  @ParameterizedTest
  @EnumSource
  void readsNoMoreEnvelopesThanAPageHolds(FeedKind kind) {
    List<FeedRow> rows =
        fixture
            .database
            .asTenant(
                fixture.tenant,
                connection ->
                    FeedStore.read(
                        connection, fixture.tenant, filter(kind), FeedPosition.START, 101))
            .await();

    assertThat(rows).hasSize(MAX_READ);
  }

  @ParameterizedTest
  @EnumSource
  void pagesThroughTheWholeFeed(FeedKind kind) {
    List<String> query = new ArrayList<>(query(kind));
    Page page = fixture.page(query.toArray(String[]::new));
    assertThat(page.ids()).hasSize(13);
    List<JsonNode> seen = new ArrayList<>(page.events());
    while (page.hasMore()) {
      query.addAll(List.of("after", page.next()));
      page = fixture.page(query.toArray(String[]::new));
      seen.addAll(page.events());
    }

    assertThat(seen)
        .filteredOn(event -> event.path("type").asText().equals("call.started"))
        .extracting(event -> event.at("/data/number").intValue())
        .containsExactlyElementsOf(IntStream.range(0, EVENTS).boxed().toList());
    assertThat(seen).hasSize(kind == FeedKind.ALL ? EVENTS + 1 : EVENTS);
  }

  @Test
  void returnsOversizedEventAlone() {
    UUID tenant = fixture.newTenant(Duration.ZERO);
    List<NewEvent> events = new ArrayList<>();
    for (int size : List.of(5 << 20, 10, 10, 5 << 20)) {
      JsonNode data = data(events.size(), size);
      events.add(
          new NewEvent(
              tenant,
              EventType.CALL_STARTED,
              fixture.instant(),
              RelatedResources.none(),
              null,
              data));
    }
    fixture.append(events);

    Page first = EventFixture.page(fixture.listEvents(), tenant);
    assertThat(first.ids()).hasSize(1);
    assertThat(first.hasMore()).isTrue();
    Page second = EventFixture.page(fixture.listEvents(), tenant, "after", first.next());
    assertThat(second.ids()).hasSize(2);
    assertThat(second.hasMore()).isTrue();
    Page third = EventFixture.page(fixture.listEvents(), tenant, "after", second.next());
    assertThat(third.ids()).hasSize(1);
    assertThat(third.hasMore()).isFalse();
  }

  private EventFilter filter(FeedKind kind) {
    return switch (kind) {
      case ALL -> EventFilter.ALL;
      case OF_CALL_ORDER -> new EventFilter(null, null, order, null);
      case OF_ENROLLMENT -> new EventFilter(null, null, null, enrollment);
      case SEARCH -> new EventFilter(Set.of(EventType.CALL_STARTED), null, null, null);
    };
  }

  private List<String> query(FeedKind kind) {
    List<String> filter =
        switch (kind) {
          case ALL -> List.of();
          case OF_CALL_ORDER -> List.of("call_order_id", IdKind.ORDER.format(order));
          case OF_ENROLLMENT -> List.of("enrollment_id", IdKind.ENROLLMENT.format(enrollment));
          case SEARCH -> List.of("event_types", "call.started");
        };
    List<String> query = new ArrayList<>(List.of("limit", "100"));
    query.addAll(filter);
    return query;
  }

  private static JsonNode data(int number, int bytes) {
    return Json.object().put("number", number).put("text", "x".repeat(bytes));
  }
}
