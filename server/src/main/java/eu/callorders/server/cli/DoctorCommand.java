package eu.callorders.server.cli;

import eu.callorders.server.app.RunningDatabase;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.PrimaryServer;
import eu.callorders.server.database.ServerSettingsCheck;
import eu.callorders.server.database.ServerSettingsCheck.Finding;
import eu.callorders.server.database.ServerSettingsCheck.Report;
import eu.callorders.server.database.ServerSettingsCheck.Severity;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnection;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code doctor}: finds what in the environment of the service loses data or costs speed. */
@Command(
    name = "doctor",
    description = {
      "Checks the database server: settings that lose data, fail statements or cost speed, each"
          + " with its remedy. Changes nothing.",
      "Exit code 0: no problem; 1: at least one problem."
    })
final class DoctorCommand implements Callable<Integer> {
  @ParentCommand private @Nullable CommandLine parent;
  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    Vertx vertx = Vertx.vertx();
    try (RunningDatabase database = RunningDatabase.openAsIs(CommandLine.parent(parent).config())) {
      PgConnection connection =
          BoundedWait.await(PrimaryServer.of(database.service()).connectForCommand(vertx));
      try {
        return print(new ServerSettingsCheck(connection).run());
      } finally {
        BoundedWait.await(connection.close());
      }
    } finally {
      BoundedWait.await(vertx.close());
    }
  }

  private int print(Report report) {
    PrintWriter out = CommandLine.out(spec);
    out.println("round trip  " + text(report.roundTrip()));
    if (report.commit() != null) {
      out.println("commit      " + text(report.commit()));
    }
    for (Finding finding : report.findings()) {
      out.printf(
          "%-8s %s: %s%n         %s%n",
          finding.severity(), finding.found(), finding.consequence(), finding.remedy());
    }
    out.println(report.findings().isEmpty() ? "nothing found" : "");
    out.flush();
    return report.findings().stream().anyMatch(each -> each.severity() == Severity.PROBLEM)
        ? CommandLine.FAILED
        : CommandLine.SUCCESS;
  }

  private static String text(Duration median) {
    return "%.2f ms at the median".formatted(median.toNanos() / 1e6);
  }
}
