package eu.callorders.server.order;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.capacity.WeeklyLimits;
import eu.callorders.core.order.OrderTerms;
import eu.callorders.core.order.Scheduling;
import eu.callorders.core.window.CallingWindow;
import eu.callorders.core.window.CountryRule;
import eu.callorders.core.window.CountryTable;
import eu.callorders.core.window.CountryZones;
import eu.callorders.core.window.GermanStates;
import eu.callorders.core.window.Jurisdiction;
import eu.callorders.core.window.StatutoryWindows;
import eu.callorders.core.window.WeeklyHours;
import eu.callorders.core.window.WindowRule;
import eu.callorders.core.window.ZonedHours;
import eu.callorders.server.tenant.Tenant;
import eu.callorders.server.window.CallTimesMapper;
import eu.callorders.server.window.PhoneLocation;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * When the subject of an order may be called: the hours of the phone's and the address's country,
 * narrowed by tenant and order.
 */
public final class CallingWindows {
  private final StatutoryWindows statutory;

  public CallingWindows(StatutoryWindows statutory) {
    this.statutory = statutory;
  }

  /**
   * The terms of an order's attempts.
   *
   * @param acceptedAt in the tenant's time
   */
  public OrderTerms terms(OrderDocument document, Tenant tenant, Instant acceptedAt) {
    Scheduling scheduling = document.scheduling();
    Instant expiresAt = scheduling.expiry(acceptedAt);
    List<PhoneNumber> phones = dialable(document.contact(), tenant);
    return new OrderTerms(
        phones,
        scheduling.maxAttempts(),
        scheduling.minGap(),
        scheduling.randomize(),
        phones.stream()
            .collect(
                Collectors.toMap(
                    phone -> phone,
                    phone ->
                        forPhone(document.contact(), scheduling.callTimes(), tenant, phone)
                            .withBounds(scheduling.notBefore(), expiresAt))),
        expiresAt);
  }

  /** The phones that the tenant may call; all if it may call none, which a dial rule then holds. */
  static List<PhoneNumber> dialable(SubjectContact contact, Tenant tenant) {
    List<PhoneNumber> allowed =
        contact.phones().stream().filter(tenant.allowedCountries()::contains).toList();
    return allowed.isEmpty() ? contact.phones() : allowed;
  }

  private CallingWindow forPhone(
      SubjectContact contact, List<WeeklyHours.Entry> callTimes, Tenant tenant, PhoneNumber phone) {
    PhoneLocation location = PhoneLocation.of(phone);
    List<ZoneId> zones = zones(contact, tenant, location);
    CallingWindow window = statutory.forPlaces(jurisdictions(contact, location), zones);
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
   * @param contact null if unknown: then the strictest hours apply, in the tenant's zone
   */
  public SubjectWindow forSubject(@Nullable SubjectContact contact, Tenant tenant) {
    if (contact != null && !contact.phones().isEmpty()) {
      return new SubjectWindow(
          zone(contact, tenant),
          forPhone(contact, List.of(), tenant, dialable(contact, tenant).getFirst()));
    }
    ZoneId zone = tenant.timezone();
    Jurisdiction unknown = new Jurisdiction(CountryTable.ELSEWHERE, Set.of());
    CallingWindow strictest = statutory.forPlaces(List.of(unknown), List.of(zone));
    return new SubjectWindow(zone, narrow(strictest, tenant, zone));
  }

  /** The weekly call limits of the phone's and the address's country on a day of the subject. */
  public WeeklyLimits weeklyLimits(SubjectContact contact, PhoneNumber phone, LocalDate today) {
    return new WeeklyLimits(rules(contact, phone, today).toList());
  }

  /** Whether an order to the phone must state why the person may be called. */
  boolean requiresBasis(SubjectContact contact, PhoneNumber phone, LocalDate today) {
    return rules(contact, phone, today).anyMatch(CountryRule::basisRequired);
  }

  /** The rules of the phone's and the address's country on a day of the subject. */
  private Stream<CountryRule> rules(SubjectContact contact, PhoneNumber phone, LocalDate today) {
    return jurisdictions(contact, PhoneLocation.of(phone)).stream()
        .map(jurisdiction -> statutory.countries().ruleFor(jurisdiction.country(), today));
  }

  /** The time zone of the subject's calendar days. */
  static ZoneId zone(SubjectContact contact, Tenant tenant) {
    return zones(contact, tenant, PhoneLocation.of(contact.phones().getFirst())).getFirst();
  }

  /**
   * Possible time zones of the subject: from the client, else from the phone, else from the
   * address.
   */
  private static List<ZoneId> zones(SubjectContact contact, Tenant tenant, PhoneLocation location) {
    if (contact.zone() != null) {
      return List.of(contact.zone());
    }
    if (!location.zones().isEmpty()) {
      return location.zones();
    }
    List<ZoneId> countryZones =
        contact.country() == null ? List.of() : CountryZones.of(contact.country());
    return countryZones.isEmpty() ? List.of(tenant.timezone()) : countryZones;
  }

  /** The phone's country, and the address's country if it differs. */
  private static List<Jurisdiction> jurisdictions(SubjectContact contact, PhoneLocation location) {
    List<Jurisdiction> jurisdictions = new ArrayList<>();
    String phoneCountry =
        location.jurisdiction() == null
            ? CountryTable.ELSEWHERE
            : location.jurisdiction().country();
    String addressCountry = contact.country() == null ? phoneCountry : contact.country();
    Set<String> byPostalCode =
        addressCountry.equals("DE") ? GermanStates.ofPostalCode(contact.postalCode()) : Set.of();
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

  private static CallingWindow narrow(CallingWindow window, Tenant tenant, ZoneId subjectZone) {
    JsonNode hours = tenant.callingHours();
    return narrow(
        window,
        WindowRule.TENANT_HOURS,
        CallTimesMapper.read(hours.path("local_call_times")),
        hours.hasNonNull("timezone") ? ZoneId.of(hours.get("timezone").asText()) : subjectZone);
  }

  private static CallingWindow narrow(
      CallingWindow window, WindowRule rule, List<WeeklyHours.Entry> callTimes, ZoneId zone) {
    return callTimes.isEmpty()
        ? window
        : window.narrowedBy(new ZonedHours(rule, zone, WeeklyHours.of(callTimes)));
  }
}
