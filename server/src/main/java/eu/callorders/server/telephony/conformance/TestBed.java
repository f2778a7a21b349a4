package eu.callorders.server.telephony.conformance;

import eu.callorders.core.telephony.VoiceGateway;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * A gateway on trial and what is needed to try it.
 *
 * @param impatient the same gateway, asked by somebody who soon gives up waiting
 * @param events where the gateway's events arrive
 * @param numbers to call, by what they are good for; those that are not there are not tried
 * @param environment {@code live} or {@code sandbox}: a simulator may be told to hurry
 * @param patience how long a call may take that nobody prolongs
 */
public record TestBed(
    VoiceGateway gateway,
    VoiceGateway impatient,
    EventCollector events,
    Map<TestNumber, String> numbers,
    String environment,
    Duration patience,
    InstantSource realTime,
    RandomGenerator random) {

  /** Every number of the sandbox. */
  public static Map<TestNumber, String> magicNumbers() {
    return Arrays.stream(TestNumber.values())
        .collect(Collectors.toMap(Function.identity(), TestNumber::magicNumber));
  }
}
