package eu.callorders.launcher;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.util.jar.Manifest;

/**
 * Starts the program of a jar, the {@code Program-Class} of its manifest, or says which Java it
 * needs. Compiled for Java 8, so that an old Java prints a sentence instead of a LinkageError.
 */
public final class Launcher {
  private static final int REQUIRED_RELEASE = 25;
  private static final int USAGE = 2;

  private Launcher() {}

  public static void main(String[] args) throws Throwable {
    String version = System.getProperty("java.specification.version", "");
    if (release(version) < REQUIRED_RELEASE) {
      System.err.println(refusal(version, System.getProperty("java.home", "")));
      System.exit(USAGE);
    }
    try {
      Class.forName(program()).getMethod("main", String[].class).invoke(null, (Object) args);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private static String program() throws IOException {
    try (InputStream manifest = Launcher.class.getResourceAsStream("/META-INF/MANIFEST.MF")) {
      return new Manifest(manifest).getMainAttributes().getValue("Program-Class");
    }
  }

  static String refusal(String version, String home) {
    return "Call Orders needs Java "
        + REQUIRED_RELEASE
        + " or later, and this is Java "
        + version
        + " ("
        + home
        + "): install a JDK "
        + REQUIRED_RELEASE
        + " and start it by that java.";
  }

  /** The number of a release; {@code 1.8} is 8, and 0 what is no number. */
  static int release(String version) {
    String number = version.startsWith("1.") ? version.substring(2) : version;
    try {
      return Integer.parseInt(number);
    } catch (NumberFormatException e) {
      return 0;
    }
  }
}
