package eu.callorders.server.database;

import io.vertx.core.VertxException;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.TransactionRollbackException;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Tells failures of the database itself, which pass, from those of what it was asked to do. */
public final class DatabaseFailures {
  /** All that the pool says when nobody gets a connection in time, by a bare throwable. */
  private static final String NO_CONNECTION = "Timeout";

  private static final String LOCK_NOT_AVAILABLE = "55P03";

  /** Of one statement, in PostgreSQL. */
  private static final String OUT_OF_MEMORY = "53200";

  private static final String NOT_NULL = "23502";

  private DatabaseFailures() {}

  /** Whether the same work may well succeed a little later, when the database can do it again. */
  public static boolean is(@Nullable Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof PgException database) {
        return passes(database.getSqlState()) || isUnsettled(database);
      }
      // Vert.x says so when a pool or a connection is closed, or nobody gets one in time.
      if (cause instanceof IOException
          || cause instanceof TimeoutException
          || cause instanceof VertxException
          || (!(cause instanceof Exception) && NO_CONNECTION.equals(cause.getMessage()))) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether an outage is one of load: the database works, but not on this in time. SQL states: what
   * follows a failed statement, rollback (40), lock not available, statement time-out, no memory,
   * no free connection.
   */
  public static boolean isOfLoad(@Nullable Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof DatabaseBusyException
          || cause instanceof TimeoutException
          || (!(cause instanceof Exception) && NO_CONNECTION.equals(cause.getMessage()))) {
        return true;
      }
    }
    String state = sqlState(failure);
    return state != null && state.matches("25P02|40...|55P03|57014|53200|53300");
  }

  /**
   * Whether the database itself cannot be used now: a loop keeps its whole batch for later. A
   * statement time-out, a deadlock or a lock that is not had in time is about what was asked.
   */
  public static boolean isOfDatabase(Throwable failure) {
    PgException refused = refusal(failure);
    return refused == null ? is(failure) : isUnsettled(refused) || isAway(refused.getSqlState());
  }

  /** Whether another transaction had a lock for too long, or two waited for each other. */
  public static boolean isOfLocks(Throwable failure) {
    String state = sqlState(failure);
    return state != null && (state.startsWith("40") || state.equals(LOCK_NOT_AVAILABLE));
  }

  /** Whether a row would violate one of these constraints or unique indexes. */
  public static boolean isOfConstraint(Throwable failure, Set<String> names) {
    PgException refused = refusal(failure);
    String violated = refused == null ? null : refused.getConstraint();
    return violated != null && names.contains(violated);
  }

  private static @Nullable String sqlState(@Nullable Throwable failure) {
    PgException refused = refusal(failure);
    return refused == null ? null : refused.getSqlState();
  }

  private static @Nullable PgException refusal(@Nullable Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof PgException refused) {
        return refused;
      }
    }
    return null;
  }

  /**
   * Whether a transaction that has failed so has certainly left nothing behind: PostgreSQL has said
   * so, or the fault lies on this side of it. A connection that is lost says nothing about a commit
   * that was on its way.
   */
  public static boolean isRolledBack(Throwable failure) {
    return failure instanceof PgException refused
        ? "ERROR".equals(refused.getSeverity())
        : failure instanceof TransactionRollbackException || !is(failure);
  }

  /** An event without a place: the server is not that of the newest era, which begins soon. */
  private static boolean isUnsettled(PgException refused) {
    return NOT_NULL.equals(refused.getSqlState()) && "xid".equals(refused.getColumn());
  }

  private static boolean isAway(@Nullable String sqlState) {
    return sqlState != null
        && sqlState.matches("(08|25|53|57P|58).*")
        && !sqlState.equals(OUT_OF_MEMORY);
  }

  /**
   * By PostgreSQL's classes: connection (08), transaction state, read-only among them (25),
   * rollback (40), resources, a full disk among them (53), object not ready (55), operator
   * intervention (57), input and output (58).
   */
  private static boolean passes(@Nullable String sqlState) {
    return sqlState != null && sqlState.matches("(08|25|40|53|55|57|58).*");
  }
}
