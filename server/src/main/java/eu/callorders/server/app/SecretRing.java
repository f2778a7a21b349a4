package eu.callorders.server.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Secrets of one purpose: the first is used, each is accepted. Written as a list separated by
 * commas, or kept as such a list in a file that is read again.
 */
public final class SecretRing {
  private static final String FILE = "file:";
  private static final int LARGEST_FILE = 1 << 16;

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
   * Reads a configured value.
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

  /** The one to use. */
  String first() {
    return secrets.getFirst();
  }

  /** All that are accepted. */
  public List<String> all() {
    return secrets;
  }

  /** Null when the secrets are not kept in a file. */
  @Nullable Path file() {
    return file;
  }

  /**
   * Reads the file again; without one nothing changes.
   *
   * @return whether the secrets have changed
   * @throws IllegalArgumentException when the file does not hold secrets; those in use stay
   */
  boolean refresh() {
    if (file == null) {
      return false;
    }
    List<String> read = list(content(file), check);
    boolean changed = !read.equals(secrets);
    secrets = read;
    return changed;
  }

  private static List<String> list(String text, UnaryOperator<String> check) {
    return ConfigParsers.list(check).apply(text);
  }

  private static String content(Path file) {
    try {
      if (Files.size(file) > LARGEST_FILE) {
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
      throw new IllegalArgumentException("is no path");
    }
  }

  @Override
  public String toString() {
    return "SecretRing[***]";
  }
}
