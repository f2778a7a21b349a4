package eu.callorders.server.tracing;

import eu.callorders.core.id.IdKind;
import eu.callorders.server.tracing.TracedStep.AttemptPlanned;
import eu.callorders.server.tracing.TracedStep.CallEnded;
import eu.callorders.server.tracing.TracedStep.CallPlaced;
import eu.callorders.server.tracing.TracedStep.OrderAccepted;
import eu.callorders.server.tracing.TracedStep.OrderEnded;
import eu.callorders.server.tracing.TracedStep.OrderStep;
import eu.callorders.server.tracing.TracedStep.RequestServed;
import eu.callorders.server.tracing.TracedStep.WebhookSent;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.TraceId;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Makes a span of each step. */
final class SpanWriter {
  private static final int SERVER_ERROR = 500;
  private static final String UNKNOWN = "unknown";

  /** The carrier is the value of the one header. */
  private static final TextMapGetter<String> HEADER =
      (value, name) -> name.equals("traceparent") ? value : null;

  private final Tracer tracer;

  SpanWriter(Tracer tracer) {
    this.tracer = tracer;
  }

  void write(TracedStep step) {
    switch (step) {
      case RequestServed request -> write(request);
      case OrderAccepted accepted -> {
        SpanBuilder span = span("accept order", SpanKind.INTERNAL, accepted).setNoParent();
        end(SpanIds.start(span, SpanIds.ofOrder(accepted.orderId())), accepted);
      }
      case AttemptPlanned planned -> {
        SpanBuilder span = child("plan attempt", SpanKind.INTERNAL, planned);
        SpanAttribute.NEXT_ATTEMPT_AT.set(span, planned.nextAttemptAt().toString());
        end(span.startSpan(), planned);
      }
      case CallPlaced placed -> write(placed);
      case CallEnded call -> write(call);
      case OrderEnded ended -> {
        SpanBuilder span = child("end order", SpanKind.INTERNAL, ended);
        SpanAttribute.ORDER_STATUS.set(span, ended.status());
        SpanAttribute.END_REASON.set(span, ended.reason());
        end(span.startSpan(), ended);
      }
      case WebhookSent sent -> write(sent);
    }
  }

  /** In the client's trace, or in one with the request's id. */
  private void write(RequestServed request) {
    Context parent = parent(request.traceparent());
    SpanBuilder span =
        tracer
            .spanBuilder(request.method() + " " + request.route())
            .setSpanKind(SpanKind.SERVER)
            .setStartTimestamp(request.startedAt())
            .setParent(parent);
    SpanAttribute.METHOD.set(span, request.method());
    SpanAttribute.ROUTE.set(span, request.route());
    SpanAttribute.OPERATION.set(span, request.operationId());
    SpanAttribute.REQUEST_ID.set(span, request.requestId());
    SpanAttribute.RESPONSE_STATUS.set(span, request.status());
    SpanAttribute.TENANT_ID.set(span, format(IdKind.TENANT, request.tenantId()));
    SpanAttribute.ORDER_ID.set(span, format(IdKind.ORDER, request.acceptedOrder()));
    if (request.acceptedOrder() != null) {
      span.addLink(SpanIds.ofOrder(request.acceptedOrder()));
    }
    Span started =
        TraceId.isValid(request.requestId())
            ? SpanIds.start(span, request.requestId())
            : span.startSpan();
    if (request.status() >= SERVER_ERROR) {
      started.setStatus(StatusCode.ERROR);
    }
    end(started, request);
  }

  private void write(CallPlaced placed) {
    SpanBuilder span =
        span("place call", SpanKind.CLIENT, placed)
            .setParent(in(SpanIds.ofAttempt(placed.orderId(), placed.attemptId())));
    SpanAttribute.CALL_ID.set(span, IdKind.CALL.format(placed.attemptId()));
    SpanAttribute.PLACE_RESULT.set(span, placed.result());
    Span started = span.startSpan();
    if (placed.result().equals(UNKNOWN)) {
      started.setStatus(StatusCode.ERROR);
    }
    end(started, placed);
  }

  private void write(CallEnded call) {
    SpanBuilder span = child("call", SpanKind.INTERNAL, call);
    SpanAttribute.CALL_ID.set(span, IdKind.CALL.format(call.attemptId()));
    SpanAttribute.ATTEMPT_NUMBER.set(span, call.attemptNumber());
    SpanAttribute.CALL_STATUS.set(span, call.status());
    SpanAttribute.DISPOSITION.set(span, call.disposition());
    SpanAttribute.CAUSE.set(span, call.cause());
    end(SpanIds.start(span, SpanIds.ofAttempt(call.orderId(), call.attemptId())), call);
  }

  private void write(WebhookSent sent) {
    SpanBuilder span = child("send webhook", SpanKind.CLIENT, sent);
    SpanAttribute.DELIVERY_ID.set(span, IdKind.WEBHOOK_DELIVERY.format(sent.deliveryId()));
    SpanAttribute.ENDPOINT_ID.set(span, IdKind.WEBHOOK_ENDPOINT.format(sent.endpointId()));
    SpanAttribute.EVENT_ID.set(span, IdKind.EVENT.format(sent.eventId()));
    SpanAttribute.EVENT_TYPE.set(span, sent.eventType());
    SpanAttribute.ATTEMPT_NUMBER.set(span, sent.attemptNumber());
    SpanAttribute.ERROR.set(span, sent.error());
    if (sent.responseStatus() != null) {
      SpanAttribute.RESPONSE_STATUS.set(span, sent.responseStatus());
    }
    Span started = span.startSpan();
    if (sent.failed()) {
      started.setStatus(StatusCode.ERROR);
    }
    end(started, sent);
  }

  /** A child of the order's span. */
  private SpanBuilder child(String name, SpanKind kind, OrderStep step) {
    return span(name, kind, step).setParent(in(SpanIds.ofOrder(step.orderId())));
  }

  private SpanBuilder span(String name, SpanKind kind, OrderStep step) {
    SpanBuilder span =
        tracer.spanBuilder(name).setSpanKind(kind).setStartTimestamp(step.startedAt());
    SpanAttribute.TENANT_ID.set(span, IdKind.TENANT.format(step.tenantId()));
    SpanAttribute.ORDER_ID.set(span, IdKind.ORDER.format(step.orderId()));
    return span;
  }

  /** Clocks of nodes differ: no span ends before it starts. */
  private static void end(Span span, TracedStep step) {
    Instant start = step.startedAt();
    span.end(step.endedAt().isBefore(start) ? start : step.endedAt());
  }

  private static Context in(SpanContext parent) {
    return Context.root().with(Span.wrap(parent));
  }

  /** The context of a request; a root without a valid header. */
  private static Context parent(@Nullable String traceparent) {
    return traceparent == null
        ? Context.root()
        : W3CTraceContextPropagator.getInstance().extract(Context.root(), traceparent, HEADER);
  }

  private static @Nullable String format(IdKind kind, @Nullable UUID id) {
    return id == null ? null : kind.format(id);
  }
}
