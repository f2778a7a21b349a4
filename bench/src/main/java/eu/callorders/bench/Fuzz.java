package eu.callorders.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/**
 * Requests that are almost right, to a service of their own: the generator and the checks are those
 * of the service's tests. Ends with 1 when an answer was not as the contract says.
 */
public final class Fuzz {
  private static final String CAMPAIGN = "eu.callorders.server.app.FuzzCampaign";

  private Fuzz() {}

  /** Arguments: {@code --requests N}, {@code --seed S}. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    String requests = Integer.toString(Scale.of(100_000));
    String seed = "1";
    for (int each = 0; each + 1 < arguments.length; each += 2) {
      switch (arguments[each]) {
        case "--requests" -> requests = arguments[each + 1];
        case "--seed" -> seed = arguments[each + 1];
        default -> throw new IllegalArgumentException("unknown: " + arguments[each]);
      }
    }
    int fate;
    try (Sandbox sandbox = Sandbox.start(Map.of())) {
      Path credentials = sandbox.directory().resolve("demo-credentials.json");
      fate =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-cp",
                  System.getProperty("bench.tests"),
                  CAMPAIGN,
                  credentials.toString(),
                  requests,
                  seed)
              .inheritIO()
              .start()
              .waitFor();
    }
    System.exit(fate);
  }
}
