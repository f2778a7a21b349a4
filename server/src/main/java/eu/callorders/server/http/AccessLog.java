package eu.callorders.server.http;

import eu.callorders.core.id.IdKind;
import eu.callorders.server.contract.ContractOperation;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/** Writes one line per request. No field holds client input except the request id. */
final class AccessLog {
  private static final Logger LOG = LoggerFactory.getLogger("eu.callorders.access");

  private static final Set<String> METHODS =
      Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");

  private AccessLog() {}

  static void write(RequestContext exchange, Instant endedAt) {
    LoggingEventBuilder line = LOG.atInfo();
    ContractOperation operation = exchange.operation();
    String method = exchange.request().method().name();
    line = line.addKeyValue("method", METHODS.contains(method) ? method : "other");
    line = line.addKeyValue("route", operation == null ? "none" : operation.path());
    line = line.addKeyValue("operation", operation == null ? "none" : operation.id());
    line = line.addKeyValue("status", exchange.request().response().getStatusCode());
    line =
        line.addKeyValue(
            "duration_us", Duration.between(exchange.startedAt(), endedAt).toNanos() / 1000);
    Caller caller = exchange.caller();
    if (caller != null && caller.isOperator()) {
      line = line.addKeyValue("operator_id", IdKind.OPERATOR.format(caller.clientId()));
    } else if (caller != null) {
      line = line.addKeyValue("tenant_id", IdKind.TENANT.format(caller.tenantId()));
      line = line.addKeyValue("client_id", IdKind.CLIENT.format(caller.clientId()));
    }
    line.addKeyValue("trace_id", exchange.id()).log("request");
  }
}
