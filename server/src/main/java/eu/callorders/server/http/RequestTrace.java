package eu.callorders.server.http;

import eu.callorders.server.contract.ContractOperation;
import eu.callorders.server.tracing.TracedStep;
import eu.callorders.server.tracing.Traces;
import java.time.Instant;
import java.util.UUID;

/** Records requests of the contract's operations. */
final class RequestTrace {
  private RequestTrace() {}

  static void record(Traces traces, RequestContext exchange, Instant endedAt) {
    ContractOperation operation = exchange.operation();
    if (operation == null || !traces.areOn()) {
      return;
    }
    Caller caller = exchange.caller();
    UUID tenantId = caller == null || caller.isOperator() ? null : caller.tenantId();
    traces.record(
        new TracedStep.RequestServed(
            exchange.request().getHeader(RequestIds.TRACE_PARENT_HEADER),
            exchange.id(),
            operation.id(),
            operation.method(),
            operation.path(),
            exchange.request().response().getStatusCode(),
            tenantId,
            exchange.acceptedOrder(),
            exchange.startedAt(),
            endedAt));
  }
}
