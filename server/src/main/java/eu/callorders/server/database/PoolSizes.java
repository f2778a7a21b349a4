package eu.callorders.server.database;

/**
 * Connections of a node at most.
 *
 * @param tenants of transactions of tenants
 * @param workers of transactions that see every row
 */
public record PoolSizes(int tenants, int workers) {
  /**
   * One for each kind of work of the loops, of requests and of the monitor, and one to wait for.
   */
  public static final int MIN_TOTAL = 4;

  /** Checks the server; when a new era begins, the pools are closed. */
  private static final int MONITOR = 1;

  /** Divides all connections of a node. */
  public static PoolSizes ofNode(int total) {
    int tenants = total / 2;
    return new PoolSizes(tenants, total - tenants - MONITOR);
  }
}
