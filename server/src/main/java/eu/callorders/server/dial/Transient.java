package eu.callorders.server.dial;

import io.vertx.pgclient.PgException;

/** Tells faults that pass, such as a database that is away, from those that come again. */
final class Transient {
  private Transient() {}

  static boolean is(Throwable fault) {
    // Connection exceptions (08), rollbacks (40), resources (53), operator intervention (57).
    return !(fault instanceof PgException database)
        ? fault instanceof java.io.IOException || fault.getCause() instanceof java.io.IOException
        : database.getSqlState().matches("(08|40|53|57).*");
  }
}
