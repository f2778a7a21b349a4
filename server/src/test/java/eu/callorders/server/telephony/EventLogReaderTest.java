package eu.callorders.server.telephony;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.telephony.CancelResult;
import eu.callorders.core.telephony.Capabilities;
import eu.callorders.core.telephony.EventsResult;
import eu.callorders.core.telephony.GatewayHealth;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.core.telephony.QueryResult;
import eu.callorders.core.telephony.VoiceGateway;
import eu.callorders.server.TestNode;
import eu.callorders.server.dial.DialLoops;
import eu.callorders.server.dial.LogProgress;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The recorded progress in a gateway's log, which a recovery waits for. */
class EventLogReaderTest {
  private static final String NAME = "tested";
  private static final Instant KEPT_SINCE = Instant.parse("2026-11-01T00:00:00Z");

  @AutoClose private final TestNode node = new TestNode();
  private final LoggingGateway gateway = new LoggingGateway();
  private final EventLogReader reader =
      new EventLogReader(
          node.database,
          NAME,
          gateway,
          DialLoops.newInbox(node.vertx),
          new EventDeduplicator(),
          UUID.randomUUID());

  @Test
  void isCompleteAfterLaterEmptyPage() {
    Instant before = databaseTime();
    gateway.answer = empty("5f3a", KEPT_SINCE);
    reader.runOnce();
    Instant after = databaseTime();

    LogProgress reading = reading();
    assertThat(reading.isComplete(before, KEPT_SINCE)).isTrue();
    assertThat(reading.isComplete(after, KEPT_SINCE)).isFalse();
    assertThat(reading.isComplete(before, KEPT_SINCE.minusSeconds(1))).isFalse();
    assertThat(reading.isComplete(before, null)).isTrue();
  }

  @Test
  void isIncompleteWhileACallIsUnrecorded() {
    Instant before = databaseTime();
    gateway.answer = empty("5f3a", KEPT_SINCE);
    reader.runOnce();
    execute("INSERT INTO unknown_call (attempt_id, priority) VALUES (gen_random_uuid(), 1)");
    assertThat(reading().isComplete(before, null)).isFalse();

    execute("UPDATE unknown_call SET listed = true");
    assertThat(reading().isComplete(before, null)).isTrue();
  }

  @Test
  void isIncompleteWithAGap() {
    Instant before = databaseTime();
    gateway.answer = new EventsResult.CursorExpired();
    reader.runOnce();
    gateway.answer = empty("5f3a", KEPT_SINCE);
    reader.runOnce();

    assertThat(reading().isReplaced()).isFalse();
    assertThat(reading().isComplete(before, null)).isFalse();
  }

  @Test
  void isIncompleteWithAReplacedLog() {
    Instant before = databaseTime();
    gateway.answer = empty("5f3a", KEPT_SINCE);
    reader.runOnce();
    gateway.answer = empty("77aa", KEPT_SINCE);
    reader.runOnce();

    assertThat(reading().gap()).isTrue();
    assertThat(reading().isReplaced()).isTrue();
    assertThat(reading().isComplete(before, null)).isFalse();
  }

  @Test
  void unknownCursorMeansReplacedLog() {
    gateway.answer = new EventsResult.CursorUnknown();
    reader.runOnce();

    assertThat(reading().isReplaced()).isTrue();
  }

  private static EventsResult empty(String log, Instant keptSince) {
    return new EventsResult.EventPage(List.of(), log + "-1", log, keptSince);
  }

  private LogProgress reading() {
    return TestNode.await(node.database.asWorker(connection -> LogProgress.load(connection, NAME)))
        .orElseThrow();
  }

  private Instant databaseTime() {
    return TestNode.await(
            node.database.asWorker(
                connection -> connection.query("SELECT clock_timestamp()").execute()))
        .iterator()
        .next()
        .getOffsetDateTime(0)
        .toInstant();
  }

  private void execute(String statement) {
    TestNode.await(
        node.database.asWorker(connection -> connection.query(statement).execute().map(true)));
  }

  /** A gateway that has only a log. */
  private static final class LoggingGateway implements VoiceGateway {
    private EventsResult answer = new EventsResult.Unavailable("not set");

    @Override
    public CompletionStage<EventsResult> events(String after) {
      return CompletableFuture.completedStage(answer);
    }

    @Override
    public Capabilities capabilities() {
      return new Capabilities(true, true, true, true, true);
    }

    @Override
    public CompletionStage<PlaceResult> place(PlaceCall call) {
      throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<CancelResult> cancel(UUID attemptId, String gatewayRef) {
      throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<QueryResult> query(UUID attemptId, String gatewayRef) {
      throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<Boolean> erase(UUID attemptId) {
      throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<GatewayHealth> health() {
      throw new UnsupportedOperationException();
    }
  }
}
