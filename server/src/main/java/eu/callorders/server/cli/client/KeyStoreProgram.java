package eu.callorders.server.cli.client;

import java.io.File;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The Secret Service of a Linux desktop or the keychain of macOS, by the program of the system. */
final class KeyStoreProgram {
  private static final String APPLICATION = "call-orders";
  private static final long TIMEOUT_SECONDS = 60; // the user may have to type a password
  private static final int MAX_SECRET_BYTES = 4096;

  private final String program;
  private final boolean isKeychain;

  KeyStoreProgram(String program, boolean isKeychain) {
    this.program = program;
    this.isKeychain = isKeychain;
  }

  static Optional<KeyStoreProgram> ofThisSystem(Map<String, String> variables) {
    if (System.getProperty("os.name", "").startsWith("Mac")) {
      return Optional.of(new KeyStoreProgram("/usr/bin/security", true));
    }
    if (!variables.containsKey("DBUS_SESSION_BUS_ADDRESS")) {
      return Optional.empty();
    }
    return Stream.of(variables.getOrDefault("PATH", "").split(File.pathSeparator, -1))
        .map(directory -> Path.of(directory, "secret-tool"))
        .filter(Files::isExecutable)
        .findFirst()
        .map(tool -> new KeyStoreProgram(tool.toString(), false));
  }

  Optional<String> find(String profile) {
    return run(
            "",
            isKeychain
                ? List.of("find-generic-password", "-w", "-s", APPLICATION, "-a", profile)
                : List.of("lookup", "application", APPLICATION, "profile", profile))
        .map(String::strip)
        .filter(secret -> !secret.isEmpty());
  }

  /** Returns whether the secret was stored; every user can read arguments, so it is an input. */
  boolean store(String profile, String secret) {
    return isKeychain
        ? run(
                "add-generic-password -U -s %s -a '%s' -w '%s'%n"
                    .formatted(APPLICATION, profile, secret),
                List.of("-i"))
            .isPresent()
        : run(
                secret,
                List.of(
                    "store",
                    "--label=Call orders: " + profile,
                    "application",
                    APPLICATION,
                    "profile",
                    profile))
            .isPresent();
  }

  private Optional<String> run(String input, List<String> arguments) {
    try {
      Process process =
          new ProcessBuilder(Stream.concat(Stream.of(program), arguments.stream()).toList())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      try (Writer writer = process.outputWriter(StandardCharsets.UTF_8)) {
        writer.write(input);
      }
      boolean ended = process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS);
      if (!ended || process.exitValue() != 0) {
        process.destroyForcibly();
        return Optional.empty();
      }
      byte[] output = process.getInputStream().readNBytes(MAX_SECRET_BYTES);
      return Optional.of(new String(output, StandardCharsets.UTF_8));
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }
}
