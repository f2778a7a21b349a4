package eu.callorders.console.connect;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Finds the key store of the operating system. */
final class SecretStores {
  /** The operator may have to type a password. */
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private SecretStores() {}

  /**
   * The key store of this system, or none.
   *
   * @param directory for encrypted secrets that the system does not store itself
   */
  static SecretStore find(Path directory) {
    return of(
        System.getProperty("os.name", ""),
        System.getenv(),
        new ProcessCommandRunner(TIMEOUT),
        directory);
  }

  static SecretStore of(
      String system, Map<String, String> environment, CommandRunner runner, Path directory) {
    if (system.startsWith("Mac")) {
      return new MacSecretStore(runner);
    }
    if (system.startsWith("Windows")) {
      return new WindowsSecretStore(runner, directory);
    }
    return environment.containsKey("DBUS_SESSION_BUS_ADDRESS")
        ? path(environment).stream()
            .map(each -> Path.of(each, "secret-tool"))
            .filter(Files::isExecutable)
            .findFirst()
            .<SecretStore>map(tool -> new LinuxSecretStore(runner, tool.toString()))
            .orElseGet(SecretStore::none)
        : SecretStore.none();
  }

  private static List<String> path(Map<String, String> environment) {
    return List.of(environment.getOrDefault("PATH", "").split(File.pathSeparator, -1));
  }
}
