package eu.callorders.bench;

import java.util.Map;

/** Requests that are almost right, judged by the service's tests; ends with 1 on a fault. */
final class Fuzz {
  private static final String CAMPAIGN = "eu.callorders.server.app.FuzzCampaign";

  /** Options: {@code --requests N}, {@code --seed S}. */
  static void main(String[] words) throws Exception {
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
