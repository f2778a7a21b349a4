package eu.callorders.server.database;

import io.vertx.core.VertxException;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.TransactionRollbackException;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Classifies failures: transient ones of the database, or those of the work itself. */
public final class DatabaseFailures {
  /** Message of the pool's bare throwable when no connection becomes free in time. */
  private static final String NO_CONNECTION = "Timeout";

  private static final String LOCK_NOT_AVAILABLE = "55P03";

  /** Of one statement, in PostgreSQL. */
  private static final String OUT_OF_MEMORY = "53200";

  /** Of a statement after a failed one of its transaction; it says nothing about the database. */
  private static final String FAILED_TRANSACTION = "25P02";

  private static final String NOT_NULL = "23502";

  private DatabaseFailures() {}

  /** Whether the same work may succeed a little later. */
  public static boolean isTransient(@Nullable Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof PgException database) {
        return isTransientState(database.getSqlState()) || isUnsettled(database);
      }
      // Thrown by Vert.x when a pool or connection is closed, or no connection becomes free in
      // time.
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
   * Whether the database works, but not on this in time. SQL states: statement after a failed one
   * (25P02), rollback (40), lock not available, statement timeout, out of memory, too many
   * connections.
   */
  public static boolean isOverload(@Nullable Throwable failure) {
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

  /** Whether no connection of the pool became free in time. */
  public static boolean isBusy(@Nullable Throwable failure) {
    return failure instanceof DatabaseBusyException;
  }

  /**
   * Whether the database is unusable now, so that a loop retries its whole batch. Statement
   * timeouts, deadlocks and lock timeouts belong to the work.
   */
  public static boolean isOutage(Throwable failure) {
    PgException error = pgException(failure);
    return error == null
        ? isTransient(failure)
        : isUnsettled(error) || isUnavailable(error.getSqlState());
  }

  /** Whether a lock timeout or deadlock caused it. */
  public static boolean isLockFailure(Throwable failure) {
    String state = sqlState(failure);
    return state != null && (state.startsWith("40") || state.equals(LOCK_NOT_AVAILABLE));
  }

  /** Whether one of these constraints or unique indexes is violated. */
  public static boolean isConstraintViolation(Throwable failure, Set<String> names) {
    PgException error = pgException(failure);
    String violated = error == null ? null : error.getConstraint();
    return violated != null && names.contains(violated);
  }

  private static @Nullable String sqlState(@Nullable Throwable failure) {
    PgException error = pgException(failure);
    return error == null ? null : error.getSqlState();
  }

  private static @Nullable PgException pgException(@Nullable Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof PgException error) {
        return error;
      }
    }
    return null;
  }

  /**
   * Whether the transaction certainly left no changes: PostgreSQL said so, or the failure arose in
   * this process. After a lost connection the commit is in doubt.
   */
  public static boolean isRolledBack(Throwable failure) {
    return failure instanceof PgException error
        ? "ERROR".equals(error.getSeverity())
        : failure instanceof TransactionRollbackException || !isTransient(failure);
  }

  /** An event without a position: the server is not that of the newest era, which begins soon. */
  private static boolean isUnsettled(PgException error) {
    return NOT_NULL.equals(error.getSqlState()) && "xid".equals(error.getColumn());
  }

  private static boolean isUnavailable(@Nullable String sqlState) {
    return sqlState != null
        && sqlState.matches("(08|25|53|57P|58).*")
        && !sqlState.equals(OUT_OF_MEMORY)
        && !sqlState.equals(FAILED_TRANSACTION);
  }

  /**
   * Classes: connection (08), transaction state such as read-only (25), rollback (40), resources
   * such as a full disk (53), object not ready (55), operator intervention (57), I/O (58).
   */
  private static boolean isTransientState(@Nullable String sqlState) {
    return sqlState != null && sqlState.matches("(08|25|40|53|55|57|58).*");
  }
}
