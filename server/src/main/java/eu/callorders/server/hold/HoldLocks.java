package eu.callorders.server.hold;

import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.hold.HoldNames;
import eu.callorders.server.database.Locks;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;

/**
 * Locks for placing and ending holds: all persons, then all phones, then claims, then dialing. A
 * dial holds its person's lock exclusively and shares the others, so it commits before the change
 * or sees it.
 */
public final class HoldLocks {
  private HoldLocks() {}

  /** Locks the names of holds of one tenant. Locks that the transaction holds cost nothing. */
  public static Future<Void> acquire(
      SqlConnection connection, UUID tenantId, Collection<HoldNames> holds) {
    Set<String> subjects = new HashSet<>();
    Set<String> phones = new HashSet<>();
    Set<String> claims = new HashSet<>();
    Set<String> dialing = new HashSet<>();
    for (HoldNames names : holds) {
      String reference = names.subjectReference();
      PhoneNumber phone = names.phone();
      if (reference != null) {
        subjects.add(Locks.subject(tenantId, reference));
      }
      if (phone != null) {
        phones.add(Locks.phone(tenantId, phone));
      }
      if (reference == null && phone == null) {
        if (names.claim() != null) {
          claims.add(Locks.claims(tenantId));
        } else {
          dialing.add(Locks.dialing()); // the names are erased
        }
      }
    }
    return acquire(connection, subjects)
        .compose(locked -> acquire(connection, phones))
        .compose(locked -> acquire(connection, claims))
        .compose(locked -> acquire(connection, dialing));
  }

  private static Future<Void> acquire(SqlConnection connection, Set<String> locks) {
    return locks.isEmpty() ? Future.succeededFuture() : Locks.acquire(connection, locks);
  }
}
