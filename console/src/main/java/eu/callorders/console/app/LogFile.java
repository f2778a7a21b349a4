package eu.callorders.console.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.logging.FileHandler;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** Where the details of what goes wrong are written down, for whoever mends the console. */
final class LogFile {
  private static final Logger ALL = Logger.getLogger("");
  private static final int LONGEST = 1 << 20;
  private static final int KEPT = 2;

  private LogFile() {}

  /** Writes to {@code console.0.log} in that directory from here on, what nobody catches too. */
  static void open(Path directory) {
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, why) -> ALL.log(Level.SEVERE, "uncaught in " + thread.getName(), why));
    try {
      Files.createDirectories(directory);
      String pattern = directory.resolve("console").toString().replace("%", "%%") + ".%g.log";
      FileHandler file = new FileHandler(pattern, LONGEST, KEPT, true);
      file.setFormatter(new SimpleFormatter());
      ALL.addHandler(file);
    } catch (IOException e) {
      ALL.log(Level.WARNING, "there is no log file", e);
    }
  }
}
