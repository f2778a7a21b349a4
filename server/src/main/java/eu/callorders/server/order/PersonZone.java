package eu.callorders.server.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.i18n.phonenumbers.NumberParseException;
import com.google.i18n.phonenumbers.PhoneNumberToTimeZonesMapper;
import com.google.i18n.phonenumbers.PhoneNumberUtil;
import eu.callorders.server.tenant.Tenant;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.List;
import java.util.stream.Stream;

/** Where the clock of the person to be called may be: all of these zones must permit a call. */
final class PersonZone {
  private static final PhoneNumberToTimeZonesMapper ZONES =
      PhoneNumberToTimeZonesMapper.getInstance();

  private PersonZone() {}

  /** The zone that the client has named, else those of the numbers, else the tenant's. */
  static List<ZoneId> of(OrderDocument document, List<String> phones, Tenant tenant) {
    JsonNode named = document.json().path("subject").path("timezone");
    if (named.isTextual()) {
      return List.of(ZoneId.of(named.asText()));
    }
    List<ZoneId> zones =
        phones.stream().flatMap(phone -> ofNumber(phone).stream()).distinct().toList();
    return zones.isEmpty() ? List.of(tenant.timezone()) : zones;
  }

  private static List<ZoneId> ofNumber(String phone) {
    try {
      return ZONES.getTimeZonesForNumber(PhoneNumberUtil.getInstance().parse(phone, null)).stream()
          .flatMap(PersonZone::known)
          .toList();
    } catch (NumberParseException e) {
      return List.of();
    }
  }

  private static Stream<ZoneId> known(String name) {
    try {
      return Stream.of(ZoneId.of(name));
    } catch (DateTimeException e) {
      return Stream.empty(); // "Etc/Unknown": the number does not tell
    }
  }
}
