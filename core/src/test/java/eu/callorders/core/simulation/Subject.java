package eu.callorders.core.simulation;

import eu.callorders.core.call.PhoneNumber;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;

/** A person of one tenant with a time zone and phones. */
record Subject(SimTenant tenant, String name, ZoneId zone, List<PhoneNumber> phones) {

  String lock() {
    return "person:" + name;
  }

  String phoneLock(PhoneNumber phone) {
    return "number:" + tenant.name + ":" + phone.e164();
  }

  LocalDate day(Instant tenantTime) {
    return LocalDate.ofInstant(tenantTime, zone);
  }
}
