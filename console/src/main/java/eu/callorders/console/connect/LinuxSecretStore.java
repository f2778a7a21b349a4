package eu.callorders.console.connect;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The Secret Service of a Linux desktop, via {@code secret-tool}. */
final class LinuxSecretStore implements SecretStore {
  private final CommandRunner program;
  private final String command;

  LinuxSecretStore(CommandRunner runner, String command) {
    this.program = runner;
    this.command = command;
  }

  @Override
  public boolean areKept() {
    return true;
  }

  @Override
  public Optional<String> find(String name) {
    return run("", name, "lookup").map(String::strip).filter(found -> !found.isEmpty());
  }

  @Override
  public boolean keep(String name, String secret) {
    return run(secret, name, "store", "--label=Call orders: " + name).isPresent();
  }

  @Override
  public void forget(String name) {
    run("", name, "clear");
  }

  private Optional<String> run(String input, String name, String... arguments) {
    List<String> line = new ArrayList<>(List.of(command));
    line.addAll(List.of(arguments));
    line.addAll(List.of("application", "call-orders-console", "profile", name));
    return program.run(line, input);
  }
}
