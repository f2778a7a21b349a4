package eu.callorders.console.connect;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The Secret Service of a Linux desktop, via {@code secret-tool}. */
final class LinuxSecretStore implements SecretStore {
  private final CommandRunner runner;
  private final String command;

  LinuxSecretStore(CommandRunner runner, String command) {
    this.runner = runner;
    this.command = command;
  }

  @Override
  public boolean isAvailable() {
    return true;
  }

  @Override
  public Optional<String> find(String name) {
    return run("", name, "lookup").map(String::strip).filter(found -> !found.isEmpty());
  }

  @Override
  public boolean store(String name, String secret) {
    return run(secret, name, "store", "--label=Call orders: " + name).isPresent();
  }

  @Override
  public void delete(String name) {
    run("", name, "clear");
  }

  private Optional<String> run(String input, String name, String... arguments) {
    List<String> line = new ArrayList<>(List.of(command));
    line.addAll(List.of(arguments));
    line.addAll(List.of("application", "call-orders-console", "profile", name));
    return runner.run(line, input);
  }
}
