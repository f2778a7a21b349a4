package eu.callorders.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Rows imported per second by {@code orders import}, in turn with orders accepted. */
final class ImportBench extends ApiBench {
  private static final int CONNECTIONS = 64;
  private static final int ROWS = Scale.of(100_000);
  private static final int ROUNDS = 4;

  private final int seconds = Scale.of(10);
  private final Orders orders = new Orders("import");
  private final List<ImportProcess.Run> imports = new ArrayList<>();
  private final Path script;
  private Server.Usage used = Server.Usage.NONE;

  ImportBench() throws Exception {
    super("import", CONNECTIONS);
    script = StartScript.install(server.directory().path().resolve("command"));
  }

  @Override
  void measure() throws Exception {
    Rounds accepted = new Rounds(server, "accepted");
    Scale.warmUp(() -> accept());
    for (int round = 0; round < ROUNDS; round++) {
      if (round % 2 == 0) {
        accepted.round(this::accept);
        importRows();
      } else {
        importRows();
        accepted.round(this::accept);
      }
    }
    accepted.report(figures);
    report(accepted.median());
  }

  private ClosedLoop.Run accept() {
    return ClosedLoop.during(api, CONNECTIONS, seconds, 202, () -> api.order(orders.forTomorrow()));
  }

  private void importRows() throws Exception {
    Path file = server.directory().path().resolve("orders.csv");
    OrderCsv.write(file, ROWS, orders::forTomorrow);
    long before = stored();
    Server.Usage begin = server.usage();
    imports.add(ImportProcess.run(script, server.sandbox(), file, ROWS));
    used = used.plus(begin, server.usage());
    if (stored() - before != ROWS) {
      throw new IllegalStateException("%d rows, %d orders".formatted(ROWS, stored() - before));
    }
  }

  private long stored() throws Exception {
    return server.number("SELECT count(*) FROM call_order");
  }

  private void report(double accepted) {
    double rows = (double) ROWS * ROUNDS;
    figures.ratio("imported", median(run -> ROWS / run.seconds()), "/s", accepted, "accepted");
    figures.ratio(
        "imported, without the check",
        median(run -> ROWS / run.createSeconds()),
        "/s",
        accepted,
        "accepted");
    figures.add("start and check", median(ImportProcess.Run::checkSeconds), "s");
    figures.add("creation", median(ImportProcess.Run::createSeconds), "s");
    figures.add("imported, service's CPU each", used.service() / rows, "µs");
    figures.add("imported, database's CPU each", used.database() / rows, "µs");
    figures.add("imported, command's CPU each", median(run -> run.cpu() / ROWS), "µs");
    figures.add("peak memory of the command", median(ImportProcess.Run::memory) / 1e6, "MB");
  }

  private double median(ToDoubleFunction<ImportProcess.Run> figure) {
    return BenchReport.median(imports, figure);
  }
}
