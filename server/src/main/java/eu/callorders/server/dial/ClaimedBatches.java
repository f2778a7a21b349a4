package eu.callorders.server.dial;

import eu.callorders.server.database.Database;
import eu.callorders.server.database.Outage;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Works on claimed orders, a batch to a transaction. When a batch fails and would fail again, each
 * of its orders is worked on alone: one that cannot be worked on must not stop all the others. That
 * one is left aside until the node starts again, with an alert.
 */
final class ClaimedBatches {
  private static final Logger LOG = LoggerFactory.getLogger(ClaimedBatches.class);
  private static final int MOST_ASIDE = 1_000;

  private final Database database;
  private final Set<UUID> aside = new LinkedHashSet<>();

  ClaimedBatches(Database database) {
    this.database = database;
  }

  /** Finds and claims orders, but none of those left aside. */
  interface Claim {
    List<UUID> orders(SqlConnection connection, UUID[] aside);
  }

  /** Works on claimed orders. */
  interface Work<T> {
    T on(SqlConnection connection, List<UUID> claimed);
  }

  /**
   * Works on one batch.
   *
   * @return what came of it: nothing when there was nothing to claim, several when its orders had
   *     to be worked on alone
   */
  <T> List<T> run(Claim claim, Work<T> work) {
    List<UUID> claimed = new ArrayList<>();
    try {
      return database
          .inWorker(
              connection -> {
                claimed.addAll(claim.orders(connection, aside.toArray(UUID[]::new)));
                return claimed.isEmpty()
                    ? Optional.<T>empty()
                    : Optional.of(work.on(connection, claimed));
              })
          .stream()
          .toList();
    } catch (Exception together) {
      if (Outage.is(together) || claimed.isEmpty()) {
        throw together;
      }
      LOG.warn("{} orders could not be worked on together", claimed.size(), together);
      return claimed.stream().flatMap(id -> alone(id, work).stream()).toList();
    }
  }

  private <T> Optional<T> alone(UUID orderId, Work<T> work) {
    try {
      return database.inWorker(
          connection ->
              DialClaim.one(connection, orderId).await()
                  ? Optional.of(work.on(connection, List.of(orderId)))
                  : Optional.empty());
    } catch (Exception alone) {
      if (Outage.is(alone)) {
        throw alone;
      }
      LOG.error("order {} cannot be worked on and is left aside", orderId, alone);
      leaveAside(orderId);
      return Optional.empty();
    }
  }

  private void leaveAside(UUID orderId) {
    if (aside.size() >= MOST_ASIDE) {
      aside.remove(aside.iterator().next());
    }
    aside.add(orderId);
  }
}
