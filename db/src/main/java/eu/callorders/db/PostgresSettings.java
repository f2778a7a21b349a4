package eu.callorders.db;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Map;

/** Settings of the embedded server. */
final class PostgresSettings {
  private static final long MEBIBYTE = 1 << 20;

  static final Map<String, String> EMBEDDED =
      Map.ofEntries(
          Map.entry("listen_addresses", "127.0.0.1"),
          Map.entry("unix_socket_directories", "''"),
          Map.entry("max_connections", "60"),
          Map.entry("shared_buffers", sharedBuffers()),
          // The background writer keeps buffers clean, so that statements seldom write one.
          Map.entry("bgwriter_delay", "50ms"),
          Map.entry("bgwriter_lru_maxpages", "400"),
          Map.entry("fsync", "on"),
          Map.entry("synchronous_commit", "on"),
          Map.entry("full_page_writes", "on"),
          Map.entry("max_wal_size", "2GB"),
          Map.entry("wal_buffers", "16MB"),
          // Batches lock every subject and phone that they concern.
          Map.entry("max_locks_per_transaction", "256"),
          Map.entry("random_page_cost", "1.1"),
          Map.entry("jit", "off"),
          Map.entry("timezone", "UTC"),
          Map.entry("log_timezone", "UTC"),
          Map.entry("log_checkpoints", "off"),
          // Failed statements would quote personal data here; the service logs them.
          Map.entry("log_min_messages", "log"),
          Map.entry("log_error_verbosity", "terse"));

  private PostgresSettings() {}

  /** A sixteenth of the machine's memory, at least 128 MiB and at most 1 GiB. */
  private static String sharedBuffers() {
    long memory =
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
    return Math.clamp(memory / 16 / MEBIBYTE, 128, 1024) + "MB";
  }
}
