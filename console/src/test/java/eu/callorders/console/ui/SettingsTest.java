package eu.callorders.console.ui;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two consoles that share their settings. */
class SettingsTest {
  @TempDir private Path home;
  private Settings one;
  private Settings other;

  @BeforeEach
  void load() {
    Settings before = Settings.load(home);
    before.put("theme", "dark");
    before.put("window.width", 1360.0);
    before.save();
    one = Settings.load(home);
    other = Settings.load(home);
  }

  private String saved(String key) {
    return Settings.load(home).get(key, "none");
  }

  @Test
  void keepsWhatTheOtherConsoleHasChanged() {
    one.put("theme", "light");
    one.put("orders.columns", "id");
    one.save();
    other.put("window.width", 1024.0);
    other.save();
    one.put("window.x", 5.0);
    one.save();
    assertThat(saved("theme")).isEqualTo("light");
    assertThat(saved("orders.columns")).isEqualTo("id");
    assertThat(saved("window.width")).isEqualTo("1024.0");
    assertThat(saved("window.x")).isEqualTo("5.0");
  }

  @Test
  void keepsTheLatestChangeOfAValue() {
    one.put("theme", "light");
    other.put("theme", "contrast");
    one.save();
    other.save();
    one.put("window.x", 5.0);
    one.save();
    assertThat(saved("theme")).isEqualTo("contrast");
    assertThat(one.get("theme", "")).isEqualTo("contrast");
  }

  @Test
  void writesNoValueThatIsAsBefore() {
    one.put("window.width", 1024.0);
    one.save();
    other.put("window.width", 1360.0);
    other.put("window.x", 5.0);
    other.save();
    assertThat(saved("window.width")).isEqualTo("1024.0");
  }

  @Test
  void savesWhileNoOtherConsoleDoes() throws Exception {
    one.put("theme", "light");
    Path lock = home.resolve("settings.lock");
    try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE);
        FileLock _ = channel.lock()) {
      assertThatThrownBy(one::save).isInstanceOf(OverlappingFileLockException.class);
      assertThat(saved("theme")).isEqualTo("dark");
    }
    one.save();
    assertThat(saved("theme")).isEqualTo("light");
  }

  @Test
  void replacesDamagedSettings() throws Exception {
    Files.writeString(home.resolve("settings.properties"), "theme=\\u12");
    Settings damaged = Settings.load(home);
    assertThat(damaged.get("theme", "none")).isEqualTo("none");
    damaged.put("theme", "light");
    damaged.save();
    assertThat(saved("theme")).isEqualTo("light");
    try (Stream<Path> files = Files.list(home)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("settings.properties", "settings.lock");
    }
  }
}
