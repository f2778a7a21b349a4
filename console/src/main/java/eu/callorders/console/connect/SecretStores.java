package eu.callorders.console.connect;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Which key store there is on a system. */
final class SecretStores {
  /** Somebody may have to type a password. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private SecretStores() {}

  /**
   * That of this system, or none.
   *
   * @param directory where to keep what the system encrypts but does not keep
   */
  static SecretStore find(Path directory) {
    return of(
        System.getProperty("os.name", ""),
        System.getenv(),
        new ProcessCommandRunner(PATIENCE),
        directory);
  }

  static SecretStore of(
      String system, Map<String, String> environment, CommandRunner program, Path directory) {
    if (system.startsWith("Mac")) {
      return new MacSecretStore(program);
    }
    if (system.startsWith("Windows")) {
      return new WindowsSecretStore(program, directory);
    }
    return environment.containsKey("DBUS_SESSION_BUS_ADDRESS")
        ? path(environment).stream()
            .map(each -> Path.of(each, "secret-tool"))
            .filter(Files::isExecutable)
            .findFirst()
            .<SecretStore>map(tool -> new LinuxSecretStore(program, tool.toString()))
            .orElseGet(SecretStore::none)
        : SecretStore.none();
  }

  private static List<String> path(Map<String, String> environment) {
    return List.of(environment.getOrDefault("PATH", "").split(File.pathSeparator, -1));
  }
}
