package eu.callorders.server.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Secrets of one purpose: the first is used, all are accepted. Configured as a list separated by
 * commas, or as a file with such a list, which is reloaded.
 */
public final class SecretRing {
  private static final String FILE = "file:";
  private static final int MAX_FILE_BYTES = 1 << 16;

  private final UnaryOperator<String> check;
  private final @Nullable Path file;
  private volatile List<String> secrets;

  private SecretRing(UnaryOperator<String> check, @Nullable Path file, List<String> secrets) {
    this.check = check;
    this.file = file;
    this.secrets = secrets;
  }

  static SecretRing of(String secret) {
    return new SecretRing(UnaryOperator.identity(), null, List.of(secret));
  }

  /**
   * Parses a configured value.
   *
   * @param text secrets separated by commas, or {@code file:} and a path
   * @param check throws an IllegalArgumentException that does not repeat the secret
   */
  static SecretRing parse(String text, UnaryOperator<String> check) {
    if (!text.startsWith(FILE)) {
      return new SecretRing(check, null, list(text, check));
    }
    Path file = path(text.substring(FILE.length()));
    return new SecretRing(check, file, list(content(file), check));
  }

  /** The secret to use. */
  public String first() {
    return secrets.getFirst();
  }

  /** All accepted secrets. */
  public List<String> all() {
    return secrets;
  }

  /** Null when the secrets are configured directly. */
  @Nullable Path file() {
    return file;
  }

  /**
   * Reloads the file, if any.
   *
   * @return whether the secrets have changed
   * @throws IllegalArgumentException when the file is invalid; the previous secrets stay in use
   */
  boolean refresh() {
    if (file == null) {
      return false;
    }
    List<String> loaded = list(content(file), check);
    boolean changed = !loaded.equals(secrets);
    secrets = loaded;
    return changed;
  }

  private static List<String> list(String text, UnaryOperator<String> check) {
    return ConfigParsers.list(check).apply(text);
  }

  private static String content(Path file) {
    try {
      if (Files.size(file) > MAX_FILE_BYTES) {
        throw new IllegalArgumentException("must be a file of at most 64 KiB");
      }
      return Files.readString(file).strip();
    } catch (IOException | UncheckedIOException e) {
      throw new IllegalArgumentException("cannot read the file " + file);
    }
  }

  private static Path path(String text) {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException("is not a path");
    }
  }

  @Override
  public String toString() {
    return "SecretRing[***]";
  }
}
