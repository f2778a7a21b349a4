package eu.callorders.gatewaykit.conformance;

import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.id.UuidV7;
import eu.callorders.core.telephony.Briefing;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.Simulate;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.random.RandomGenerator;

/**
 * Makes test calls of one order.
 *
 * @param callerId what the calls show
 * @param environment {@code live} or {@code sandbox}, where a simulator shortens calls
 */
public record TestCallFactory(
    Map<TestNumber, String> numbers,
    PhoneNumber callerId,
    String environment,
    UUID orderId,
    InstantSource realTime,
    RandomGenerator random) {
  private static final Duration RING_TIMEOUT = Duration.ofSeconds(30);
  private static final Duration MAX_DURATION = Duration.ofMinutes(15);
  private static final Duration START_LIMIT = Duration.ofMinutes(5);
  private static final UUID TENANT = new UUID(0, 7);

  /** Calls that show a number of the sandbox. */
  public TestCallFactory(
      Map<TestNumber, String> numbers,
      String environment,
      UUID orderId,
      InstantSource realTime,
      RandomGenerator random) {
    this(numbers, new PhoneNumber(TestNumber.CALLER_ID), environment, orderId, realTime, random);
  }

  /** A call without delays, where the gateway supports that. */
  public PlaceCall call(TestNumber number) {
    return call(number, Duration.ZERO, START_LIMIT);
  }

  /** A call that rings for the given time, where the gateway supports that. */
  public PlaceCall ringing(TestNumber number, Duration time) {
    return call(number, time, START_LIMIT);
  }

  /** A call past its latest start. */
  public PlaceCall expired(TestNumber number) {
    return call(number, Duration.ZERO, Duration.ofSeconds(-1));
  }

  private PlaceCall call(TestNumber number, Duration ring, Duration toBegin) {
    Simulate simulate =
        new Simulate(null, List.of(), new Simulate.Delays(ring, Duration.ZERO, Duration.ZERO));
    return new PlaceCall(
        UuidV7.at(realTime.instant(), random),
        orderId,
        TENANT,
        1,
        new PhoneNumber(Objects.requireNonNull(numbers.get(number))),
        callerId,
        new PlaceCall.Agent("payment_reminder", 1, "Remind of the payment", null, null, null),
        "de-DE",
        briefing(),
        "Guten Tag, hier spricht eine KI im Auftrag von Beispiel Inkasso.",
        RING_TIMEOUT,
        MAX_DURATION,
        true,
        environment,
        realTime.instant().plus(toBegin),
        null,
        simulates() ? simulate : null,
        null);
  }

  private static Briefing briefing() {
    return new Briefing(
        "Erika",
        "Muster",
        "Frau",
        "1980-05-03",
        "10115",
        Map.of(
            "outstanding",
            Map.of("value", "120.50", "currency", "EUR"),
            "creditor_name",
            "Stadtwerke Beispielhausen"),
        List.of(),
        Map.of(),
        Map.of(),
        null,
        "date_of_birth");
  }

  private boolean simulates() {
    return environment.equals("sandbox");
  }
}
