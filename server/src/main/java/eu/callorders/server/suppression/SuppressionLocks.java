package eu.callorders.server.suppression;

import eu.callorders.core.call.PhoneNumber;
import eu.callorders.server.database.Locks;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/**
 * Locks for writing a do-not-call entry. Dials and acceptances lock the same subject exclusively
 * and the same phones shared, so each of them commits before the entry or sees it.
 */
public final class SuppressionLocks {
  private SuppressionLocks() {}

  /** Locks the subject and the phone of an entry, in this order. */
  public static Future<Void> acquire(SqlConnection connection, Suppression entry) {
    String reference = entry.subjectReference();
    Future<Void> subject =
        reference == null
            ? Future.succeededFuture()
            : Locks.acquire(connection, Set.of(Locks.subject(entry.tenantId(), reference)));
    return subject.compose(locked -> acquirePhones(connection, Set.of(entry)));
  }

  /** Locks the phones of entries; the transaction holds the subjects' locks. */
  public static Future<Void> acquirePhones(
      SqlConnection connection, Collection<Suppression> entries) {
    Set<String> locks = new HashSet<>();
    for (Suppression entry : entries) {
      PhoneNumber phone = entry.phone();
      if (phone != null) {
        locks.add(Locks.phone(entry.tenantId(), phone));
      }
    }
    return locks.isEmpty() ? Future.succeededFuture() : Locks.acquire(connection, locks);
  }
}
