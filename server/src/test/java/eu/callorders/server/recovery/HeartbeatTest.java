package eu.callorders.server.recovery;

import static eu.callorders.server.TestNode.await;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.TestNode;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Heartbeats of nodes with right and wrong clocks; the database's clock is right. */
class HeartbeatTest {
  private static final Duration FAR = Duration.ofDays(40);

  @AutoClose private final TestNode node = new TestNode();

  @Test
  void fastNodeDeletesNoLiveNodeAndWritesNoFutureTime() {
    UUID right = new UUID(0, 1);
    UUID ahead = new UUID(0, 2);
    beat(right, Instant.now());

    beat(ahead, Instant.now().plus(FAR));

    assertThat(ids()).containsExactly(right, ahead);
    assertThat(rows("SELECT FROM node WHERE greatest(started_at, last_seen_at) > now()")).isEmpty();
  }

  @Test
  void deletesNodeAfterAnHourWithoutHeartbeat() {
    UUID silent = new UUID(0, 1);
    UUID live = new UUID(0, 2);
    Instant now = Instant.now();
    beat(silent, now.minus(Duration.ofMinutes(61)));

    beat(live, now);

    assertThat(ids()).containsExactly(live);
  }

  @Test
  void slowNodeDeletesNoLiveNode() {
    UUID right = new UUID(0, 1);
    UUID behind = new UUID(0, 2);
    beat(right, Instant.now());

    beat(behind, Instant.now().minus(FAR));

    assertThat(ids()).containsExactly(right, behind);
  }

  private void beat(UUID id, Instant now) {
    new Heartbeat(node.database, id, InstantSource.fixed(now)).runOnce();
  }

  private List<UUID> ids() {
    return rows("SELECT id FROM node ORDER BY id").stream().map(row -> row.getUUID("id")).toList();
  }

  private List<Row> rows(String query) {
    return await(node.database.workers().query(query).execute()).stream().toList();
  }
}
