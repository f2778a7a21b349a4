package eu.callorders.server.cli.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Checks the Java of this process, and the one that {@code JAVA_HOME} selects for Maven. */
public final class JavaCheck {
  private static final String CHECK = "java";
  private static final int MAVEN_NEEDS = 17;
  private static final Pattern VERSION = Pattern.compile("JAVA_VERSION=\"(\\d+)[^\"]*\"");

  private JavaCheck() {}

  /**
   * The Java of this process, then that of Maven where it does not do.
   *
   * @param variables the environment variables
   */
  public static List<DoctorFinding> run(Map<String, String> variables) {
    String own = System.getProperty("java.home", "");
    DoctorFinding running = DoctorFinding.ok(CHECK, Runtime.version() + " in " + own);
    String home = variables.getOrDefault("JAVA_HOME", "");
    if (home.isEmpty()) {
      return List.of(running);
    }
    int release = release(Path.of(home, "release"));
    if (Files.isExecutable(Path.of(home, "bin", "java")) && release >= MAVEN_NEEDS) {
      return List.of(running);
    }
    String found = release == 0 ? "is no Java" : "is Java " + release + ", too old for ./mvnw";
    return List.of(
        running,
        DoctorFinding.problem(
            "JAVA_HOME", home + " " + found, "set it to a JDK 25, such as " + own));
  }

  /** The release number of an installed Java; 0 when there is none. */
  private static int release(Path file) {
    try {
      Matcher version = VERSION.matcher(Files.readString(file));
      return version.find() ? Integer.parseInt(version.group(1)) : 0;
    } catch (IOException e) {
      return 0;
    }
  }
}
