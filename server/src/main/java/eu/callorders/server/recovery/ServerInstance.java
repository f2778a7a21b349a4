package eu.callorders.server.recovery;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The connected PostgreSQL server and database.
 *
 * @param era number of the newest era in the database
 * @param why reason of that era's start
 * @param current whether that era began with this instance
 * @param db oid of the database
 * @param file file node of the era table
 * @param sysid system identifier of the cluster
 * @param timeline of the write-ahead log; null on a standby
 * @param lsn flushed end of the write-ahead log; null on a standby
 */
record ServerInstance(
    int era,
    UUID eraId,
    String why,
    boolean current,
    long db,
    long file,
    long sysid,
    @Nullable Integer timeline,
    @Nullable Long lsn) {

  /** Whether this is the earlier cluster after a restart, with nothing lost. */
  boolean continues(ServerInstance seen) {
    return db == seen.db
        && file == seen.file
        && sysid == seen.sysid
        && timeline != null
        && timeline.equals(seen.timeline)
        && lsn != null
        && seen.lsn != null
        && lsn >= seen.lsn;
  }
}
