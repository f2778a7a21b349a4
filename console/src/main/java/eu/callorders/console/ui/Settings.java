package eu.callorders.console.ui;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;

/**
 * Preferences of the console: windows, columns, theme, saved views. Several consoles may share
 * them: each writes what it has changed. A failed load or save is only logged.
 */
public final class Settings {
  private static final Logger LOG = System.getLogger(Settings.class.getName());
  private static final Set<OpenOption> LOCK =
      Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE);

  /** A lock of a file keeps out other processes only. */
  private static final Object SAVING = new Object();

  private final Path directory;
  private final Properties values = new Properties();
  private final Set<String> changed = new HashSet<>();

  private Settings(Path directory) {
    this.directory = directory;
  }

  public static Settings load(Path directory) {
    Settings settings = new Settings(directory);
    settings.read();
    return settings;
  }

  /** Takes what is saved, except for what is changed here; keeps what is known on a failure. */
  public synchronized void read() {
    Properties saved = new Properties();
    try (Reader reader = Files.newBufferedReader(file())) {
      saved.load(reader);
    } catch (IOException | IllegalArgumentException e) {
      LOG.log(Level.DEBUG, "settings not loaded", e);
      return;
    }
    saved.keySet().removeAll(changed);
    values.keySet().retainAll(changed);
    values.putAll(saved);
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

  /** The keys that begin with that, in no order. */
  public synchronized List<String> keys(String prefix) {
    return values.stringPropertyNames().stream().filter(key -> key.startsWith(prefix)).toList();
  }

  public synchronized double number(String key, double fallback) {
    try {
      return Double.parseDouble(values.getProperty(key, ""));
    } catch (NumberFormatException e) {
      return fallback;
    }
  }

  public synchronized void put(String key, Object value) {
    if (!value.toString().equals(values.setProperty(key, value.toString()))) {
      changed.add(key);
    }
  }

  public synchronized void remove(String key) {
    if (values.remove(key) != null) {
      changed.add(key);
    }
  }

  /** Saves the changed values, and takes the others as other consoles have saved them. */
  public synchronized void save() {
    synchronized (SAVING) {
      try {
        Files.createDirectories(directory);
        try (FileChannel lockFile = FileChannel.open(directory.resolve("settings.lock"), LOCK);
            FileLock _ = lockFile.lock()) {
          read();
          write();
        }
        changed.clear();
      } catch (IOException e) {
        LOG.log(Level.WARNING, "saving settings failed", e);
      }
    }
  }

  private void write() throws IOException {
    Path temporary = Files.createTempFile(directory, "settings", ".tmp");
    try (Writer writer = Files.newBufferedWriter(temporary)) {
      values.store(writer, null);
    }
    Files.move(temporary, file(), StandardCopyOption.REPLACE_EXISTING);
  }

  private Path file() {
    return directory.resolve("settings.properties");
  }
}
