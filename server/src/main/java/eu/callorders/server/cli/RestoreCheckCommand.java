package eu.callorders.server.cli;

import eu.callorders.server.app.EraModule;
import eu.callorders.server.app.RunningDatabase;
import eu.callorders.server.app.TelephonyModule;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.config.Config;
import eu.callorders.server.config.Secrets;
import eu.callorders.server.database.PrimaryServer;
import eu.callorders.server.dial.GatewayLogCheck;
import eu.callorders.server.dial.LogObstacle;
import eu.callorders.server.recovery.Exemptions;
import eu.callorders.server.recovery.LostSpan;
import eu.callorders.server.recovery.RestoreCheck;
import eu.callorders.server.time.Timestamps;
import eu.callorders.server.tracing.Traces;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnection;
import io.vertx.pgclient.PgException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code restore-check}: inspects a restored database before a node starts. */
@Command(
    name = "restore-check",
    description = {
      "Shows what was restored, what may be missing, and what a start will do. Changes nothing.",
      "Queries the gateway for up to 12 seconds for running nodes of this deployment: stop"
          + " them first.",
      "Exit code 0: dialing continues at once, or once a node has read the gateway's log; 3: an"
          + " operator must decide."
    })
final class RestoreCheckCommand implements Callable<Integer> {
  private static final String UNDEFINED_TABLE = "42P01";

  @ParentCommand private @Nullable CommandLine parent;
  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    Config config = CommandLine.parent(parent).config();
    Vertx vertx = Vertx.vertx();
    try (RunningDatabase database = RunningDatabase.openExisting(config)) {
      PgConnection connection =
          BoundedWait.await(PrimaryServer.of(database.service()).connectForCommand(vertx));
      try {
        return check(vertx, connection, config);
      } finally {
        BoundedWait.await(connection.close());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
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

  private int check(Vertx vertx, PgConnection connection, Config config) throws IOException {
    RestoreCheck.Finding finding = inspect(connection, config);
    GatewayLogCheck.Finding log =
        finding.readsLog() ? readLog(vertx, connection, config, finding) : null;
    print(finding, log);
    return log != null && needsOperator(finding, log.obstacle())
        ? CommandLine.RETRY_LATER
        : CommandLine.SUCCESS;
  }

  private static GatewayLogCheck.Finding readLog(
      Vertx vertx, PgConnection connection, Config config, RestoreCheck.Finding finding)
      throws IOException {
    InstantSource realTime = InstantSource.system();
    TelephonyModule telephony =
        TelephonyModule.of(
            vertx, config.gateway(), Secrets.of(config), Traces.OFF, realTime, new SecureRandom());
    telephony.monitor().runOnce(); // loads the capabilities
    return new GatewayLogCheck(
            telephony.gateway(), telephony.monitor().name(), connection, realTime.instant())
        .run(finding.knownUntil(), finding.witnessed());
  }

  private static RestoreCheck.Finding inspect(PgConnection connection, Config config) {
    boolean simulated = config.gateway() instanceof Config.Gateway.Embedded;
    Exemptions exemptions =
        new Exemptions(
            simulated, EraModule.file(config), UUID.randomUUID(), InstantSource.system());
    return BoundedWait.await(new RestoreCheck(exemptions).check(connection));
  }

  private void print(RestoreCheck.Finding finding, GatewayLogCheck.@Nullable Finding log) {
    PrintWriter out = CommandLine.out(spec);
    out.printf(
        "The database contains era %d, begun %s (%s).%n",
        finding.newest().number(),
        Timestamps.format(finding.newest().begunAt()),
        finding.newest().why());
    out.println(
        finding.current()
            ? "The server is that of this era: nothing was restored since."
            : "The server is another instance than that of this era:");
    finding.differences().forEach(each -> out.println("- " + each));
    finding
        .contradictions()
        .forEach(
            each ->
                out.printf(
                    "Node %s contradicts that era %d began with a plain restart (%s): %s.%n",
                    each.node(), each.era(), Timestamps.format(each.foundAt()), each.why()));
    if (finding.knownUntil() == null) {
      out.println("It contains no heartbeat.");
    } else if (finding.current()) {
      out.printf("Last heartbeat: %s.%n", Timestamps.format(finding.knownUntil()));
    } else {
      out.printf(
          "Last heartbeat: %s. What was stored after %s may be missing.%n",
          Timestamps.format(finding.knownUntil()),
          Timestamps.format(finding.knownUntil().minus(LostSpan.SLACK)));
    }
    out.printf(
        "Open orders: %d. Calls without an end: %d.%n",
        finding.openOrders(), finding.runningCalls());
    if (log != null) {
      out.printf(
          "The gateway's log has %d calls that the database does not know, %d of them with an"
              + " objection. %d orders with calls are missing.%n",
          log.unknownCalls(), log.objections(), log.goneOrders());
      if (!log.complete()) {
        out.println("There may be more: the log was not read completely.");
      }
      printOtherSystems(out, log);
    }
    out.println(decision(finding, log));
    out.print(UnrestoredData.TEXT);
    out.flush();
  }

  private static void printOtherSystems(PrintWriter out, GatewayLogCheck.Finding log) {
    if (log.obstacle() != null && log.obstacle().kind() == LogObstacle.Kind.OTHER_SYSTEM) {
      out.println(
          "Stop all nodes of this deployment before the check, and the other system before a");
      out.println("node starts. A gateway with `recovery` lets one of them dial.");
    } else if (log.seesNodes()) {
      out.println("No node of this deployment uses the gateway.");
    } else {
      out.println(
          "Another system with a copy of this database is detected only by calls of the last");
      out.println(
          "minute: the gateway does not report the current era. A gateway with `recovery` lets");
      out.println("one of them dial; with another gateway, make sure that no other one runs.");
    }
  }

  private static String decision(
      RestoreCheck.Finding finding, GatewayLogCheck.@Nullable Finding log) {
    if (log != null) {
      return decision(finding, log.obstacle());
    }
    return finding.current() && finding.exemption() == null
        ? "Dialing continues."
        : "Dialing continues: " + finding.exemption() + ".";
  }

  private static String decision(RestoreCheck.Finding finding, @Nullable LogObstacle obstacle) {
    if (obstacle == null) {
      return (finding.witnessed() ? "Dialing waits" : "Calls, webhooks and erasures wait")
          + " until a node has read the gateway's log to its end.";
    }
    if (obstacle.kind() == LogObstacle.Kind.OTHER_SYSTEM) {
      return "An operator must decide: " + obstacle.reason() + ".";
    }
    if (needsOperator(finding, obstacle)) {
      return "Calls, webhooks and erasures wait for `admin recovery accept`: "
          + obstacle.reason()
          + ".";
    }
    return obstacle.kind() == LogObstacle.Kind.UNREADABLE
        ? "Dialing waits until a node can read the gateway's log: " + obstacle.reason() + "."
        : "Dialing continues: " + finding.exemption() + ", although " + obstacle.reason() + ".";
  }

  /** After a plain restart a missing log is acceptable; one of another system is not. */
  private static boolean needsOperator(
      RestoreCheck.Finding finding, @Nullable LogObstacle obstacle) {
    return obstacle != null
        && switch (obstacle.kind()) {
          case FOREIGN_LOG, OTHER_SYSTEM -> true;
          case NO_LOG, UNREADABLE, GAP -> !finding.witnessed();
        };
  }
}
