package eu.callorders.sipgateway.app;

import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.gatewaykit.call.CallRegistry;
import eu.callorders.gatewaykit.call.CallState;
import eu.callorders.gatewaykit.call.PlacedCall;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Stores nothing: for one call of a process that ends with it.
 *
 * @param onFinish runs when the call needs the process no more
 */
record TransientRegistry(Runnable onFinish) implements CallRegistry {

  @Override
  public @Nullable Entry find(UUID attemptId) {
    return null;
  }

  @Override
  public @Nullable Instant retainedSince(Instant now) {
    return null;
  }

  @Override
  public void recordRefusal(PlaceCall call, PlaceResult.Refused result, Instant at) {}

  @Override
  public void recordPlacement(PlacedCall placedCall, PlaceResult.Accepted result) {}

  @Override
  public void recordEvent(PlacedCall placedCall, List<GatewayEvent> events) {}

  @Override
  public void recordState(UUID attemptId, CallState state) {}

  @Override
  public void recordFinish(UUID attemptId) {
    onFinish.run();
  }

  @Override
  public Optional<GatewayEvent.Forgotten> erase(UUID attemptId, Instant at) {
    return Optional.empty();
  }

  @Override
  public List<InterruptedCall> interruptedCalls() {
    return List.of();
  }

  @Override
  public void expire(Instant now) {}
}
