package eu.callorders.server.cli;

import eu.callorders.db.MigrationPlan;
import eu.callorders.server.app.RunningDatabase;
import eu.callorders.server.config.Config;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code migrate}: for deployments that migrate before they roll out nodes. */
@Command(
    name = "migrate",
    description = {
      "Migrates the database schema to this release, then exits.",
      "Exit code with --check: 0: nothing to run; 3: something to run; 1: the database is refused."
    })
final class MigrateCommand implements Callable<Integer> {
  static final int PENDING = 3;

  @ParentCommand private @Nullable CommandLine parent;
  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--check",
      description =
          "Prints what would run, with the locks on tables in use and how long they last; changes"
              + " nothing.")
  private boolean check;

  @Override
  public Integer call() {
    Config config = CommandLine.parent(parent).config();
    PrintWriter out = CommandLine.out(spec);
    int code = check ? print(RunningDatabase.migrationPlan(config), out) : migrate(config, out);
    out.flush();
    return code;
  }

  private static int migrate(Config config, PrintWriter out) {
    try (RunningDatabase database = RunningDatabase.open(config)) {
      out.println("schema " + database.version());
      return CommandLine.SUCCESS;
    }
  }

  private static int print(MigrationPlan plan, PrintWriter out) {
    out.printf("schema %s, this version brings %s%n", plan.current().orElse("none"), plan.target());
    if (plan.steps().isEmpty()) {
      out.println("nothing to run");
      return CommandLine.SUCCESS;
    }
    for (MigrationPlan.Step step : plan.steps()) {
      out.printf("%s %s%n", step.schema(), step.description());
      step.locks().forEach(lock -> out.println("  locks " + lock));
    }
    if (plan.current().isPresent()) {
      out.println(
          plan.suitsRunningNodes()
              ? "Nodes of the version before may run meanwhile and afterwards."
              : "Stop all nodes first: more than one release lies between.");
    }
    return PENDING;
  }
}
