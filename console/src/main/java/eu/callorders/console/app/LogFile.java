package eu.callorders.console.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.logging.FileHandler;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** The log file of the console, for diagnosis. */
final class LogFile {
  private static final Logger ROOT = Logger.getLogger("");
  private static final int MAX_BYTES = 1 << 20;
  private static final int FILES = 2;

  private LogFile() {}

  /** Logs to {@code console.0.log} in that directory, including uncaught exceptions. */
  static void open(Path directory) {
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, error) -> ROOT.log(Level.SEVERE, "uncaught in " + thread.getName(), error));
    try {
      Files.createDirectories(directory);
      String pattern = directory.resolve("console").toString().replace("%", "%%") + ".%g.log";
      FileHandler file = new FileHandler(pattern, MAX_BYTES, FILES, true);
      file.setFormatter(new SimpleFormatter());
      ROOT.addHandler(file);
    } catch (IOException e) {
      ROOT.log(Level.WARNING, "opening the log file failed", e);
    }
  }
}
