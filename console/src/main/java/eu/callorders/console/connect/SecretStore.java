package eu.callorders.console.connect;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The key store of the operating system. */
interface SecretStore {
  /** Reads a secret; may prompt the operator to unlock the store. */
  Optional<String> find(String name);

  /** Returns whether the secret was stored. */
  boolean store(String name, String secret);

  void delete(String name);

  /**
   * The key store of this system; without one, the operator types the secrets.
   *
   * @param directory for encrypted secrets that the system does not store itself
   */
  static Optional<SecretStore> ofThisSystem(Path directory) {
    // the operator may have to type a password
    CommandRunner runner = CommandRunner.withTimeout(Duration.ofSeconds(60));
    return of(System.getProperty("os.name", ""), System.getenv(), runner, directory);
  }

  static Optional<SecretStore> of(
      String system, Map<String, String> environment, CommandRunner runner, Path directory) {
    if (system.startsWith("Mac")) {
      return Optional.of(new MacSecretStore(runner));
    }
    if (system.startsWith("Windows")) {
      return Optional.of(new WindowsSecretStore(runner, directory));
    }
    if (!environment.containsKey("DBUS_SESSION_BUS_ADDRESS")) {
      return Optional.empty();
    }
    return Stream.of(environment.getOrDefault("PATH", "").split(File.pathSeparator, -1))
        .map(each -> Path.of(each, "secret-tool"))
        .filter(Files::isExecutable)
        .findFirst()
        .map(tool -> new LinuxSecretStore(runner, tool.toString()));
  }
}
