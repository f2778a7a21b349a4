package eu.callorders.server.http;

import eu.callorders.core.id.IdKind;
import eu.callorders.server.contract.ContractOperation;
import eu.callorders.server.logging.LogField;
import eu.callorders.server.logging.LogLine;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes one line per request. No field holds client input except the request id. */
final class AccessLog {
  private static final Logger LOG = LoggerFactory.getLogger("eu.callorders.access");

  private static final Set<String> METHODS =
      Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");

  private static final double THOUSAND = 1e3;

  private AccessLog() {}

  static void write(RequestContext exchange, Instant endedAt) {
    ContractOperation operation = exchange.operation();
    String method = exchange.request().method().name();
    LogLine line =
        LogLine.info(LOG)
            .with(LogField.METHOD, METHODS.contains(method) ? method : "other")
            .with(LogField.ROUTE, operation == null ? "none" : operation.path())
            .with(LogField.OPERATION, operation == null ? "none" : operation.id())
            .with(LogField.RESPONSE_STATUS, exchange.request().response().getStatusCode())
            .with(LogField.DURATION_MS, millis(Duration.between(exchange.startedAt(), endedAt)));
    Caller caller = exchange.caller();
    if (caller != null && caller.isOperator()) {
      line.with(LogField.OPERATOR_ID, IdKind.OPERATOR.format(caller.clientId()));
    } else if (caller != null) {
      line.with(LogField.TENANT_ID, IdKind.TENANT.format(caller.tenantId()))
          .with(LogField.CLIENT_ID, IdKind.CLIENT.format(caller.clientId()));
    }
    line.with(LogField.TRACE_ID, exchange.id()).log("request");
  }

  /** With the microseconds as decimals. */
  private static double millis(Duration duration) {
    return Math.round(duration.toNanos() / THOUSAND) / THOUSAND;
  }
}
