package eu.callorders.server.recovery;

/**
 * SQL expressions of feed positions: {@code era << 48 | xid}, so that events of a new era sort
 * after older ones, wherever the server starts to count transactions.
 */
public final class FeedPlace {
  private static final int XID_BITS = 48;

  /**
   * Position of this transaction's writes; null on a server that is not that of the newest era. A
   * scalar subquery, evaluated once per statement.
   */
  public static final String OF_WRITER =
      """
      (SELECT CASE WHEN era.started = pg_postmaster_start_time()
                    AND era.file = pg_relation_filenode('era')
                   THEN (era.number::bigint << 48
                         | pg_current_xact_id()::text::bigint)::text::xid8 END
         FROM era ORDER BY era.number DESC LIMIT 1)
      """;

  /** The feed is complete below this position: the oldest running transaction of the newest era. */
  public static final String HORIZON =
      """
      ((SELECT max(number)::bigint << 48 FROM era)
       | pg_snapshot_xmin(pg_current_snapshot())::text::bigint)::text::xid8
      """;

  private FeedPlace() {}

  /** The number of the position's era. */
  public static int era(long place) {
    return (int) (place >>> XID_BITS);
  }

  /** The position before all positions of that era. */
  public static long first(int era) {
    return (long) era << XID_BITS;
  }
}
