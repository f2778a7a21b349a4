package eu.callorders.bench.clients;

import com.fasterxml.jackson.core.type.TypeReference;
import eu.callorders.bench.BenchReport;
import eu.callorders.bench.Http;
import eu.callorders.bench.Scale;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Calls by the TypeScript client and by the fetch that it uses, and the size of its package. */
final class TypeScriptCalls {
  private static final double BYTES_PER_KILOBYTE = 1000;

  private final Path scripts;

  /**
   * Calls by a client that is built.
   *
   * @param client its directory
   */
  TypeScriptCalls(Path client) {
    this.scripts = client.resolve("scripts");
  }

  /**
   * Measures both, in processes of Node.js.
   *
   * @param order a file with the body of an order
   */
  void measure(BenchReport figures, String url, Path order) throws Exception {
    String times =
        run(
            "overhead.js",
            url,
            order.toString(),
            "" + ClientBench.CALLS,
            "" + ClientBench.ROUNDS,
            "" + Scale.warmUp().toMillis());
    Http.JSON
        .readValue(times, new TypeReference<Map<String, CallTimes>>() {})
        .forEach((operation, calls) -> calls.report(figures, "TypeScript, " + operation));
    int bytes = Integer.parseInt(run("size.js").split(" ", 2)[0]);
    figures.add("TypeScript, minified with its dependency", bytes / BYTES_PER_KILOBYTE, "KB");
  }

  /** Runs a script of the client to its end; what it has printed. */
  private String run(String script, String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("node", scripts.resolve(script).toString()));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String printed =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    if (process.waitFor() != 0) {
      throw new IOException(script + " failed: " + printed);
    }
    return printed;
  }
}
