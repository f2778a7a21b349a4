package eu.callorders.gatewaykit.conformance;

import java.util.List;
import java.util.stream.Stream;

/** All checks of {@code contract/gateway.yaml}. */
public final class ConformanceSuite {
  private ConformanceSuite() {}

  public static List<ConformanceCheck> checks() {
    return Stream.of(
            EventChecks.all(), CallFlowChecks.all(), PlacementChecks.all(), RecoveryChecks.all())
        .flatMap(List::stream)
        .toList();
  }
}
