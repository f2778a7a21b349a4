package eu.callorders.server.cli.doctor;

import eu.callorders.db.DataDirectoryLock;
import eu.callorders.db.DatabaseAddress;
import eu.callorders.server.app.RunningDatabase;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.config.Config;
import eu.callorders.server.config.Config.DatabaseChoice;
import eu.callorders.server.config.ConfigKey;
import eu.callorders.server.database.PrimaryServer;
import eu.callorders.server.database.ServerSettingsCheck;
import eu.callorders.server.database.ServerSettingsCheck.Finding;
import eu.callorders.server.database.ServerSettingsCheck.Report;
import eu.callorders.server.logging.ThrowableRedactor;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnection;
import io.vertx.pgclient.PgException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Checks whether the database responds, its settings, its speed and its clock. */
public final class DatabaseCheck {
  private static final String CHECK = "database";

  private final Vertx vertx;
  private final Config config;
  private final ClockCheck clock;

  public DatabaseCheck(Vertx vertx, Config config, ClockCheck clock) {
    this.vertx = vertx;
    this.config = config;
    this.clock = clock;
  }

  /** Runs the embedded database meanwhile, unless the service does. */
  public List<DoctorFinding> run() {
    try {
      if (config.database() instanceof DatabaseChoice.Embedded
          && DataDirectoryLock.isHeld(config.dataDirectory())) {
        return List.of(
            DoctorFinding.skipped(
                CHECK,
                "the service that runs with %s uses it".formatted(config.dataDirectory()),
                "stop the service to have its database checked, too"));
      }
      try (RunningDatabase database = RunningDatabase.openAsIs(config)) {
        return run(database.service());
      }
    } catch (RuntimeException e) { // the message names the directory and what is wrong with it
      return List.of(
          DoctorFinding.problem(
              CHECK,
              String.valueOf(e.getMessage()),
              "set %s to a directory of this user with room for it, or %s to a server of yours"
                  .formatted(ConfigKey.DATA_DIR.variable(), ConfigKey.DATABASE_URL.variable())));
    }
  }

  private List<DoctorFinding> run(DatabaseAddress address) {
    PgConnection connection;
    try {
      connection = BoundedWait.await(PrimaryServer.of(address).connectForCommand(vertx));
    } catch (Exception e) { // an undeclared IOException or TimeoutException, too
      return List.of(unreachable(address, e));
    }
    try {
      List<DoctorFinding> findings = settings(new ServerSettingsCheck(connection).run());
      findings.add(clock.database(connection));
      return findings;
    } finally {
      BoundedWait.await(connection.close());
    }
  }

  private static DoctorFinding unreachable(DatabaseAddress address, Exception failure) {
    String state = failure instanceof PgException refused ? refused.getSqlState() : "";
    String url = ConfigKey.DATABASE_URL.variable();
    String remedy =
        switch (state) {
          case "28P01", "28000" -> "correct user and password in %s, or pg_hba.conf".formatted(url);
          case "3D000" ->
              "create the database %s, or correct %s".formatted(address.database(), url);
          default ->
              "start PostgreSQL there, or correct %s; without it the service runs its own"
                  .formatted(url);
        };
    return DoctorFinding.problem(
        CHECK,
        "no connection to %s of %s:%d: %s"
            .formatted(
                address.database(),
                address.host(),
                address.port(),
                failure instanceof PgException refusal
                    ? refusal.getErrorMessage()
                    : ThrowableRedactor.describe(failure)),
        remedy);
  }

  private static List<DoctorFinding> settings(Report report) {
    List<DoctorFinding> findings = new ArrayList<>();
    String commit = report.commit() == null ? "" : ", a commit " + text(report.commit());
    findings.add(
        DoctorFinding.ok(CHECK, "a round trip takes " + text(report.roundTrip()) + commit));
    for (Finding each : report.findings()) {
      findings.add(
          new DoctorFinding(
              CHECK,
              DoctorFinding.Severity.valueOf(each.severity().name()),
              each.found() + ": " + each.consequence(),
              each.remedy()));
    }
    return findings;
  }

  private static String text(Duration median) {
    return "%.2f ms at the median".formatted(median.toNanos() / 1e6);
  }
}
