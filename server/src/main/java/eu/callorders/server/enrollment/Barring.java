package eu.callorders.server.enrollment;

import eu.callorders.core.order.NextAttempt;
import eu.callorders.core.order.OrderCommand;
import eu.callorders.core.order.OrderState;
import eu.callorders.core.order.StopReason;
import eu.callorders.core.sequence.Fact;
import eu.callorders.server.database.Locks;
import eu.callorders.server.order.CallOrder;
import eu.callorders.server.order.OrderBook;
import eu.callorders.server.order.OrderChange;
import eu.callorders.server.order.OrderStore;
import eu.callorders.server.order.Situation;
import eu.callorders.server.order.Situations;
import eu.callorders.server.suppression.Suppression;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * What new do-not-call entries end. Orders that wait and have nobody left to dial are canceled, and
 * a call that rings where nobody may be called any more is to be stopped; a conversation goes on.
 * Enrollments of the person end, and those that hold the number, with the orders they have open.
 */
public final class Barring {
  /** The persons who hold a number are looked for up to this many; see {@link #lock}. */
  static final int MOST_PERSONS = 1_000;

  private static final int ROUNDS = 5;

  static final String HOLDERS =
      """
      SELECT holder.subject_reference
        FROM (SELECT o.subject_reference
                FROM call_order_phone p
                JOIN call_order o ON o.id = p.order_id
               WHERE p.tenant_id = $1 AND p.phone = $2
               UNION
              SELECT e.subject_reference
                FROM enrollment_phone p
                JOIN enrollment e ON e.id = p.enrollment_id
               WHERE p.tenant_id = $1 AND p.phone = $2) AS holder
       ORDER BY holder.subject_reference
       LIMIT $3
      """;

  static final String UNDER_WAY =
      """
      SELECT o.id
        FROM call_order o
       WHERE o.tenant_id = $1
         AND o.subject_reference = $2
         AND o.status IN ('accepted', 'scheduled', 'dialing', 'in_progress')
       UNION
      SELECT o.id
        FROM call_order_phone p
        JOIN call_order o ON o.id = p.order_id
       WHERE p.tenant_id = $1
         AND p.phone = $3
         AND o.subject_reference = ANY ($4)
       ORDER BY 1
      """;

  static final String ENROLLED =
      """
      SELECT e.id
        FROM enrollment e
       WHERE e.tenant_id = $1
         AND e.subject_reference = $2
         AND e.status IN ('active', 'paused')
       UNION
      SELECT e.id
        FROM enrollment_phone p
        JOIN enrollment e ON e.id = p.enrollment_id
       WHERE p.tenant_id = $1
         AND p.phone = $3
         AND e.subject_reference = ANY ($4)
       ORDER BY 1
      """;

  private static final String BEFORE_LOCKS = "SAVEPOINT before_locks";
  private static final String GIVE_BACK = "ROLLBACK TO SAVEPOINT before_locks";
  private static final String KEEP = "RELEASE SAVEPOINT before_locks";
  private static final OrderCommand STOP = new OrderCommand.Stop(StopReason.SUPPRESSED);

  private final OrderStore orders;
  private final OrderBook book;
  private final Situations situations;
  private final EnrollmentStore enrollments;
  private final EnrollmentBook enrollmentBook;

  public Barring(
      OrderStore orders,
      OrderBook book,
      Situations situations,
      EnrollmentStore enrollments,
      EnrollmentBook enrollmentBook) {
    this.orders = orders;
    this.book = book;
    this.situations = situations;
    this.enrollments = enrollments;
    this.enrollmentBook = enrollmentBook;
  }

  /** Whom an entry concerns; who they are can change until the entry's number is locked. */
  public Future<Concerned> concerned(SqlConnection connection, Suppression entry) {
    Set<String> references = new HashSet<>();
    if (entry.subjectReference() != null) {
      references.add(entry.subjectReference());
    }
    if (entry.phone() == null) {
      return Future.succeededFuture(new Concerned(entry.tenantId(), references));
    }
    return connection
        .preparedQuery(HOLDERS)
        .execute(Tuple.of(entry.tenantId(), entry.phone(), MOST_PERSONS))
        .map(
            rows -> {
              rows.forEach(row -> references.add(row.getString(0)));
              return new Concerned(entry.tenantId(), references);
            });
  }

  /**
   * Locks everybody whom an entry concerns, then its number. Persons come before numbers, but only
   * under the number's lock it is certain who they are. Who has come in meanwhile is locked when
   * nobody else has that lock; else the locks are given back, and all is tried again, a few times
   * at most. Nothing may have been written before.
   *
   * @return those who are locked now
   */
  public Future<Concerned> lock(SqlConnection connection, Suppression entry) {
    return connection
        .query(BEFORE_LOCKS)
        .execute()
        .compose(ready -> concerned(connection, entry))
        .compose(concerned -> lock(connection, entry, concerned, ROUNDS))
        .compose(locked -> connection.query(KEEP).execute().map(locked));
  }

  private Future<Concerned> lock(
      SqlConnection connection, Suppression entry, Concerned expected, int rounds) {
    return Locks.take(connection, expected.locks())
        .compose(locked -> lockNumbers(connection, List.of(entry)))
        .compose(locked -> concerned(connection, entry))
        .compose(
            found ->
                tryTakeMore(connection, expected, found)
                    .compose(
                        locked ->
                            rounds == 1 || locked.equals(found)
                                ? Future.succeededFuture(locked)
                                : again(connection, entry, found, rounds - 1)));
  }

  private Future<Concerned> again(
      SqlConnection connection, Suppression entry, Concerned found, int rounds) {
    return connection
        .query(GIVE_BACK)
        .execute()
        .compose(givenBack -> lock(connection, entry, found, rounds));
  }

  /** Those who were found and are locked, as far as nobody has to wait for it. */
  private static Future<Concerned> tryTakeMore(
      SqlConnection connection, Concerned expected, Concerned found) {
    if (expected.references().containsAll(found.references())) {
      return Future.succeededFuture(found);
    }
    return Locks.tryTake(connection, found.locks()).map(found::lockedBy);
  }

  /** Nobody may be about to dial a number that is barred now, or to take in an order with it. */
  public static Future<Void> lockNumbers(
      SqlConnection connection, Collection<Suppression> entries) {
    Set<String> locks = new HashSet<>();
    for (Suppression entry : entries) {
      if (entry.phone() != null) {
        locks.add(Locks.number(entry.tenantId(), entry.phone()));
      }
    }
    return locks.isEmpty() ? Future.succeededFuture() : Locks.take(connection, locks);
  }

  /**
   * Changes the orders and enrollments that a written entry concerns. The caller holds the locks
   * and has everything saved.
   *
   * @param affected what the transaction has opened already; those of it that are concerned are
   *     changed too, and further ones are added
   */
  public Future<Void> enforce(
      SqlConnection connection, Suppression entry, Concerned concerned, Affected affected) {
    return concerned(connection, UNDER_WAY, entry, concerned, affected.orderIds())
        .compose(ids -> orders.load(connection, ids))
        .compose(others -> enforce(connection, entry, affected, others))
        .compose(
            done -> concerned(connection, ENROLLED, entry, concerned, affected.enrollmentIds()))
        .compose(ids -> enrollments.load(connection, ids))
        .map(enrolled -> exit(enrolled, entry, affected));
  }

  /** Saves all that has been changed. */
  public Future<Void> save(SqlConnection connection, Affected affected) {
    return enrollmentBook.save(connection, affected.enrollments(), affected.orders());
  }

  private static Future<List<UUID>> concerned(
      SqlConnection connection,
      String statement,
      Suppression entry,
      Concerned concerned,
      Set<UUID> known) {
    return connection
        .preparedQuery(statement)
        .execute(
            Tuple.of(entry.tenantId(), entry.subjectReference(), entry.phone())
                .addArrayOfString(concerned.references().toArray(String[]::new)))
        .map(
            rows ->
                rows.stream()
                    .map(row -> row.getUUID(0))
                    .filter(id -> !known.contains(id))
                    .toList());
  }

  private Future<Void> enforce(
      SqlConnection connection, Suppression entry, Affected affected, List<CallOrder> others) {
    List<OrderChange> opened =
        affected.orders().stream()
            .filter(change -> change.order().tenantId().equals(entry.tenantId()))
            .toList();
    List<CallOrder> all = new ArrayList<>(others);
    opened.forEach(change -> all.add(change.order()));
    return situations
        .of(connection, all)
        .map(situation -> enforce(opened, others, situation, affected));
  }

  @SuppressWarnings("NullAway") // a Future<Void> carries null
  private Void enforce(
      List<OrderChange> opened, List<CallOrder> others, Situation situation, Affected affected) {
    opened.forEach(change -> enforce(change, situation));
    for (CallOrder order : others) {
      affected.orders().add(enforce(book.open(order, situation.now(order)), situation));
    }
    return null;
  }

  @SuppressWarnings("NullAway") // a Future<Void> carries null
  private static Void exit(List<Enrollment> enrolled, Suppression entry, Affected affected) {
    for (Enrollment enrollment : enrolled) {
      EnrollmentChange change = EnrollmentChange.of(enrollment, entry.createdAt());
      change.learn(new Fact.DoNotCall());
      affected.enrollments().add(change);
    }
    return null;
  }

  private static OrderChange enforce(OrderChange change, Situation situation) {
    if (endedBy(change.order(), situation)) {
      change.apply(STOP);
    }
    return change;
  }

  private static boolean endedBy(CallOrder order, Situation situation) {
    return situation.barred(order)
        || situation.earliest(order, situation.now(order)) instanceof NextAttempt.AllBarred
        || (order.state() instanceof OrderState.Dialing dialing
            && situation.barred(order, order.attempt(dialing.attemptId()).attempt().to()));
  }
}
