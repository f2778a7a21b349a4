package eu.callorders.bench;

import java.util.Map;

/**
 * Requests that are almost right, to a service of their own: the generator and the checks are those
 * of the service's tests. Ends with 1 when an answer was not as the contract says.
 */
public final class Fuzz {
  private static final String CAMPAIGN = "eu.callorders.server.app.FuzzCampaign";

  private Fuzz() {}

  /** Options: {@code --requests N}, {@code --seed S}. */
  public static void main(String[] words) throws Exception {
    Arguments arguments = Arguments.parse(words, "requests", "seed");
    int exit;
    try (TemporaryDirectory directory = TemporaryDirectory.create();
        Sandbox sandbox = Sandbox.start(directory.path(), Map.of())) {
      exit =
          new ProcessBuilder(
                  JavaProcess.program("java"),
                  "-cp",
                  System.getProperty("bench.tests"),
                  CAMPAIGN,
                  sandbox.directory().resolve("demo-credentials.json").toString(),
                  Integer.toString(arguments.number("requests", Scale.of(100_000))),
                  arguments.text("seed", "1"))
              .inheritIO()
              .start()
              .waitFor();
    }
    System.exit(exit);
  }
}
