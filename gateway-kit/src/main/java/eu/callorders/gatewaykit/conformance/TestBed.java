package eu.callorders.gatewaykit.conformance;

import eu.callorders.core.telephony.VoiceGateway;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * The tested gateway and its environment.
 *
 * @param shortTimeoutGateway the same gateway with a short timeout
 * @param events receives the gateway's events
 * @param numbers by purpose; checks of absent numbers are skipped
 * @param callerId what the calls show
 * @param environment {@code live} or {@code sandbox}, where a simulator shortens calls
 * @param timeout timeout of a call
 */
public record TestBed(
    VoiceGateway gateway,
    VoiceGateway shortTimeoutGateway,
    EventCollector events,
    Map<TestNumber, String> numbers,
    String callerId,
    String environment,
    Duration timeout,
    InstantSource realTime,
    RandomGenerator random) {

  public static Map<TestNumber, String> magicNumbers() {
    return Arrays.stream(TestNumber.values())
        .collect(Collectors.toMap(Function.identity(), TestNumber::magicNumber));
  }
}
