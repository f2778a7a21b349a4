package eu.callorders.server.database;

import eu.callorders.server.concurrent.ReportedElsewhere;
import io.vertx.core.VertxException;

/** Fails without a connection attempt, because the database is known to be unavailable. */
public final class DatabaseUnavailableException extends VertxException
    implements ReportedElsewhere {
  private static final long serialVersionUID = 1L;

  DatabaseUnavailableException() {
    super("the database is away", true);
  }
}
