package eu.callorders.server.telephony.conformance;

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
 * Makes calls to try a gateway with, all of one order.
 *
 * @param environment {@code live} or {@code sandbox}: a simulator is told to hurry
 */
public record TestCallFactory(
    Map<TestNumber, String> numbers,
    String environment,
    UUID orderId,
    InstantSource realTime,
    RandomGenerator random) {
  private static final Duration RING = Duration.ofSeconds(30);
  private static final Duration TALK = Duration.ofMinutes(15);
  private static final Duration TO_BEGIN = Duration.ofMinutes(5);
  private static final UUID TENANT = new UUID(0, 7);
  private static final String CALLER = "+493023125000";

  /** A call that goes as fast as the gateway can let it go. */
  public PlaceCall call(TestNumber role) {
    return call(role, Duration.ZERO, TO_BEGIN);
  }

  /** One that rings for so long, where calls can be told to. */
  public PlaceCall ringing(TestNumber role, Duration time) {
    return call(role, time, TO_BEGIN);
  }

  /** One that must not begin any more. */
  public PlaceCall late(TestNumber role) {
    return call(role, Duration.ZERO, Duration.ofSeconds(-1));
  }

  private PlaceCall call(TestNumber role, Duration ring, Duration toBegin) {
    Simulate hurry =
        new Simulate(null, List.of(), new Simulate.Delays(ring, Duration.ZERO, Duration.ZERO));
    return new PlaceCall(
        UuidV7.at(realTime.instant(), random),
        orderId,
        TENANT,
        1,
        Objects.requireNonNull(numbers.get(role)),
        CALLER,
        new PlaceCall.Agent("payment_reminder", 1, "Remind of the payment", null, null, null),
        "de-DE",
        briefing(),
        "Guten Tag, hier spricht eine KI im Auftrag von Beispiel Inkasso.",
        RING,
        TALK,
        true,
        environment,
        realTime.instant().plus(toBegin),
        simulates() ? hurry : null,
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
