package eu.callorders.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.http.Json;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When the sender comes again, and when it gives an endpoint up. */
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

  private final Vertx vertx = Vertx.vertx();
  private final Receiver receiver = new Receiver(vertx);
  private final Receiver other = new Receiver(vertx);
  private WebhookDeliveryFixture house;
  private Endpoint endpoint;

  @BeforeEach
  void open() {
    house = new WebhookDeliveryFixture(Set.of(receiver.hostAndPort(), other.hostAndPort()));
    house.nothingFallsDueByItself();
    endpoint = house.endpoint(receiver.url());
  }

  @AfterEach
  void close() {
    house.close();
    vertx.close().await();
  }

  /** The newest one. */
  private Delivery delivery() {
    return house.log(endpoint).getLast();
  }

  /** What lies between the end of the last attempt and the next one. */
  private Duration gap() {
    DeliveryAttempt last = delivery().attempts().getLast();
    return Duration.between(last.at().plusMillis(last.durationMs()), delivery().nextAttemptAt());
  }

  /** From below, since an attempt's duration is kept in whole milliseconds. */
  private static void isAbout(Duration gap, Duration least, Duration most) {
    assertThat(gap).isBetween(least, most.plusMillis(1));
  }

  private void fallDue() {
    house.letEverythingFallDue();
    house.first.due(endpoint);
    house.first.send();
  }

  @Test
  void tenAttemptsFollowThePlanEachATenthLaterAtMost() {
    receiver.answers(500);
    house.events(1);
    house.first.work();
    for (Duration gap : GAPS) {
      isAbout(gap(), gap, gap.plus(gap.dividedBy(10)));
      house.clock.advance(Duration.between(house.clock.instant(), delivery().nextAttemptAt()));
      fallDue();
    }
    assertThat(delivery().status()).isEqualTo(DeliveryStatus.FAILED);
    assertThat(delivery().nextAttemptAt()).isNull();
    assertThat(delivery().attempts()).hasSize(10);
    assertThat(receiver.got).hasSize(10);
    assertThat(
            Duration.between(
                delivery().attempts().getFirst().at(), delivery().attempts().getLast().at()))
        .isBetween(Duration.ofHours(75).plusMinutes(35), Duration.ofHours(84));
  }

  @Test
  void nothingIsSentBeforeItsTime() {
    receiver.answers(500);
    house.events(1);
    house.first.work();
    house.first.due(endpoint);
    house.first.send();
    assertThat(receiver.got).hasSize(1);
  }

  @Test
  void whoIsOverloadedOrAwayMaySayWhenToCome() {
    for (int status : List.of(429, 502, 503, 504)) {
      answers(status, "7200");
      isAbout(gap(), Duration.ofHours(2), Duration.ofHours(2).plusMillis(500));
    }
  }

  @Test
  void nobodyElseMay() {
    for (int status : List.of(400, 404, 408, 500, 501, 505)) {
      answers(status, "7200");
      isAbout(gap(), Duration.ofSeconds(5), Duration.ofMillis(5_500));
    }
  }

  @Test
  void aDayIsTheLongest() {
    for (String header : List.of("86400", "86401", "999999999")) {
      answers(503, header);
      isAbout(gap(), Duration.ofHours(24), Duration.ofHours(24).plusMillis(500));
    }
  }

  @Test
  void itNeverBringsUsEarlier() {
    for (String header : List.of("0", "1", "-5", "soon", "", "3.5")) {
      answers(503, header);
      isAbout(gap(), Duration.ofSeconds(5), Duration.ofMillis(5_500));
    }
  }

  @ParameterizedTest
  @CsvSource({"3600, 3600", "172800, 86400", "-60, 5"})
  void aDateWillDo(int ahead, int expected) {
    Instant until = house.clock.instant().plusSeconds(ahead);
    answers(429, DateTimeFormatter.RFC_1123_DATE_TIME.format(until.atOffset(ZoneOffset.UTC)));
    isAbout(gap(), Duration.ofSeconds(expected - 2), Duration.ofSeconds(expected).plusMillis(500));
  }

  private void answers(int status, String retryAfter) {
    receiver.answers(
        (request, body) ->
            request.response().setStatusCode(status).putHeader("retry-after", retryAfter).end());
    house.clock.advance(Duration.ofMillis(1));
    house.events(1);
    house.first.work();
  }

  @Test
  void warningsGoToTheFeedAndToTheOthersOnly() {
    Endpoint witness = house.endpoint(other.url(), List.of("webhook_endpoint.*"), false);
    receiver.answers(500);
    failFor(5 * 24);
    house.first.work();

    assertThat(house.find(endpoint).status()).isEqualTo(EndpointStatus.DISABLED);
    assertThat(news())
        .containsExactly("failing 50 ", "failing 70 ", "failing 90 ", "disabled  failing");
    assertThat(other.got).extracting(Receiver.Got::body).isEqualTo(newsOfTheFeed());
    assertThat(receiver.got)
        .noneMatch(got -> got.json().path("type").asText().startsWith("webhook_endpoint."));
    assertThat(house.log(witness)).hasSize(4);
  }

  @Test
  void aSuccessInBetweenBeginsTheFiveDaysAnew() {
    receiver.answers(500);
    failFor(4 * 24);
    assertThat(news()).containsExactly("failing 50 ", "failing 70 ");
    receiver.answers(204);
    house.events(1);
    house.first.work();
    assertThat(house.find(endpoint).health().failingSince()).isNull();
    receiver.answers(500);
    failFor(4 * 24);

    assertThat(house.find(endpoint).status()).isEqualTo(EndpointStatus.ACTIVE);
    assertThat(news()).containsExactly("failing 50 ", "failing 70 ", "failing 50 ", "failing 70 ");
  }

  @Test
  void beingEnabledAgainBeginsTheFiveDaysAnew() {
    receiver.answers(500);
    failFor(5 * 24);
    assertThat(house.find(endpoint).status()).isEqualTo(EndpointStatus.DISABLED);
    house.update(
        new EndpointPatch(
                Json.parse("{\"status\": \"active\"}"),
                () -> Verification.started("x", house.clock.instant()),
                house.clock.instant())
            .apply(house.find(endpoint)));
    assertThat(house.find(endpoint).health().consecutiveFailures()).isZero();
    failFor(2 * 24);

    assertThat(house.find(endpoint).status()).isEqualTo(EndpointStatus.ACTIVE);
    assertThat(news()).hasSize(4);
  }

  @Test
  void aBurstOfFailuresSaysNothingAboutDays() {
    receiver.answers(500);
    house.events(20);
    house.first.work();
    house.clock.advance(Duration.ofHours(11));
    house.events(20);
    house.first.work();
    assertThat(house.find(endpoint).health().counting()).isFalse();
    assertThat(news()).isEmpty();
  }

  /** A failure now, and another every twelve hours, whatever an attempt takes. */
  private void failFor(int hours) {
    house.events(1);
    house.first.work();
    for (int passed = 0; passed < hours; passed += 12) {
      house.clock.advance(Duration.ofHours(12).plusMinutes(1));
      house.events(1);
      house.first.work();
    }
  }

  private List<String> newsOfTheFeed() {
    return house.envelopes().stream()
        .filter(text -> Json.parse(text).path("type").asText().startsWith("webhook_endpoint."))
        .toList();
  }

  private List<String> news() {
    return newsOfTheFeed().stream()
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
