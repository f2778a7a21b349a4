package eu.callorders.server.audit;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a walk through the chain has found. */
public sealed interface AuditVerdict {

  /**
   * Nothing is altered, missing or out of place.
   *
   * @param hash of the last entry: whoever keeps it elsewhere can tell later that this was so
   */
  record Intact(long entries, String hash) implements AuditVerdict {}

  /** The first place at which the chain does not hold. */
  record Broken(long place, String why) implements AuditVerdict {}

  /** A walk that is under way. */
  final class ChainVerification {
    private final long entries;
    private final String lastHash;
    private long reached;
    private String hash = AuditEntry.BEGINNING;

    /**
     * @param entries how many there must be
     * @param lastHash that of the last of them
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

    /** Goes on with the entries that come next, as they were found; null while it is not over. */
    @Nullable AuditVerdict go(List<AuditEntry> next) {
      for (AuditEntry entry : next) {
        String fault = fault(entry);
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

    private @Nullable String fault(AuditEntry entry) {
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
