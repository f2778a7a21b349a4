package eu.callorders.db;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A migration of this jar, as its file describes it.
 *
 * @param name {@code V<release>_<step>__<description>.sql}
 * @param sql content of the file
 */
record MigrationFile(String name, SchemaRelease schema, String sql) {
  /** On the class path. */
  static final String FOLDER = "db/migration";

  private static final Pattern NAME = Pattern.compile("V(\\d+)_(\\d+)__[a-z_]+\\.sql");
  private static final Pattern LOCKS = Pattern.compile("^-- Locks: (.+)$", Pattern.MULTILINE);
  private static final Pattern CONTRACT =
      Pattern.compile("^-- Contract: (\\d+)$", Pattern.MULTILINE);

  static List<MigrationFile> ofJar() {
    return inFolder(FOLDER);
  }

  /** The newest schema of this jar. */
  static SchemaRelease newestSchema() {
    return SchemaRelease.newest(ofJar().stream().map(MigrationFile::schema)).orElseThrow();
  }

  /** The migrations in a folder of the class path, in no order. */
  static List<MigrationFile> inFolder(String folder) {
    try {
      URL url = Objects.requireNonNull(MigrationFile.class.getResource("/" + folder), folder);
      return names(url)
          .map(name -> name.substring(name.lastIndexOf('/') + 1))
          .flatMap(name -> read(folder, name).stream())
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The locks on tables of earlier releases, each as {@code TABLE MODE, TIME at 1,000,000 orders},
   * or {@code none}. Empty in release 1.
   */
  List<String> locks() {
    return LOCKS.matcher(sql).results().map(each -> each.group(1)).toList();
  }

  /** The last release that uses what the migration drops; empty if it drops nothing. */
  Optional<Integer> contract() {
    Matcher line = CONTRACT.matcher(sql);
    return line.find() ? Optional.of(Integer.valueOf(line.group(1))) : Optional.empty();
  }

  private static Stream<String> names(URL folder) throws IOException {
    if (folder.openConnection() instanceof JarURLConnection jar) {
      String prefix = jar.getEntryName();
      return jar.getJarFile().stream()
          .map(entry -> entry.getName())
          .filter(name -> name.startsWith(prefix));
    }
    try (Stream<Path> files = Files.list(Path.of(URI.create(folder.toString())))) {
      return files.map(Path::toString).toList().stream();
    }
  }

  private static Optional<MigrationFile> read(String folder, String name) {
    Optional<MatchResult> parts = NAME.matcher(name).results().findFirst();
    if (parts.isEmpty()) {
      return Optional.empty();
    }
    SchemaRelease schema =
        new SchemaRelease(
            Integer.parseInt(parts.get().group(1)), Integer.parseInt(parts.get().group(2)));
    try (InputStream file =
        Objects.requireNonNull(
            MigrationFile.class.getResourceAsStream("/" + folder + "/" + name), name)) {
      return Optional.of(new MigrationFile(name, schema, new String(file.readAllBytes(), UTF_8)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
