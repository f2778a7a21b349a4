package eu.callorders.db;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** Files that only their owner reads. */
public final class PrivateFile {
  private PrivateFile() {}

  /** Writes the text atomically, with mode 600 from the start. */
  public static void write(Path file, String text) throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    Files.createDirectories(directory);
    Path fresh = Files.createTempFile(directory, file.getFileName().toString(), ".new", mode());
    Files.writeString(fresh, text, UTF_8);
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /**
   * Reads the file, or creates it with {@code text}. Two processes that start at the same time read
   * the same text.
   */
  public static String readOrCreate(Path file, String text) throws IOException {
    if (!Files.exists(file)) {
      Path fresh = file.resolveSibling(file.getFileName() + "." + ProcessHandle.current().pid());
      write(fresh, text);
      try {
        Files.createLink(file, fresh); // unlike a move, it replaces no existing file
      } catch (FileAlreadyExistsException e) {
        // another process has created it
      } catch (UnsupportedOperationException e) {
        write(file, text);
      } finally {
        Files.delete(fresh);
      }
    }
    return Files.readString(file, UTF_8).strip();
  }

  static FileAttribute<?>[] mode() {
    return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
  }
}
