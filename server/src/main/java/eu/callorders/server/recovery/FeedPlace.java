package eu.callorders.server.recovery;

/**
 * Places in the feed as SQL: {@code era << 48 | xid}, so that no event of a new era sorts before
 * one of an older era, wherever the server begins to count transactions.
 */
public final class FeedPlace {
  private static final int XID_BITS = 48;

  /**
   * The place of what this transaction writes; null on a server that is not that of the newest era.
   * A scalar subquery: it is computed once for each statement.
   */
  public static final String OF_WRITER =
      """
      (SELECT CASE WHEN era.started = pg_postmaster_start_time()
                    AND era.file = pg_relation_filenode('era')
                   THEN (era.number::bigint << 48
                         | pg_current_xact_id()::text::bigint)::text::xid8 END
         FROM era ORDER BY era.number DESC LIMIT 1)
      """;

  /** Below this place the feed is complete: the oldest transaction that runs in the newest era. */
  public static final String HORIZON =
      """
      ((SELECT max(number)::bigint << 48 FROM era)
       | pg_snapshot_xmin(pg_current_snapshot())::text::bigint)::text::xid8
      """;

  private FeedPlace() {}

  /** The number of the era in which that place lies. */
  public static int era(long place) {
    return (int) (place >>> XID_BITS);
  }

  /** The place before all places of that era. */
  public static long first(int era) {
    return (long) era << XID_BITS;
  }
}
