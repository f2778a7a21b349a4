package eu.callorders.db;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What a backup consists of and whose it is: the file {@code manifest} in it, which is written
 * last.
 *
 * @param environment {@code sandbox} or {@code live}
 * @param serverMajor major version of PostgreSQL
 * @param masterKeys ids of the master keys that decrypt the backup's secrets
 * @param contents by path in the backup, for a file its size and SHA-256, for a directory {@code
 *     directory}
 */
record BackupManifest(
    String environment,
    SchemaRelease schema,
    int serverMajor,
    List<String> masterKeys,
    Map<String, String> contents) {
  static final String FILE = "manifest";

  private static final String FORMAT = "call-orders backup 1";
  private static final String DIRECTORY = "directory";
  private static final String SUM = "sum ";

  BackupManifest {
    masterKeys = List.copyOf(masterKeys);
    contents = Map.copyOf(contents);
  }

  /** Reads the files of a backup. */
  static Map<String, String> contentsOf(Path backup) throws IOException {
    Map<String, String> contents = new TreeMap<>();
    try (Stream<Path> paths = Files.walk(backup)) {
      for (Path path : paths.toList()) {
        String relative = backup.relativize(path).toString();
        if (!relative.isEmpty() && !relative.equals(FILE)) {
          contents.put(relative, describe(path));
        }
      }
    }
    return contents;
  }

  /** Writes the manifest into its backup. */
  void write(Path backup) throws IOException {
    StringBuilder text = new StringBuilder(FORMAT).append('\n');
    text.append("environment ").append(environment).append('\n');
    text.append("schema ").append(schema).append('\n');
    text.append("postgresql ").append(serverMajor).append('\n');
    masterKeys.forEach(key -> text.append("master-key ").append(key).append('\n'));
    new TreeMap<>(contents)
        .forEach((path, content) -> text.append(content).append(' ').append(path).append('\n'));
    PrivateFile.write(backup.resolve(FILE), text + SUM + sum(text.toString()) + "\n");
  }

  /**
   * Reads the manifest of a backup.
   *
   * @throws IllegalStateException if there is none, or it is damaged
   */
  static BackupManifest read(Path backup) throws IOException {
    String text;
    try {
      text = new String(Files.readAllBytes(backup.resolve(FILE)), UTF_8);
    } catch (NoSuchFileException e) {
      throw new IllegalStateException(backup + " is no backup of this command", e);
    } catch (AccessDeniedException e) {
      throw new IllegalStateException(
          "the user %s may not read the backup %s"
              .formatted(System.getProperty("user.name"), backup),
          e);
    }
    int body = text.lastIndexOf(SUM);
    if (body < 0 || !text.substring(body).equals(SUM + sum(text.substring(0, body)) + "\n")) {
      throw damaged(backup, FILE, "has another content");
    }
    List<String> lines = text.substring(0, body).lines().toList();
    if (!lines.getFirst().equals(FORMAT)) {
      throw new IllegalStateException(
          "the backup %s is of a newer version: restore it with that version; nothing was changed"
              .formatted(backup));
    }
    return parse(lines.subList(1, lines.size()));
  }

  private static BackupManifest parse(List<String> lines) {
    Map<String, String> contents = new TreeMap<>();
    List<String> masterKeys = new ArrayList<>();
    Map<String, String> values = new TreeMap<>();
    for (String line : lines) {
      String[] parts = line.split(" ", 2);
      switch (parts[0]) {
        case "environment", "schema", "postgresql" -> values.put(parts[0], parts[1]);
        case "master-key" -> masterKeys.add(parts[1]);
        case DIRECTORY -> contents.put(parts[1], DIRECTORY);
        default -> {
          String[] file = line.split(" ", 3);
          contents.put(file[2], file[0] + " " + file[1]);
        }
      }
    }
    return new BackupManifest(
        values.getOrDefault("environment", ""),
        SchemaRelease.parse(values.getOrDefault("schema", "")).orElseThrow(),
        Integer.parseInt(values.getOrDefault("postgresql", "")),
        masterKeys,
        contents);
  }

  /**
   * Compares the files of the backup with this manifest.
   *
   * @throws IllegalStateException naming the first difference
   */
  void verify(Path backup) throws IOException {
    Map<String, String> found = contentsOf(backup);
    for (var expected : new TreeMap<>(contents).entrySet()) {
      String content = found.remove(expected.getKey());
      if (!expected.getValue().equals(content)) {
        throw damaged(
            backup, expected.getKey(), content == null ? "is missing" : "has another content");
      }
    }
    Optional<String> further = found.keySet().stream().findFirst();
    if (further.isPresent()) {
      throw damaged(backup, further.get(), "is no part of it");
    }
  }

  /**
   * @throws IllegalStateException if the service cannot use the backup
   * @throws UnusableDatabaseException if the schema is too new for this jar
   */
  void requireFor(EmbeddedBackup.Target target, Path backup) {
    List<String> missing = new ArrayList<>(masterKeys);
    missing.removeAll(target.masterKeys());
    String fault = "";
    if (!environment.equals(target.environment())) {
      fault =
          "is of the environment %s, but CALLORDERS_ENVIRONMENT is %s"
              .formatted(environment, target.environment());
    } else if (serverMajor != PostgresPrograms.majorVersion()) {
      fault =
          "was written by PostgreSQL %d, this version has %s: restore it with the version that wrote"
                  .formatted(serverMajor, PostgresPrograms.VERSION)
              + " it, then run `call-orders.jar upgrade-data` of this one";
    } else if (!missing.isEmpty()) {
      fault =
          "needs the master key %s: add it to CALLORDERS_MASTER_KEY, or put the file master-key of"
                  .formatted(String.join(", ", missing))
              + " that time into the data directory";
    }
    if (!fault.isEmpty()) {
      throw new IllegalStateException(
          "the backup %s %s; nothing was changed".formatted(backup, fault));
    }
    SchemaCheck.requireReleaseWithinReach(MigrationFile.newestSchema(), schema);
  }

  /** Bytes of all files. */
  long size() {
    return contents.values().stream()
        .filter(content -> !content.equals(DIRECTORY))
        .mapToLong(content -> Long.parseLong(content.split(" ", 2)[0]))
        .sum();
  }

  private static IllegalStateException damaged(Path backup, String file, String fault) {
    return new IllegalStateException(
        "the backup %s is damaged: %s %s; nothing was changed".formatted(backup, file, fault));
  }

  private static String describe(Path path) throws IOException {
    if (Files.isDirectory(path, NOFOLLOW_LINKS)) {
      return DIRECTORY;
    }
    if (!Files.isRegularFile(path, NOFOLLOW_LINKS)) {
      return "special";
    }
    MessageDigest digest = sha256();
    try (InputStream file = new DigestInputStream(Files.newInputStream(path), digest)) {
      long size = file.transferTo(OutputStream.nullOutputStream());
      return size + " " + HexFormat.of().formatHex(digest.digest());
    }
  }

  private static String sum(String text) {
    return HexFormat.of().formatHex(sha256().digest(text.getBytes(UTF_8)));
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
