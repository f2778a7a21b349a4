package eu.callorders.server.database;

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
 * Works on claimed things, a batch to a transaction. When a batch fails and would fail again, each
 * of them is worked on alone: one that cannot be worked on must not stop all the others. That one
 * is left aside until the node starts again, with an alert.
 */
public final class ClaimedBatches {
  private static final Logger LOG = LoggerFactory.getLogger(ClaimedBatches.class);
  private static final int MOST_ASIDE = 1_000;

  private final Database database;
  private final String kind;
  private final ClaimOfOne one;
  private final Set<UUID> aside = new LinkedHashSet<>();

  /**
   * @param kind what is claimed, in the singular
   */
  public ClaimedBatches(Database database, String kind, ClaimOfOne one) {
    this.database = database;
    this.kind = kind;
    this.one = one;
  }

  /** Finds and claims, but none of those left aside. */
  public interface Claim {
    List<UUID> found(SqlConnection connection, UUID[] aside);
  }

  /** Claims one, whatever it waits for; false when somebody else has its lock. */
  public interface ClaimOfOne {
    boolean claim(SqlConnection connection, UUID id);
  }

  /** Works on what is claimed. */
  public interface Work<T> {
    T on(SqlConnection connection, List<UUID> claimed);
  }

  /**
   * Works on one batch.
   *
   * @return what came of it: nothing when there was nothing to claim, several when they had to be
   *     worked on alone
   */
  public <T> List<T> run(Claim claim, Work<T> work) {
    List<UUID> claimed = new ArrayList<>();
    try {
      return database
          .inWorker(
              connection -> {
                claimed.addAll(claim.found(connection, aside.toArray(UUID[]::new)));
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
      LOG.warn("{} of kind {} could not be worked on together", claimed.size(), kind, together);
      return claimed.stream().flatMap(id -> alone(id, work).stream()).toList();
    }
  }

  private <T> Optional<T> alone(UUID id, Work<T> work) {
    try {
      return database.inWorker(
          connection ->
              one.claim(connection, id)
                  ? Optional.of(work.on(connection, List.of(id)))
                  : Optional.empty());
    } catch (Exception alone) {
      if (Outage.is(alone)) {
        throw alone;
      }
      LOG.error("{} {} cannot be worked on and is left aside", kind, id, alone);
      leaveAside(id);
      return Optional.empty();
    }
  }

  private void leaveAside(UUID id) {
    if (aside.size() >= MOST_ASIDE) {
      aside.remove(aside.iterator().next());
    }
    aside.add(id);
  }
}
