package eu.callorders.server.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.capacity.WeeklyLimits;
import eu.callorders.core.window.CallingWindow;
import eu.callorders.core.window.ClockInterval;
import eu.callorders.core.window.CountryTable;
import eu.callorders.core.window.CountryZones;
import eu.callorders.core.window.GermanStates;
import eu.callorders.core.window.Jurisdiction;
import eu.callorders.core.window.StatutoryWindows;
import eu.callorders.core.window.WeeklyHours;
import eu.callorders.core.window.WindowRule;
import eu.callorders.core.window.ZonedHours;
import eu.callorders.server.json.Json;
import eu.callorders.server.tenant.Tenant;
import eu.callorders.server.window.PhoneLocation;
import eu.callorders.server.window.PhoneLocations;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * When the subject of an order may be called: the hours of the phone's and the address's country,
 * narrowed by tenant and order.
 */
public final class CallingWindows {
  private static final Map<String, DayOfWeek> DAYS =
      Map.of(
          "mon", DayOfWeek.MONDAY,
          "tue", DayOfWeek.TUESDAY,
          "wed", DayOfWeek.WEDNESDAY,
          "thu", DayOfWeek.THURSDAY,
          "fri", DayOfWeek.FRIDAY,
          "sat", DayOfWeek.SATURDAY,
          "sun", DayOfWeek.SUNDAY);

  private final StatutoryWindows statutory;

  public CallingWindows(StatutoryWindows statutory) {
    this.statutory = statutory;
  }

  /** The window of an order for one of its phones, without the order's own bounds. */
  CallingWindow forPhone(OrderDocument document, Tenant tenant, String phone) {
    PhoneLocation location = PhoneLocations.of(phone);
    List<ZoneId> zones = zones(document, tenant, location);
    JsonNode callTimes = document.scheduling().path("local_call_times");
    CallingWindow window = statutory.forPlaces(jurisdictions(address(document), location), zones);
    for (ZoneId zone : zones) {
      window = narrow(window, WindowRule.ORDER_TIMES, callTimes, zone);
      window = narrow(window, tenant, zone);
    }
    return window;
  }

  /**
   * When a subject may be called, independent of an order.
   *
   * @param zone time zone of the subject's calendar days
   */
  public record SubjectWindow(ZoneId zone, CallingWindow window) {}

  /**
   * The window of a subject for the phone that is dialed first.
   *
   * @param subject {@code subject} and {@code contacts}; null if unknown: then the strictest hours
   *     apply, in the tenant's zone
   */
  public SubjectWindow forSubject(@Nullable ObjectNode subject, Tenant tenant) {
    OrderDocument document =
        new OrderDocument(subject == null ? Json.object() : subject, Json.object());
    List<String> phones = OrderTermsReader.phones(document);
    if (!phones.isEmpty()) {
      return new SubjectWindow(
          zone(document, tenant), forPhone(document, tenant, phones.getFirst()));
    }
    ZoneId zone = tenant.timezone();
    Jurisdiction unknown = new Jurisdiction(CountryTable.ELSEWHERE, Set.of());
    CallingWindow strictest = statutory.forPlaces(List.of(unknown), List.of(zone));
    return new SubjectWindow(zone, narrow(strictest, tenant, zone));
  }

  /** The weekly call limits of the phone's and the address's country on a day. */
  WeeklyLimits weeklyLimits(OrderDocument document, String phone, LocalDate today) {
    return new WeeklyLimits(
        jurisdictions(address(document), PhoneLocations.of(phone)).stream()
            .map(jurisdiction -> statutory.countries().ruleFor(jurisdiction.country(), today))
            .toList());
  }

  /** The time zone of the subject's calendar days. */
  static ZoneId zone(OrderDocument document, Tenant tenant) {
    String first = OrderTermsReader.phones(document).getFirst();
    return zones(document, tenant, PhoneLocations.of(first)).getFirst();
  }

  /**
   * Possible time zones of the subject: from the client, else from the phone, else from the
   * address.
   */
  private static List<ZoneId> zones(OrderDocument document, Tenant tenant, PhoneLocation location) {
    JsonNode subjectZone = document.json().path("subject").path("timezone");
    if (subjectZone.isTextual()) {
      return List.of(ZoneId.of(subjectZone.asText()));
    }
    if (!location.zones().isEmpty()) {
      return location.zones();
    }
    List<ZoneId> countryZones = CountryZones.of(address(document).path("country").asText());
    return countryZones.isEmpty() ? List.of(tenant.timezone()) : countryZones;
  }

  /** The phone's country, and the address's country if it differs. */
  private static List<Jurisdiction> jurisdictions(JsonNode address, PhoneLocation location) {
    List<Jurisdiction> jurisdictions = new ArrayList<>();
    String phoneCountry =
        location.jurisdiction() == null
            ? CountryTable.ELSEWHERE
            : location.jurisdiction().country();
    String addressCountry = address.path("country").asText(phoneCountry);
    Set<String> byPostalCode =
        addressCountry.equals("DE")
            ? GermanStates.ofPostalCode(address.path("postal_code").asText())
            : Set.of();
    Set<String> byAreaCode =
        location.jurisdiction() == null ? Set.of() : location.jurisdiction().regions();
    if (addressCountry.equals(phoneCountry)) {
      jurisdictions.add(
          new Jurisdiction(phoneCountry, byPostalCode.isEmpty() ? byAreaCode : byPostalCode));
    } else {
      jurisdictions.add(new Jurisdiction(phoneCountry, byAreaCode));
      jurisdictions.add(new Jurisdiction(addressCountry, byPostalCode));
    }
    return jurisdictions;
  }

  private static JsonNode address(OrderDocument document) {
    return document.json().path("subject").path("address");
  }

  private static ZoneId zoneOf(JsonNode callingHours, ZoneId subjectZone) {
    return callingHours.hasNonNull("timezone")
        ? ZoneId.of(callingHours.get("timezone").asText())
        : subjectZone;
  }

  private static CallingWindow narrow(CallingWindow window, Tenant tenant, ZoneId subjectZone) {
    JsonNode hours = tenant.callingHours();
    return narrow(
        window,
        WindowRule.TENANT_HOURS,
        hours.path("local_call_times"),
        zoneOf(hours, subjectZone));
  }

  private static CallingWindow narrow(
      CallingWindow window, WindowRule rule, JsonNode callTimes, ZoneId zone) {
    if (callTimes.isEmpty()) {
      return window;
    }
    List<WeeklyHours.Entry> entries =
        StreamSupport.stream(callTimes.spliterator(), false).map(CallingWindows::entry).toList();
    return window.narrowedBy(new ZonedHours(rule, zone, WeeklyHours.of(entries)));
  }

  private static WeeklyHours.Entry entry(JsonNode callTime) {
    Set<DayOfWeek> days = EnumSet.noneOf(DayOfWeek.class);
    callTime.path("days").forEach(day -> days.add(DAYS.get(day.asText())));
    return new WeeklyHours.Entry(
        days, ClockInterval.of(callTime.path("from").asText(), callTime.path("to").asText()));
  }
}
