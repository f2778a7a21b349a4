package eu.callorders.console.connect;

import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Consumer;

/** A file of secrets that Windows encrypts for the user (DPAPI), via PowerShell. */
final class WindowsSecretStore implements SecretStore {
  private static final Logger LOG = System.getLogger(WindowsSecretStore.class.getName());

  private final CommandRunner runner;
  private final Path file;

  WindowsSecretStore(CommandRunner runner, Path directory) {
    this.runner = runner;
    this.file = directory.resolve("secrets.properties");
  }

  @Override
  public Optional<String> find(String name) {
    return Optional.ofNullable(load().getProperty(name))
        .flatMap(encrypted -> run("Unprotect", encrypted))
        .flatMap(WindowsSecretStore::decode);
  }

  private static Optional<String> decode(String base64) {
    try {
      return Optional.of(new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  @Override
  public boolean store(String name, String secret) {
    byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
    Optional<String> encrypted = run("Protect", Base64.getEncoder().encodeToString(bytes));
    return encrypted.isPresent() && update(all -> all.setProperty(name, encrypted.get()));
  }

  @Override
  public void delete(String name) {
    update(all -> all.remove(name));
  }

  /** Base64 in both directions avoids code page problems. */
  private Optional<String> run(String verb, String base64) {
    String script =
        """
        $ErrorActionPreference = 'Stop'; Add-Type -AssemblyName System.Security; \
        $given = [Convert]::FromBase64String([Console]::In.ReadToEnd().Trim()); \
        $made = [Security.Cryptography.ProtectedData]::%s($given, $null, 'CurrentUser'); \
        [Console]::Out.Write([Convert]::ToBase64String($made))\
        """
            .formatted(verb);
    return runner
        .run(List.of("powershell.exe", "-NoProfile", "-NonInteractive", "-Command", script), base64)
        .map(String::strip)
        .filter(output -> !output.isEmpty());
  }

  private Properties load() {
    Properties all = new Properties();
    if (Files.exists(file)) {
      try (Reader reader = Files.newBufferedReader(file)) {
        all.load(reader);
      } catch (IOException | IllegalArgumentException e) {
        LOG.log(Level.WARNING, "reading stored secrets failed", e);
      }
    }
    return all;
  }

  private synchronized boolean update(Consumer<Properties> edit) {
    Properties all = load();
    edit.accept(all);
    try {
      StringWriter text = new StringWriter();
      all.store(text, null);
      ProfilesFile.replace(file, text.toString());
      return true;
    } catch (IOException e) {
      LOG.log(Level.WARNING, "storing a secret failed", e);
      return false;
    }
  }
}
