package eu.callorders.console.ui;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Properties;

/** Preferences of the console: windows, columns, theme. A failed load or save is only logged. */
public final class Settings {
  private static final Logger LOG = System.getLogger(Settings.class.getName());

  private final Path directory;
  private final Properties values = new Properties();

  private Settings(Path directory) {
    this.directory = directory;
  }

  public static Settings load(Path directory) {
    Settings settings = new Settings(directory);
    try (Reader reader = Files.newBufferedReader(settings.file())) {
      settings.values.load(reader);
    } catch (IOException | IllegalArgumentException e) {
      LOG.log(Level.DEBUG, "settings not loaded", e);
    }
    return settings;
  }

  /** The user's configuration directory for the console on this operating system. */
  public static Path home() {
    String system = System.getProperty("os.name", "");
    Path user = Path.of(System.getProperty("user.home", "."));
    if (system.startsWith("Windows")) {
      return environment("APPDATA", user).resolve("Call Orders Console");
    }
    if (system.startsWith("Mac")) {
      return user.resolve("Library/Application Support/Call Orders Console");
    }
    return environment("XDG_CONFIG_HOME", user.resolve(".config")).resolve("call-orders-console");
  }

  private static Path environment(String name, Path fallback) {
    String value = System.getenv(name);
    return value == null || value.isBlank() ? fallback : Path.of(value);
  }

  /** Other files of the console are stored here too. */
  public Path directory() {
    return directory;
  }

  public synchronized String get(String key, String fallback) {
    return values.getProperty(key, fallback);
  }

  public synchronized double number(String key, double fallback) {
    try {
      return Double.parseDouble(values.getProperty(key, ""));
    } catch (NumberFormatException e) {
      return fallback;
    }
  }

  public synchronized void put(String key, Object value) {
    values.setProperty(key, value.toString());
  }

  public synchronized void save() {
    try {
      Files.createDirectories(directory);
      Path temporary = Files.createTempFile(directory, "settings", ".tmp");
      try (Writer writer = Files.newBufferedWriter(temporary)) {
        values.store(writer, null);
      }
      Files.move(temporary, file(), StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      LOG.log(Level.WARNING, "saving settings failed", e);
    }
  }

  private Path file() {
    return directory.resolve("settings.properties");
  }
}
