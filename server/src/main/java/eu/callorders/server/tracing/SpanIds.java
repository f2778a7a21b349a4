package eu.callorders.server.tracing;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanId;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceId;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.sdk.trace.IdGenerator;
import java.util.UUID;

/**
 * The ids of spans. A trace has the UUID of its order, the spans of an order and of an attempt have
 * the lower half of theirs, which is random. So each node knows the parents of its spans, and
 * nothing is stored. All other ids are random.
 */
final class SpanIds implements IdGenerator {
  private static final ScopedValue<Given> GIVEN = ScopedValue.newInstance();
  private static final IdGenerator RANDOM = IdGenerator.random();

  /** Ids of the next span; the trace id has no effect on one with a parent. */
  private record Given(String traceId, String spanId) {}

  /** The context of the span of an order, which may be on another node. */
  static SpanContext ofOrder(UUID orderId) {
    return remote(orderId, orderId);
  }

  /** The context of the span of an attempt, which may be on another node. */
  static SpanContext ofAttempt(UUID orderId, UUID attemptId) {
    return remote(orderId, attemptId);
  }

  private static SpanContext remote(UUID orderId, UUID id) {
    return SpanContext.createFromRemoteParent(
        TraceId.fromLongs(orderId.getMostSignificantBits(), orderId.getLeastSignificantBits()),
        SpanId.fromLong(id.getLeastSignificantBits()),
        TraceFlags.getSampled(),
        TraceState.getDefault());
  }

  /** Starts a span that others name as their parent. */
  static Span start(SpanBuilder span, SpanContext context) {
    return start(span, context.getTraceId(), context.getSpanId());
  }

  /** Starts a span in this trace, unless it has a parent. */
  static Span start(SpanBuilder span, String traceId) {
    return start(span, traceId, RANDOM.generateSpanId());
  }

  private static Span start(SpanBuilder span, String traceId, String spanId) {
    return ScopedValue.where(GIVEN, new Given(traceId, spanId)).call(span::startSpan);
  }

  @Override
  public String generateTraceId() {
    return GIVEN.isBound() ? GIVEN.get().traceId() : RANDOM.generateTraceId();
  }

  @Override
  public String generateSpanId() {
    return GIVEN.isBound() ? GIVEN.get().spanId() : RANDOM.generateSpanId();
  }
}
