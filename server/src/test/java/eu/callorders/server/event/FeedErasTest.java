package eu.callorders.server.event;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.event.EventType;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.server.Await;
import eu.callorders.server.http.Reply;
import eu.callorders.server.json.Json;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Reading the feed across eras, and from positions that a restore has lost. */
class FeedErasTest {
  private static final String NEW_ERA =
      """
      INSERT INTO era
        (number, id, started, db, file, sysid, timeline, begun_at, known_until, why)
      SELECT number + 1, $1, started, db, file, sysid, timeline, $2, $3, 'test'
        FROM era
       ORDER BY number DESC
       LIMIT 1
      """;

  @AutoClose private final EventFixture fixture = new EventFixture(8, 2);

  @Test
  void showsOlderEraFirstDespiteHigherTransactionIds() {
    String last = append();
    sql("UPDATE event SET xid = '1099511627776'"); // 2^40: higher than on the new server
    beginEra(Duration.ZERO);
    String newEvent = append();

    assertThat(fixture.page().ids()).containsExactly(last, newEvent);
    assertThat(fixture.page("after", last).ids()).containsExactly(newEvent);
  }

  @Test
  void continuesAfterEventOfOlderEra() {
    append();
    String cursor = fixture.page().next();
    beginEra(Duration.ZERO);
    String newEvent = append();

    Reply reply = read(cursor);

    assertThat(ids(reply)).containsExactly(newEvent);
    assertThat(reply.headers()).doesNotContainKey("Feed-Rewound");
  }

  @Test
  void continuesAfterLostEvent() {
    append();
    String lost = append();
    String cursor = fixture.page().next();
    beginEra(Duration.ZERO);
    delete(lost);
    String newEvent = append();

    Reply reply = read(cursor);

    assertThat(ids(reply)).containsExactly(newEvent);
    assertThat(reply.headers()).containsEntry("Feed-Rewound", "true");
  }

  @Test
  void reportsRewindOnce() {
    append();
    String lost = append();
    String cursor = fixture.page().next();
    beginEra(Duration.ZERO);
    delete(lost);

    String next = Json.parse(read(cursor).text()).get("next_cursor").textValue();

    assertThat(read(next).headers()).doesNotContainKey("Feed-Rewound");
  }

  @Test
  void continuesAtNewEraWhenTheCursorsEraIsLost() {
    append();
    fixture.move(Duration.ofMinutes(30)); // era 0 began when the test did
    UUID lostEra = beginEra(Duration.ZERO);
    String lost = append();
    String cursor = fixture.page().next();
    delete(lost);
    sql("DELETE FROM era WHERE id = '" + lostEra + "'");
    fixture.move(Duration.ofMinutes(30));
    beginEra(Duration.ofMinutes(30));
    String newEvent = append();

    Reply reply = read(cursor);

    assertThat(ids(reply)).containsExactly(newEvent);
    assertThat(reply.headers()).containsEntry("Feed-Rewound", "true");
  }

  @Test
  void continuesTenMinutesBeforeLostEventId() {
    String kept = append();
    fixture.move(Duration.ofMinutes(5));
    String lost = append();
    fixture.move(Duration.ofMinutes(30));
    beginEra(Duration.ofMinutes(35));
    delete(lost);

    Reply reply = read(lost);

    assertThat(ids(reply)).containsExactly(kept);
    assertThat(reply.headers()).containsEntry("Feed-Rewound", "true");
  }

  @Test
  void refusesAnUnknownEventIdOutsideALostSpan() {
    append();
    beginEra(Duration.ZERO);
    fixture.move(Duration.ofMinutes(30));

    String unknown = IdKind.EVENT.format(fixture.newId());

    assertThat(fixture.problem("after", unknown).code()).isEqualTo(ProblemCode.INVALID_CURSOR);
  }

  /** A transaction of another test on the same server may hold back the feed. */
  private String append() {
    int before = shown().size();
    fixture.append(fixture.event(EventType.CALL_ORDER_ACCEPTED, RelatedResources.none()));
    return Await.until("the event is shown", this::shown, ids -> ids.size() > before).getLast();
  }

  private List<String> shown() {
    return fixture.page("limit", "200").ids();
  }

  /** Begins an era whose known time ended that long ago. */
  private UUID beginEra(Duration lost) {
    UUID id = UUID.randomUUID();
    fixture
        .database
        .asWorker(
            connection ->
                connection
                    .preparedQuery(NEW_ERA)
                    .execute(
                        Tuple.of(
                            id,
                            fixture.instant().atOffset(java.time.ZoneOffset.UTC),
                            fixture.instant().minus(lost).atOffset(java.time.ZoneOffset.UTC))))
        .await();
    return id;
  }

  private void delete(String event) {
    sql("DELETE FROM event WHERE id = '" + IdKind.EVENT.parse(event).orElseThrow() + "'");
  }

  /** Runs as the owner, who may delete eras. */
  private void sql(String statement) {
    try (var connection = fixture.testDatabase.owner().connect();
        var prepared = connection.createStatement()) {
      prepared.execute("SET app.worker = on");
      prepared.execute(statement);
    } catch (java.sql.SQLException e) {
      throw new AssertionError(statement, e);
    }
  }

  private Reply read(String after) {
    return EventFixture.reply(
        fixture.listEvents(), fixture.tenant, Map.of(), "after", after, "limit", "200");
  }

  private static List<String> ids(Reply reply) {
    return new EventFixture.Page(Json.parse(reply.text())).ids();
  }
}
