package eu.callorders.server.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.json.Json;
import eu.callorders.server.webhook.endpoint.Endpoint;
import eu.callorders.server.webhook.endpoint.EndpointPatch;
import eu.callorders.server.webhook.endpoint.EndpointStatus;
import eu.callorders.server.webhook.endpoint.Verification;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Retry schedule, and disabling of failing endpoints. */
@Tag("long")
class DeliveryRetryTest {
  private static final List<Duration> GAPS =
      List.of(
          Duration.ofSeconds(5),
          Duration.ofMinutes(5),
          Duration.ofMinutes(30),
          Duration.ofHours(2),
          Duration.ofHours(5),
          Duration.ofHours(10),
          Duration.ofHours(14),
          Duration.ofHours(20),
          Duration.ofHours(24));

  @AutoClose private final WebhookDeliveryFixture fixture = new WebhookDeliveryFixture();
  private final Receiver receiver = fixture.receiver;
  private final Receiver other = fixture.other;
  private Endpoint endpoint;

  @BeforeEach
  void open() {
    fixture.setClockAhead();
    endpoint = fixture.endpoint(receiver.url());
  }

  /** The newest delivery. */
  private Delivery delivery() {
    return fixture.log(endpoint).getLast();
  }

  /** Time from the end of the last attempt to the next one. */
  private Duration gap() {
    DeliveryAttempt last = delivery().attempts().getLast();
    return Duration.between(last.at().plusMillis(last.durationMs()), delivery().nextAttemptAt());
  }

  /** Allows one more millisecond, as durations are stored in whole milliseconds. */
  private static void assertBetween(Duration gap, Duration min, Duration max) {
    assertThat(gap).isBetween(min, max.plusMillis(1));
  }

  private void runDue() {
    fixture.makeAllDue();
    fixture.first.offer(endpoint);
    fixture.first.sendAll();
  }

  @Test
  void makesTenAttemptsWithAtMostTenPercentJitter() {
    receiver.respondWith(500);
    fixture.events(1);
    fixture.first.processAll();
    for (Duration gap : GAPS) {
      assertBetween(gap(), gap, gap.plus(gap.dividedBy(10)));
      fixture.clock.advance(Duration.between(fixture.clock.instant(), delivery().nextAttemptAt()));
      runDue();
    }
    assertThat(delivery().status()).isEqualTo(DeliveryStatus.FAILED);
    assertThat(delivery().nextAttemptAt()).isNull();
    assertThat(delivery().attempts()).hasSize(10);
    assertThat(receiver.requests).hasSize(10);
    assertThat(
            Duration.between(
                delivery().attempts().getFirst().at(), delivery().attempts().getLast().at()))
        .isBetween(Duration.ofHours(75).plusMinutes(35), Duration.ofHours(84));
  }

  @Test
  void sendsNothingBeforeItIsDue() {
    receiver.respondWith(500);
    fixture.events(1);
    fixture.first.processAll();
    fixture.first.offer(endpoint);
    fixture.first.sendAll();
    assertThat(receiver.requests).hasSize(1);
  }

  @Test
  void respectsRetryAfterOfOverloadedEndpoints() {
    for (int status : List.of(429, 502, 503, 504)) {
      deliverWithResponse(status, "7200");
      assertBetween(gap(), Duration.ofHours(2), Duration.ofHours(2).plusMillis(500));
    }
  }

  @Test
  void ignoresRetryAfterOfOtherStatuses() {
    for (int status : List.of(400, 404, 408, 500, 501, 505)) {
      deliverWithResponse(status, "7200");
      assertBetween(gap(), Duration.ofSeconds(5), Duration.ofMillis(5_500));
    }
  }

  @Test
  void capsRetryAfterAtOneDay() {
    for (String header : List.of("86400", "86401", "999999999")) {
      deliverWithResponse(503, header);
      assertBetween(gap(), Duration.ofHours(24), Duration.ofHours(24).plusMillis(500));
    }
  }

  @Test
  void retryAfterNeverShortensTheSchedule() {
    for (String header : List.of("0", "1", "-5", "soon", "", "3.5")) {
      deliverWithResponse(503, header);
      assertBetween(gap(), Duration.ofSeconds(5), Duration.ofMillis(5_500));
    }
  }

  @ParameterizedTest
  @CsvSource({"3600, 3600", "172800, 86400", "-60, 5"})
  void acceptsRetryAfterDate(int ahead, int expected) {
    Instant until = fixture.clock.instant().plusSeconds(ahead);
    deliverWithResponse(
        429, DateTimeFormatter.RFC_1123_DATE_TIME.format(until.atOffset(ZoneOffset.UTC)));
    assertBetween(
        gap(), Duration.ofSeconds(expected - 2), Duration.ofSeconds(expected).plusMillis(500));
  }

  private void deliverWithResponse(int status, String retryAfter) {
    receiver.respondWith(
        (request, body) ->
            request.response().setStatusCode(status).putHeader("retry-after", retryAfter).end());
    fixture.clock.advance(Duration.ofMillis(1));
    fixture.events(1);
    fixture.first.processAll();
  }

  @Test
  void reportsFailingEndpointInFeedAndToOtherEndpointsOnly() {
    Endpoint subscriber = fixture.endpoint(other.url(), List.of("webhook_endpoint.*"), false);
    receiver.respondWith(500);
    failFor(5 * 24);
    fixture.first.processAll();

    assertThat(fixture.find(endpoint).status()).isEqualTo(EndpointStatus.DISABLED);
    assertThat(summaries())
        .containsExactly("failing 50 ", "failing 70 ", "failing 90 ", "disabled  failing");
    assertThat(other.requests)
        .extracting(Receiver.ReceivedRequest::body)
        .isEqualTo(endpointEvents());
    assertThat(receiver.requests)
        .noneMatch(got -> got.json().path("type").asText().startsWith("webhook_endpoint."));
    assertThat(fixture.log(subscriber)).hasSize(4);
  }

  @Test
  void successRestartsTheFiveDays() {
    receiver.respondWith(500);
    failFor(4 * 24);
    assertThat(summaries()).containsExactly("failing 50 ", "failing 70 ");
    receiver.respondWith(204);
    fixture.events(1);
    fixture.first.processAll();
    assertThat(fixture.find(endpoint).health().failingSince()).isNull();
    receiver.respondWith(500);
    failFor(4 * 24);

    assertThat(fixture.find(endpoint).status()).isEqualTo(EndpointStatus.ACTIVE);
    assertThat(summaries())
        .containsExactly("failing 50 ", "failing 70 ", "failing 50 ", "failing 70 ");
  }

  @Test
  void reenablingRestartsTheFiveDays() {
    receiver.respondWith(500);
    failFor(5 * 24);
    assertThat(fixture.find(endpoint).status()).isEqualTo(EndpointStatus.DISABLED);
    fixture.update(
        new EndpointPatch(
                Json.parse("{\"status\": \"active\"}"),
                () -> Verification.started("x", fixture.clock.instant()),
                fixture.clock.instant())
            .apply(fixture.find(endpoint)));
    assertThat(fixture.find(endpoint).health().consecutiveFailures()).isZero();
    failFor(2 * 24);

    assertThat(fixture.find(endpoint).status()).isEqualTo(EndpointStatus.ACTIVE);
    assertThat(summaries()).hasSize(4);
  }

  @Test
  void burstOfFailuresDoesNotCountAsDays() {
    receiver.respondWith(500);
    fixture.events(20);
    fixture.first.processAll();
    fixture.clock.advance(Duration.ofHours(11));
    fixture.events(20);
    fixture.first.processAll();
    assertThat(fixture.find(endpoint).health().counting()).isFalse();
    assertThat(summaries()).isEmpty();
  }

  /** One failure now, and another every twelve hours. */
  private void failFor(int hours) {
    fixture.events(1);
    fixture.first.processAll();
    for (int elapsed = 0; elapsed < hours; elapsed += 12) {
      fixture.clock.advance(Duration.ofHours(12).plusMinutes(1));
      fixture.events(1);
      fixture.first.processAll();
    }
  }

  private List<String> endpointEvents() {
    return fixture.envelopes().stream()
        .filter(text -> Json.parse(text).path("type").asText().startsWith("webhook_endpoint."))
        .toList();
  }

  private List<String> summaries() {
    return endpointEvents().stream()
        .map(Json::parse)
        .map(
            event ->
                event.path("type").asText().substring("webhook_endpoint.".length())
                    + " "
                    + event.at("/data/percent").asText()
                    + " "
                    + event.at("/data/reason").asText())
        .toList();
  }
}
