package eu.callorders.server.audit;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Result of verifying the chain. */
public sealed interface AuditVerdict {

  /**
   * No entry is altered, missing or out of order.
   *
   * @param hash of the last entry, for later comparison by an outside party
   */
  record Intact(long entries, String hash) implements AuditVerdict {}

  /** The first place at which the chain is broken. */
  record Broken(long place, String why) implements AuditVerdict {}

  /** A verification in progress. */
  final class ChainVerification {
    private final long entries;
    private final String lastHash;
    private long reached;
    private String hash = AuditEntry.GENESIS_HASH;

    /**
     * @param entries expected number of entries
     * @param lastHash expected hash of the last entry
     */
    ChainVerification(long entries, String lastHash) {
      this.entries = entries;
      this.lastHash = lastHash;
    }

    long reached() {
      return reached;
    }

    long entries() {
      return entries;
    }

    /** Continues with the next entries; null until the result is known. */
    @Nullable AuditVerdict add(List<AuditEntry> next) {
      for (AuditEntry entry : next) {
        String fault = error(entry);
        if (fault != null) {
          return new Broken(reached + 1, fault);
        }
        reached++;
        hash = entry.hash();
      }
      if (next.isEmpty() && reached < entries) {
        return new Broken(reached + 1, "is missing");
      }
      if (reached < entries) {
        return null;
      }
      return hash.equals(lastHash)
          ? new Intact(entries, hash)
          : new Broken(entries, "is not the entry that was written last");
    }

    private @Nullable String error(AuditEntry entry) {
      if (entry.place() != reached + 1) {
        return "is missing";
      }
      if (!entry.previousHash().equals(hash)) {
        return "does not follow the entry before it";
      }
      return entry.hash().equals(entry.computedHash()) ? null : "has been altered";
    }
  }
}
