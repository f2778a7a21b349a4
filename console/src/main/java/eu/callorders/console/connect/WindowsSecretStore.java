package eu.callorders.console.connect;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Consumer;

/**
 * A file of secrets, each encrypted by Windows for this user (DPAPI), which PowerShell can ask for.
 */
final class WindowsSecretStore implements SecretStore {
  private static final Logger LOG = System.getLogger(WindowsSecretStore.class.getName());

  private final CommandRunner program;
  private final Path file;

  WindowsSecretStore(CommandRunner program, Path directory) {
    this.program = program;
    this.file = directory.resolve("secrets.properties");
  }

  @Override
  public boolean areKept() {
    return true;
  }

  @Override
  public Optional<String> find(String name) {
    return Optional.ofNullable(load().getProperty(name))
        .flatMap(encrypted -> run("Unprotect", encrypted))
        .flatMap(WindowsSecretStore::decoded);
  }

  private static Optional<String> decoded(String base64) {
    try {
      return Optional.of(new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  @Override
  public boolean keep(String name, String secret) {
    byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
    Optional<String> encrypted = run("Protect", Base64.getEncoder().encodeToString(bytes));
    return encrypted.isPresent() && change(all -> all.setProperty(name, encrypted.get()));
  }

  @Override
  public void forget(String name) {
    change(all -> all.remove(name));
  }

  private Optional<String> run(String verb, String base64) {
    List<String> line =
        List.of("powershell.exe", "-NoProfile", "-NonInteractive", "-Command", script(verb));
    return program.run(line, base64).map(String::strip).filter(said -> !said.isEmpty());
  }

  /** Base 64 in and out, so that no code page has a say. */
  private static String script(String verb) {
    return "$ErrorActionPreference = 'Stop'; Add-Type -AssemblyName System.Security;"
        + " $given = [Convert]::FromBase64String([Console]::In.ReadToEnd().Trim());"
        + (" $made = [Security.Cryptography.ProtectedData]::" + verb)
        + "($given, $null, 'CurrentUser');"
        + " [Console]::Out.Write([Convert]::ToBase64String($made))";
  }

  private Properties load() {
    Properties all = new Properties();
    if (Files.exists(file)) {
      try (Reader reader = Files.newBufferedReader(file)) {
        all.load(reader);
      } catch (IOException | IllegalArgumentException e) {
        LOG.log(Level.WARNING, "kept secrets cannot be read", e);
      }
    }
    return all;
  }

  private synchronized boolean change(Consumer<Properties> how) {
    Properties all = load();
    how.accept(all);
    try {
      Files.createDirectories(file.getParent());
      Path fresh = Files.createTempFile(file.getParent(), "secrets", ".tmp");
      try (Writer writer = Files.newBufferedWriter(fresh)) {
        all.store(writer, null);
      }
      Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);
      return true;
    } catch (IOException e) {
      LOG.log(Level.WARNING, "a secret could not be kept", e);
      return false;
    }
  }
}
