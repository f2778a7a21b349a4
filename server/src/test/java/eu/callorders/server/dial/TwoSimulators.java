package eu.callorders.server.dial;

import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.server.SettableClock;
import eu.callorders.server.recovery.Heartbeat;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/**
 * Two nodes on one database, each with a scripted gateway in place of its simulator. The first one
 * dials; the other one has watched the heartbeats long enough to act on them.
 */
final class TwoSimulators implements AutoCloseable {
  static final UUID DIALING = new UUID(0, 1);
  static final UUID WATCHING = new UUID(0, 2);
  static final int BATCH = 3;

  final ScriptedGateway gateway = new ScriptedGateway().losingRequests();
  final ScriptedGateway otherGateway = new ScriptedGateway();
  final DialFixture dialing = DialFixture.withSimulatorOf(DIALING, gateway);
  final DialFixture watching = dialing.anotherNode(WATCHING, otherGateway);
  final TestTenant tenant = dialing.tenant();
  final NodeLossWorker worker = watchful(watching);

  TwoSimulators() {
    dialing.monitor.runOnce();
    moveEra("- interval '1 day'");
    beat(DIALING);
    beat(WATCHING);
  }

  /** A worker that has observed heartbeats for as long as it needs. */
  static NodeLossWorker watchful(DialFixture node) {
    SettableClock clock = new SettableClock(Instant.now());
    NodeLossWorker worker = node.units.newNodeLossWorker(clock, BATCH);
    for (int round = 0; round < 3; round++) {
      worker.runOnce();
      clock.advance(Duration.ofSeconds(5));
    }
    return worker;
  }

  /** Moves the begin of the era, by its distance from now. */
  void moveEra(String distance) {
    try (Connection owner = dialing.testDatabase.owner().connect();
        Statement statement = owner.createStatement()) {
      statement.execute("UPDATE era SET begun_at = now() " + distance);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  /** A node is alive for the next hour. */
  void beat(UUID node) {
    new Heartbeat(dialing.database, node, DialFixture.REAL_TIME).runOnce();
    dialing.query(
        "UPDATE node SET last_seen_at = now() + interval '1 hour' WHERE id = $1 RETURNING id",
        node);
  }

  /** A node was last seen 21 seconds ago. */
  void loseNode(UUID node) {
    dialing.query(
        "UPDATE node SET last_seen_at = now() - interval '21 seconds' WHERE id = $1 RETURNING id",
        node);
  }

  /** The time in which calls may begin is over. */
  void passLatestStart() {
    dialing.query("UPDATE call_attempt SET not_after = now() - interval '1 second' RETURNING id");
  }

  /** Loses the dialing node. */
  void lose() {
    loseNode(DIALING);
    passLatestStart();
  }

  /** Rounds of the watching node until nothing is left; returns the number of calls. */
  int endLost() {
    int all = 0;
    int ended = worker.runOnce();
    while (ended > 0) {
      all += ended;
      ended = worker.runOnce();
    }
    watching.inboxProcessor.runOnce();
    return all;
  }

  /** An order whose only attempt the first node has requested. */
  PlacedOrder dialed() {
    PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).attempts(1).place();
    dialing.dialDue();
    return order;
  }

  PlacedOrder ringing() {
    PlacedOrder order = dialed();
    dialing.receive(
        new AttemptUpdate.EventReceived(new GatewayEvent.Ringing(gateway.header(order.attempt()))));
    return order;
  }

  PlacedOrder answered() {
    PlacedOrder order = dialed();
    dialing.receive(gateway.answered(order.attempt()));
    return order;
  }

  @Override
  public void close() {
    watching.close();
    dialing.close();
  }
}
