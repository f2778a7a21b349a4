package eu.callorders.console.connect;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The Secret Service of a Linux desktop, via {@code secret-tool}. */
record LinuxSecretStore(CommandRunner runner, String command) implements SecretStore {
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

  private Optional<String> run(String input, String name, String... action) {
    List<String> attributes = List.of("application", "call-orders-console", "profile", name);
    return runner.run(
        Stream.of(List.of(command), List.of(action), attributes).flatMap(List::stream).toList(),
        input);
  }
}
