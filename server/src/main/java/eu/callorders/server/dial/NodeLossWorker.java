package eu.callorders.server.dial;

import eu.callorders.core.dial.NodeLossDecider;
import eu.callorders.server.call.SimulatedCallStore;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.Database;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends calls of built-in simulators whose nodes are gone: their outcome is unknown, and no report
 * will come. Takes over each call before, so that a node that returns changes it no more.
 */
public final class NodeLossWorker {
  private static final Logger LOG = LoggerFactory.getLogger(NodeLossWorker.class);
  private static final int BATCH = 200;

  private final Database database;
  private final UUID node;
  private final GatewayInbox inbox;
  private final InboxProcessor processor;
  private final InstantSource realTime;
  private final int batch;
  private final NodeLossDecider decider = new NodeLossDecider();

  /**
   * @param node this node
   * @param processor stores the ends at the stop, when no loop does
   */
  public NodeLossWorker(
      Database database,
      UUID node,
      GatewayInbox inbox,
      InboxProcessor processor,
      InstantSource realTime) {
    this(database, node, inbox, processor, realTime, BATCH);
  }

  NodeLossWorker(
      Database database,
      UUID node,
      GatewayInbox inbox,
      InboxProcessor processor,
      InstantSource realTime,
      int batch) {
    this.database = database;
    this.node = node;
    this.inbox = inbox;
    this.processor = processor;
    this.realTime = realTime;
    this.batch = batch;
  }

  /** Ends up to a batch of calls of lost nodes; returns their number. */
  public int runOnce() {
    List<UUID> lost =
        database.inWorker(
            connection ->
                decider.mayEndCalls(realTime.instant())
                    ? BoundedWait.await(SimulatedCallStore.claimLost(connection, node, batch))
                    : List.of());
    if (!lost.isEmpty()) {
      LOG.warn("ending {} simulated calls of lost nodes", lost.size());
      end(lost);
    }
    return lost.size();
  }

  /**
   * Ends the calls of this node, once its loops have ended. Another node ends what is left. Blocks.
   */
  public void endOwn() {
    try {
      List<UUID> before = List.of();
      List<UUID> open = ofThisNode();
      while (!open.isEmpty() && !open.equals(before)) {
        LOG.info("ending {} simulated calls with this node", open.size());
        end(open);
        while (processor.runOnce().updates() > 0) {
          // all that is queued
        }
        before = open;
        open = ofThisNode();
      }
    } catch (Exception e) { // awaiting throws undeclared checked exceptions
      LOG.warn("simulated calls are left to other nodes", e);
    }
  }

  private List<UUID> ofThisNode() {
    return database.inWorker(
        connection -> BoundedWait.await(SimulatedCallStore.ofNode(connection, node, batch)));
  }

  private void end(List<UUID> attempts) {
    List<AttemptUpdate> updates = new ArrayList<>();
    for (UUID attempt : attempts) {
      updates.add(new AttemptUpdate.Lost(attempt));
      updates.add(new AttemptUpdate.ReportOverdue(attempt));
    }
    inbox.add(updates, () -> {});
  }
}
