package eu.callorders.server.suppression;

import eu.callorders.server.database.Locks;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/**
 * The locks under which a do-not-call entry is written. Dials and acceptances hold the same person
 * exclusively and the same numbers shared, so each of them either commits before the entry or sees
 * it.
 */
public final class SuppressionLocks {
  private SuppressionLocks() {}

  /** Locks the person and the number of an entry, in this order. */
  public static Future<Void> acquire(SqlConnection connection, Suppression entry) {
    String reference = entry.subjectReference();
    Future<Void> person =
        reference == null
            ? Future.succeededFuture()
            : Locks.take(connection, Set.of(Locks.person(entry.tenantId(), reference)));
    return person.compose(locked -> acquirePhones(connection, Set.of(entry)));
  }

  /** Locks the numbers of entries whose persons the transaction has locked. */
  public static Future<Void> acquirePhones(
      SqlConnection connection, Collection<Suppression> entries) {
    Set<String> locks = new HashSet<>();
    for (Suppression entry : entries) {
      String phone = entry.phone();
      if (phone != null) {
        locks.add(Locks.number(entry.tenantId(), phone));
      }
    }
    return locks.isEmpty() ? Future.succeededFuture() : Locks.take(connection, locks);
  }
}
