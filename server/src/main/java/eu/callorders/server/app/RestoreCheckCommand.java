package eu.callorders.server.app;

import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.ConnectOptions;
import eu.callorders.server.http.Timestamps;
import eu.callorders.server.recovery.Exemptions;
import eu.callorders.server.recovery.LostSpan;
import eu.callorders.server.recovery.RestoreCheck;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgConnection;
import io.vertx.pgclient.PgException;
import java.io.PrintWriter;
import java.time.InstantSource;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Looks at a database that has come back, before a node starts. */
@Command(
    name = "restore-check",
    description = {
      "Says what has come back, what it may lack, and what a start will do. Changes nothing.",
      "Exit code 0: dialing goes on at once; 3: it waits for the gateway's log or an operator."
    })
final class RestoreCheckCommand implements Callable<Integer> {
  private static final String UNDEFINED_TABLE = "42P01";

  @ParentCommand private @Nullable CommandLine parent;
  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    Config config = CommandLine.parent(parent).config();
    Vertx vertx = Vertx.vertx();
    try (RunningDatabase database = RunningDatabase.openAsIs(config)) {
      PgConnectOptions options = SessionBounds.on(ConnectOptions.to(database.service()));
      RestoreCheck.Finding finding = look(vertx, options, config);
      print(finding);
      return finding.needsOperator() ? CommandLine.NOT_NOW : CommandLine.DONE;
    } catch (PgException e) {
      if (UNDEFINED_TABLE.equals(e.getSqlState())) {
        throw new IllegalStateException(
            "the schema is of an earlier release, or absent: run `migrate` first", e);
      }
      throw e;
    } finally {
      BoundedWait.await(vertx.close());
    }
  }

  private static RestoreCheck.Finding look(Vertx vertx, PgConnectOptions options, Config config) {
    boolean reachesNoOne = config.gateway() instanceof Config.Gateway.Embedded;
    Exemptions exemptions =
        new Exemptions(
            reachesNoOne, EraModule.file(config), UUID.randomUUID(), InstantSource.system());
    options.addProperty("app.worker", "on");
    PgConnection connection = BoundedWait.await(PgConnection.connect(vertx, options));
    try {
      return BoundedWait.await(new RestoreCheck(exemptions).look(connection));
    } finally {
      BoundedWait.await(connection.close());
    }
  }

  private void print(RestoreCheck.Finding finding) {
    PrintWriter out = CommandLine.out(spec);
    out.printf(
        "The database contains era %d, begun %s (%s).%n",
        finding.newest().number(),
        Timestamps.format(finding.newest().begunAt()),
        finding.newest().why());
    out.println(
        finding.current()
            ? "The server is that of this era: nothing has come back since."
            : "The server is another instance than that of this era:");
    finding.differences().forEach(each -> out.println("- " + each));
    if (finding.knownUntil() == null) {
      out.println("There is no sign of life in it.");
    } else if (finding.current()) {
      out.printf("Last sign of life: %s.%n", Timestamps.format(finding.knownUntil()));
    } else {
      out.printf(
          "Last sign of life: %s. What was stored after %s may be missing.%n",
          Timestamps.format(finding.knownUntil()),
          Timestamps.format(finding.knownUntil().minus(LostSpan.SLACK)));
    }
    out.printf(
        "Open orders: %d. Calls without an end: %d.%n",
        finding.openOrders(), finding.runningCalls());
    out.println(decision(finding));
    out.println("No log restores what was lost of: do-not-call entries made by the API, halts,");
    out.println("revoked secrets and registrations, rotated webhook secrets, webhook events.");
    out.println("Clients may send all requests of the lost span again under the same keys.");
    out.flush();
  }

  private static String decision(RestoreCheck.Finding finding) {
    if (finding.needsOperator()) {
      return "Calls, webhooks and erasures wait until a node has read the gateway's log to its end,"
          + " or, where that is not possible, for `admin recovery accept`. This check has not read"
          + " the log.";
    }
    return finding.current() && finding.exemption() == null
        ? "Dialing goes on."
        : "Dialing goes on: " + finding.exemption() + ".";
  }
}
