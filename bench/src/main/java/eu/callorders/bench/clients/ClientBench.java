package eu.callorders.bench.clients;

import eu.callorders.bench.BenchReport;
import eu.callorders.bench.Orders;
import eu.callorders.bench.Scale;
import eu.callorders.bench.TemporaryDirectory;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the client libraries add to a call of a bare HTTP client. */
final class ClientBench {
  static final int CALLS = Scale.of(2_000);
  static final int ROUNDS = 20;

  static void main() throws Exception {
    BenchReport figures = new BenchReport("clients");
    try (TemporaryDirectory directory = TemporaryDirectory.create();
        FixedResponseServer server = new FixedResponseServer()) {
      byte[] order = new Orders("clients").next().body().getBytes();
      new JavaCalls(server.url(), order).measure(figures);
      String typeScript = System.getProperty("bench.typescript", "");
      if (typeScript.isEmpty()) {
        System.out.println("TypeScript: not measured, Node.js with npm is missing");
      } else {
        Path file = Files.write(directory.path().resolve("order.json"), order);
        new TypeScriptCalls(Path.of(typeScript)).measure(figures, server.url(), file);
      }
    }
    figures.end();
  }
}
