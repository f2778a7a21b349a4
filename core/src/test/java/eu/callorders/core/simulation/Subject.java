package eu.callorders.core.simulation;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;

/** Somebody to call: a person of one tenant, at home in a zone. */
record Subject(SimTenant tenant, String name, ZoneId zone, List<String> phones) {

  String lock() {
    return "person:" + name;
  }

  String numberLock(String phone) {
    return "number:" + tenant.name + ":" + phone;
  }

  LocalDate day(Instant tenantTime) {
    return LocalDate.ofInstant(tenantTime, zone);
  }
}
