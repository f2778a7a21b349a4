package eu.callorders.server.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

public final class ConfigSource {
  /** Variables that commands of clients read; the service ignores them. */
  private static final Set<String> OF_CLIENTS =
      Set.of("CALLORDERS_API_URL", "CALLORDERS_CLIENT_ID", "CALLORDERS_CLIENT_SECRET");

  private ConfigSource() {}

  /**
   * Reads the values. An empty value counts as absent, so that a template may leave a variable
   * empty.
   *
   * @param environment variables without {@link ConfigKey#PREFIX} are ignored
   * @param file lines {@code NAME=value}, blank lines and comments that begin with {@code #}; the
   *     environment takes precedence
   * @throws InvalidConfigException naming every unknown key
   */
  public static Map<ConfigKey, String> read(Map<String, String> environment, @Nullable Path file) {
    List<String> problems = new ArrayList<>();
    Map<ConfigKey, String> values = new EnumMap<>(ConfigKey.class);
    if (file != null) {
      collect(lines(file, problems), "", values, problems);
    }
    collect(new TreeMap<>(environment), ConfigKey.PREFIX, values, problems);
    if (!problems.isEmpty()) {
      throw new InvalidConfigException(problems);
    }
    return values;
  }

  private static void collect(
      Map<String, String> found,
      String prefix,
      Map<ConfigKey, String> values,
      List<String> problems) {
    found.forEach(
        (name, value) -> {
          if (name.startsWith(prefix) && !OF_CLIENTS.contains(name)) {
            ConfigKey.parse(name)
                .ifPresentOrElse(
                    key -> put(values, key, value), () -> problems.add(name + ": unknown key"));
          }
        });
  }

  private static void put(Map<ConfigKey, String> values, ConfigKey key, String value) {
    if (!value.isBlank()) {
      values.put(key, value.strip());
    }
  }

  private static Map<String, String> lines(Path file, List<String> problems) {
    Map<String, String> found = new TreeMap<>();
    for (String line : read(file)) {
      String text = line.strip();
      if (text.isEmpty() || text.startsWith("#")) {
        continue;
      }
      int equals = text.indexOf('=');
      String name = equals < 0 ? text : text.substring(0, equals).strip();
      if (equals < 0) {
        problems.add(name + ": a line of the file must be NAME=value");
      } else if (found.put(name, text.substring(equals + 1)) != null) {
        problems.add(name + ": more than once in the file");
      }
    }
    return found;
  }

  private static List<String> read(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new InvalidConfigException(List.of("--config: cannot read " + file));
    }
  }
}
