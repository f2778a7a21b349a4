package eu.callorders.server.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.i18n.phonenumbers.NumberParseException;
import com.google.i18n.phonenumbers.PhoneNumberToTimeZonesMapper;
import com.google.i18n.phonenumbers.PhoneNumberUtil;
import eu.callorders.server.tenant.Tenant;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** Where the clock of the person to be called may be: all of these zones must permit a call. */
final class PersonZone {
  private static final PhoneNumberToTimeZonesMapper ZONES =
      PhoneNumberToTimeZonesMapper.getInstance();

  /** Finding the zones of a number takes longer than anything else in the planning of a call. */
  private static final Map<String, List<ZoneId>> KNOWN = new ConcurrentHashMap<>();

  private static final int MOST_KNOWN = 20_000;

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
    List<ZoneId> known = KNOWN.get(phone);
    if (known != null) {
      return known;
    }
    if (KNOWN.size() >= MOST_KNOWN) {
      KNOWN.clear();
    }
    List<ZoneId> found = lookUp(phone);
    KNOWN.put(phone, found);
    return found;
  }

  private static List<ZoneId> lookUp(String phone) {
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
