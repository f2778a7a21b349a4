package eu.callorders.server.recovery;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The PostgreSQL server and database at the other end of a connection.
 *
 * @param era number of the newest era that the database contains
 * @param eraId its id
 * @param why what is known of how that era began
 * @param current whether that era began with this very instance
 * @param db oid of the database
 * @param file file node of the table of eras
 * @param sysid of the cluster
 * @param timeline of the write-ahead log; null on a standby
 * @param lsn up to where the write-ahead log is on disk; null on a standby
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

  /** Whether this is the same cluster as was seen before, restarted, with nothing taken back. */
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
