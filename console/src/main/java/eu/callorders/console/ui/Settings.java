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

/**
 * What the console remembers from one start to the next: windows, columns, theme. Losing it is a
 * nuisance, never a failure.
 */
public final class Settings {
  private static final Logger LOG = System.getLogger(Settings.class.getName());

  private final Path directory;
  private final Properties values = new Properties();

  private Settings(Path directory) {
    this.directory = directory;
  }

  /** Those in that directory. */
  public static Settings load(Path directory) {
    Settings settings = new Settings(directory);
    try (Reader reader = Files.newBufferedReader(settings.file())) {
      settings.values.load(reader);
    } catch (IOException | IllegalArgumentException e) {
      LOG.log(Level.DEBUG, "no settings yet", e);
    }
    return settings;
  }

  /** Where programs of this operator keep such things on this system. */
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

  private static Path environment(String name, Path otherwise) {
    String value = System.getenv(name);
    return value == null || value.isBlank() ? otherwise : Path.of(value);
  }

  /** Where other files of the console lie too. */
  public Path directory() {
    return directory;
  }

  public synchronized String get(String key, String otherwise) {
    return values.getProperty(key, otherwise);
  }

  public synchronized double number(String key, double otherwise) {
    try {
      return Double.parseDouble(values.getProperty(key, ""));
    } catch (NumberFormatException e) {
      return otherwise;
    }
  }

  public synchronized void put(String key, Object value) {
    values.setProperty(key, value.toString());
  }

  /** Writes everything down. */
  public synchronized void save() {
    try {
      Files.createDirectories(directory);
      Path fresh = Files.createTempFile(directory, "settings", ".tmp");
      try (Writer writer = Files.newBufferedWriter(fresh)) {
        values.store(writer, null);
      }
      Files.move(fresh, file(), StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      LOG.log(Level.WARNING, "the settings could not be saved", e);
    }
  }

  private Path file() {
    return directory.resolve("settings.properties");
  }
}
