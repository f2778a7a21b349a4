package eu.callorders.core.simulation;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;

/** A tenant with its adjustable clock and its quotas. */
final class SimTenant {
  final String name;
  final ZoneId zone;
  final int concurrentCalls;
  final int dialsPerDay;
  final int contactsPerDay;
  Duration clockOffset = Duration.ZERO;
  boolean halted;

  SimTenant(String name, ZoneId zone, int concurrentCalls, int dialsPerDay, int contactsPerDay) {
    this.name = name;
    this.zone = zone;
    this.concurrentCalls = concurrentCalls;
    this.dialsPerDay = dialsPerDay;
    this.contactsPerDay = contactsPerDay;
  }

  Instant now(Instant real) {
    return real.plus(clockOffset);
  }

  LocalDate day(Instant tenantTime) {
    return LocalDate.ofInstant(tenantTime, zone);
  }

  @Override
  public String toString() {
    return name;
  }
}
