package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Calling hours by country, region and zone, as clients see them. */
class CallingWindowsTest {
  private static final String BERLINER = "+493023125006";
  private static final String COLOGNER = "+492214710006";
  private static final String MOBILE = "+4917604069006";
  private static final String PARISIAN = "+33199000006";
  private static RunningTenant tenant;

  @BeforeAll
  static void begin() {
    tenant = RunningService.shared().newTenant();
  }

  /** 20 June 2031 is a Friday. */
  @ParameterizedTest
  @CsvSource({
    "DE, +493023125006, Europe/Berlin, 2031-06-20T20:00, 2031-06-21T09:00",
    "DE, +493023125006, Europe/Berlin, 2031-06-21T18:00, 2031-06-23T08:00",
    "AT, +431234567, Europe/Vienna, 2031-06-21T08:59, 2031-06-21T09:00",
    "NL, +31201234567, Europe/Amsterdam, 2031-06-21T06:59, 2031-06-21T07:00",
    "NL, +31201234567, Europe/Amsterdam, 2031-06-21T20:00, 2031-06-23T07:00",
    "FR, +33199000006, Europe/Paris, 2031-06-20T13:00, 2031-06-20T14:00",
    "FR, +33199000006, Europe/Paris, 2031-06-20T20:00, 2031-06-23T10:00",
    "IT, +390612345678, Europe/Rome, 2031-06-21T15:00, 2031-06-23T08:30",
    "ES, +34911234567, Europe/Madrid, 2031-06-21T10:00, 2031-06-23T09:00",
    "PL, +48221234567, Europe/Warsaw, 2031-06-21T10:00, 2031-06-23T08:00",
    "GB, +442079460006, Europe/London, 2031-06-21T20:00, 2031-06-23T08:00",
    "US, +12125550106, America/New_York, 2031-06-22T07:59, 2031-06-22T08:00",
    "US, +12125550106, America/New_York, 2031-07-04T21:00, 2031-07-05T08:00",
    "US, +18085550106, Pacific/Honolulu, 2031-06-22T00:00, 2031-06-22T08:00",
    "CA, +14165550106, America/Toronto, 2031-06-20T18:00, 2031-06-23T09:00",
    "CH, +41446681800, Europe/Zurich, 2031-06-27T18:00, 2031-06-30T09:00"
  })
  void appliesHoursOfCountry(String country, String phone, String zone, String at, String next) {
    assertNext(order(phone), zone, at, next);
  }

  @ParameterizedTest
  @CsvSource({
    "+493023125006, Europe/Berlin, 2031-06-20T19:59",
    "+493023125006, Europe/Berlin, 2031-06-21T17:59",
    "+33199000006, Europe/Paris, 2031-06-20T12:59",
    "+390612345678, Europe/Rome, 2031-06-20T20:59",
    "+12125550106, America/New_York, 2031-07-04T08:00",
    "+12125550106, America/New_York, 2031-06-22T20:59"
  })
  void acceptsInstantWithinHours(String phone, String zone, String at) {
    assertAccepted(order(phone), zone, at);
  }

  /** Women's Day is a holiday in Berlin and Schwerin; Corpus Christi in Bavaria, not in Berlin. */
  @Test
  void appliesHolidaysOfRegion() {
    assertNext(order(BERLINER), "Europe/Berlin", "2032-03-08T10:00", "2032-03-09T08:00");
    assertAccepted(order(COLOGNER), "Europe/Berlin", "2032-03-08T10:00");
    assertAccepted(order(BERLINER), "Europe/Berlin", "2031-06-12T10:00");
    assertNext(order(COLOGNER), "Europe/Berlin", "2031-06-12T10:00", "2031-06-13T08:00");
    assertNext(order(MOBILE), "Europe/Berlin", "2032-03-08T10:00", "2032-03-09T08:00");
    assertNext(order(MOBILE), "Europe/Berlin", "2031-06-12T10:00", "2031-06-13T08:00");
  }

  @Test
  void postalCodeTakesPrecedenceOverAreaCode() {
    assertAccepted(
        order(MOBILE).set("/subject/address/postal_code", "10115"),
        "Europe/Berlin",
        "2031-06-12T10:00");
    assertNext(
        order(BERLINER).set("/subject/address/postal_code", "80331"),
        "Europe/Berlin",
        "2031-06-12T10:00",
        "2031-06-13T08:00");
    assertAccepted(
        order(BERLINER).set("/subject/address/postal_code", "80331"),
        "Europe/Berlin",
        "2032-03-08T10:00");
  }

  @Test
  void addressInOtherCountryMustPermitCallToo() {
    OrderBody abroad = order(BERLINER).set("/subject/address/country", "FR");

    assertNext(abroad, "Europe/Berlin", "2031-06-20T13:00", "2031-06-20T14:00");
    assertNext(abroad, "Europe/Berlin", "2031-06-20T08:00", "2031-06-20T10:00");
    // The national holiday of France is not one of Germany.
    assertNext(abroad, "Europe/Berlin", "2031-07-14T10:00", "2031-07-15T10:00");
  }

  @Test
  void givenZoneTakesPrecedenceOverNumber() {
    OrderBody travelling = order(BERLINER).set("/subject/timezone", "America/New_York");

    assertNext(travelling, "America/New_York", "2031-06-20T07:00", "2031-06-20T08:00");
    assertAccepted(travelling, "America/New_York", "2031-06-20T19:30");
  }

  @Test
  void numberWithSeveralZonesMustSatisfyAll() {
    // A mobile number of Spain: the Canary Islands are one hour behind Madrid.
    OrderBody order = order("+34612345678");

    assertNext(order, "Europe/Madrid", "2031-06-20T09:00", "2031-06-20T10:00");
    assertNext(
        order.set("/subject/timezone", "Europe/Madrid"),
        "Europe/Madrid",
        "2031-06-20T08:00",
        "2031-06-20T09:00");
  }

  /** A number without a country: the address determines the zone, else the tenant. */
  @Test
  void zoneOfAddressAppliesWithoutZoneOfNumber() {
    OrderBody order = order("+80012345678");

    assertNext(order, "Europe/Berlin", "2031-06-20T08:00", "2031-06-20T09:00");
    assertNext(
        order.set("/subject/address/country", "JP"),
        "Asia/Tokyo",
        "2031-06-20T08:00",
        "2031-06-20T09:00");
  }

  @Test
  void tenantAndOrderOnlyNarrowHours() {
    RunningTenant narrow = RunningService.shared().newTenant();
    narrow
        .service()
        .admin()
        .send(
            "PATCH",
            "/admin/v1/tenants/" + narrow.id(),
            """
            {"calling_hours": {"timezone": "America/New_York", "local_call_times": [
              {"days": ["mon", "tue", "wed", "thu", "fri", "sat", "sun"],
               "from": "04:00", "to": "24:00"}]}}
            """);
    OrderBody order =
        order(BERLINER)
            .setJson(
                "/scheduling/local_call_times",
                """
                [{"days": ["sun"], "from": "00:00", "to": "24:00"},
                 {"days": ["fri", "mon"], "from": "06:00", "to": "10:30"}]
                """);

    // 04:00 in New York is 10:00 in Berlin.
    assertNext(narrow, order, "Europe/Berlin", "2031-06-20T08:00", "2031-06-20T10:00");
    assertNext(narrow, order, "Europe/Berlin", "2031-06-20T10:30", "2031-06-23T10:00");
    assertNext(order, "Europe/Berlin", "2031-06-20T10:30", "2031-06-23T08:00");
  }

  @Test
  void deferredOrderIsPlannedForNextPermittedInstant() {
    OrderBody order =
        order(PARISIAN)
            .set("/scheduling/window/not_before", at("Europe/Paris", "2031-06-20T13:10"));
    ServiceResponse planned = tenant.await(tenant.create(order), "scheduled");

    assertThat(planned.at("/next_attempt_at"))
        .isEqualTo(at("Europe/Paris", "2031-06-20T14:00").toString().replace("Z", ".000Z"));
  }

  @Test
  void deferredOrderExpiresWithoutWindow() {
    OrderBody order =
        order(BERLINER)
            .set("/scheduling/window/not_before", at("Europe/Berlin", "2031-06-21T18:00"))
            .set("/scheduling/window/not_after", at("Europe/Berlin", "2031-06-23T08:00"));
    ServiceResponse ended = tenant.awaitEnd(tenant.create(order));

    assertThat(ended.at("/status")).isEqualTo("expired");
    assertThat(ended.at("/result/termination/reason")).isEqualTo("window_closed");
  }

  /** The library fails on the Islamic holidays of Ceuta in that year. */
  @Test
  void orderForAYearWithUnknownHolidaysExpiresAtOnce() {
    OrderBody order =
        order("+34911234567")
            .set("/scheduling/window/not_before", at("Europe/Madrid", "2200-01-08T10:00"));

    assertThat(tenant.awaitEnd(tenant.create(order)).at("/status")).isEqualTo("expired");
  }

  @Test
  void orderWithoutPermittedHoursExpiresAtOnce() {
    OrderBody order =
        order(BERLINER)
            .setJson(
                "/scheduling/local_call_times",
                "[{\"days\": [\"sun\"], \"from\": \"00:00\", \"to\": \"24:00\"}]");

    assertThat(tenant.awaitEnd(tenant.create(order)).at("/status")).isEqualTo("expired");
  }

  @Test
  void retriesStayWithinHours() {
    RunningTenant walking = RunningService.shared().newTenant();
    walking.setClock(at("Europe/Paris", "2031-06-20T12:30"));
    String id =
        walking.create(
            order("+33199000010")
                .set("/scheduling/max_attempts", 8)
                .set("/scheduling/retry/min_gap_hours", 2));
    walking.advanceClock(Duration.ofDays(5));

    List<String> started = new ArrayList<>();
    for (JsonNode call : walking.awaitEnd(id).body().path("calls")) {
      started.add(
          Instant.parse(call.path("started_at").asText())
              .atZone(ZoneId.of("Europe/Paris"))
              .toLocalDateTime()
              .toString()
              .substring(0, "2031-06-20T12:3".length()));
    }
    assertThat(started)
        .containsExactly(
            "2031-06-20T12:3",
            "2031-06-20T14:3",
            "2031-06-20T16:3",
            "2031-06-20T18:3",
            "2031-06-23T10:0",
            "2031-06-23T12:0",
            "2031-06-23T14:0",
            "2031-06-23T16:0");
  }

  private static OrderBody order(String phone) {
    return OrderBody.of("person-" + System.nanoTime(), phone);
  }

  private static void assertNext(OrderBody order, String zone, String at, String next) {
    assertNext(tenant, order, zone, at, next);
  }

  private static void assertNext(
      RunningTenant tenant, OrderBody order, String zone, String at, String next) {
    assertThat(
            tenant
                .api()
                .create(rejecting(order, at(zone, at)).json())
                .is(422, "contact_window_violation")
                .at("/detail"))
        .isEqualTo(
            "The next permitted instant is %s."
                .formatted(at(zone, next).toString().replace("Z", ".000Z")));
  }

  private static void assertAccepted(OrderBody order, String zone, String at) {
    tenant.api().create(rejecting(order, at(zone, at)).json()).is(202);
  }

  private static OrderBody rejecting(OrderBody order, Instant notBefore) {
    return order
        .set("/scheduling/on_window_violation", "reject")
        .set("/scheduling/window/not_before", notBefore);
  }

  private static Instant at(String zone, String local) {
    return LocalDateTime.parse(local).atZone(ZoneId.of(zone)).toInstant();
  }
}
