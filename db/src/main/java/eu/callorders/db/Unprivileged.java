package eu.callorders.db;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * PostgreSQL refuses to run as root. A user namespace of its own is enough: in it the process is
 * nobody, outside it goes on owning its files.
 */
final class Unprivileged {
  private static final long PROBE_SECONDS = 30;
  private static final List<String> OWN_NAMESPACE = List.of("unshare", "--user");

  private Unprivileged() {}

  /** What to put before a command; nothing unless this process is root's. */
  static List<String> prefix() {
    if (!"root".equals(System.getProperty("user.name"))) {
      return List.of();
    }
    if (!works(OWN_NAMESPACE)) {
      throw new IllegalStateException(
          "the embedded PostgreSQL cannot run as root here (no user namespaces): start the service"
              + " as another user or set CALLORDERS_DATABASE_URL");
    }
    return OWN_NAMESPACE;
  }

  static boolean works(List<String> prefix) {
    try {
      ProcessBuilder probe = new ProcessBuilder(new ArrayList<>(prefix));
      probe.command().add("true");
      Process process = PostgresPrograms.withoutSettings(probe).start();
      if (!process.waitFor(PROBE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        return false;
      }
      return process.exitValue() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
