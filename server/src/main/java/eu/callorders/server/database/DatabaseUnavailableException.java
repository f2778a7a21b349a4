package eu.callorders.server.database;

import eu.callorders.server.concurrent.ReportedElsewhere;
import io.vertx.core.VertxException;

/** Nobody tries to reach the database, because it is known to be out of reach. */
public final class DatabaseUnavailableException extends VertxException
    implements ReportedElsewhere {
  private static final long serialVersionUID = 1L;

  DatabaseUnavailableException() {
    super("the database is away", true);
  }
}
