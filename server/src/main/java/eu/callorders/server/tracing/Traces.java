package eu.callorders.server.tracing;

import java.util.Map;
import java.util.UUID;

/** Where a node reports the steps of requests and orders. Never waits and never fails. */
public interface Traces extends AutoCloseable {
  /** Without a collector. */
  Traces OFF = new Traces() {};

  default boolean areOn() {
    return false;
  }

  /** Makes a span of the step. */
  default void record(TracedStep step) {}

  /** Headers of a request to the gateway about a call, by which the gateway continues the trace. */
  default Map<String, String> headers(UUID orderId, UUID attemptId) {
    return Map.of();
  }

  /** The number of spans that the collector did not get, since the start. */
  default long dropped() {
    return 0;
  }

  @Override
  default void close() {}
}
