package eu.callorders.server.telephony.conformance;

import java.util.List;
import java.util.stream.Stream;

/**
 * Everything that a gateway promises by the port; {@code contract/gateway.yaml} says it at length.
 */
public final class ConformanceSuite {
  private ConformanceSuite() {}

  /** The promises in the order in which they are best tried. */
  public static List<ConformanceCheck> promises() {
    return Stream.of(
            EventChecks.all(), CallFlowChecks.all(), PlacementChecks.all(), RecoveryChecks.all())
        .flatMap(List::stream)
        .toList();
  }
}
