package eu.callorders.server.telephony.conformance;

import java.util.List;
import java.util.stream.Stream;

/**
 * Everything that a gateway promises by the port; {@code contract/gateway.yaml} says it at length.
 */
public final class Conformance {
  private Conformance() {}

  /** The promises in the order in which they are best tried. */
  public static List<Promise> promises() {
    return Stream.of(
            TellingPromises.all(),
            CoursePromises.all(),
            PlacingPromises.all(),
            RecoveryChecks.all())
        .flatMap(List::stream)
        .toList();
  }
}
