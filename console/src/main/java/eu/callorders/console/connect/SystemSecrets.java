package eu.callorders.console.connect;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The Secret Service of a Linux desktop, by its own command {@code secret-tool}. Secrets go through
 * its standard input, where no other user of the machine can read them.
 */
final class SystemSecrets implements Secrets {
  private static final long PATIENCE_SECONDS = 60; // somebody may have to type a password

  private final String command;

  private SystemSecrets(String command) {
    this.command = command;
  }

  /** The key store of this system, or none. */
  static Secrets find() {
    boolean desktop = System.getenv("DBUS_SESSION_BUS_ADDRESS") != null;
    String path = System.getenv("PATH");
    if (desktop && path != null) {
      for (String directory : path.split(java.io.File.pathSeparator, -1)) {
        Path tool = Path.of(directory, "secret-tool");
        if (Files.isExecutable(tool)) {
          return new SystemSecrets(tool.toString());
        }
      }
    }
    return Secrets.none();
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

  /** What the command says when it ends well. */
  private Optional<String> run(String input, String name, String... verb) {
    List<String> line = new ArrayList<>(List.of(command));
    line.addAll(List.of(verb));
    line.addAll(List.of("application", "call-orders-console", "profile", name));
    try {
      Process process =
          new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      try (Writer to = process.outputWriter(StandardCharsets.UTF_8)) {
        to.write(input);
      }
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      boolean ended = process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
      return ended && process.exitValue() == 0 ? Optional.of(output) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }
}
