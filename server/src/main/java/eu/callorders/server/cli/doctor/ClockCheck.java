package eu.callorders.server.cli.doctor;

import eu.callorders.server.concurrent.BoundedWait;
import io.vertx.pgclient.PgConnection;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.OffsetDateTime;

/** Compares the clock of this machine with those of the database and of the service. */
public final class ClockCheck {
  /** Tokens are issued by whole seconds. */
  private static final Duration LIMIT = Duration.ofSeconds(5);

  private static final String NOW = "SELECT clock_timestamp() AS now LIMIT 1";
  private static final String REMEDY =
      "synchronize both machines by NTP, such as by `timedatectl set-ntp true`";

  private final InstantSource realTime;

  public ClockCheck(InstantSource realTime) {
    this.realTime = realTime;
  }

  DoctorFinding database(PgConnection connection) {
    OffsetDateTime now =
        BoundedWait.await(connection.query(NOW).execute())
            .iterator()
            .next()
            .getOffsetDateTime("now");
    return compare(
        "database",
        now.toInstant(),
        "calls follow the clock of the database, log lines and certificates that of this machine");
  }

  DoctorFinding service(Instant issuedAt) {
    return compare(
        "service",
        issuedAt,
        "a receiver refuses webhooks whose time differs by more than five minutes");
  }

  /**
   * @param reading of the other clock, just now
   */
  private DoctorFinding compare(String other, Instant reading, String consequence) {
    Duration ahead = Duration.between(reading, realTime.instant());
    double seconds = Math.abs(ahead.toMillis() / 1000.0);
    String found =
        "that of this machine is %.1f s %s that of the %s"
            .formatted(seconds, ahead.isNegative() ? "behind" : "ahead of", other);
    return ahead.abs().compareTo(LIMIT) <= 0
        ? DoctorFinding.ok("clock", found)
        : DoctorFinding.problem("clock", found + ": " + consequence, REMEDY);
  }
}
