package eu.callorders.server.database;

import io.vertx.core.VertxException;

/** No connection became free in time, or too many requests wait for one. */
final class DatabaseBusyException extends VertxException {
  private static final long serialVersionUID = 1L;

  DatabaseBusyException(String message) {
    super(message, true);
  }
}
