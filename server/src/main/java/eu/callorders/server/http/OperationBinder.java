package eu.callorders.server.http;

import eu.callorders.server.contract.Contract;
import eu.callorders.server.contract.ContractOperation;
import eu.callorders.server.contract.ContractValidator;
import eu.callorders.server.logging.LogField;
import eu.callorders.server.logging.LogLine;
import eu.callorders.server.ratelimit.RateLimiter;
import io.vertx.core.Handler;
import io.vertx.ext.web.RoutingContext;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Binds the contract's operations to their implementations. */
public final class OperationBinder {
  private static final Logger LOG = LoggerFactory.getLogger(OperationBinder.class);

  private final Contract contract;
  private final Map<String, Handler<RoutingContext>> handlers = new HashMap<>();

  /**
   * @param live whether requests with {@code simulate} are refused
   * @throws IllegalStateException when an operation lacks a handler, a handler lacks an operation,
   *     or one occurs twice
   */
  public OperationBinder(
      Contract contract,
      List<? extends Operation> operations,
      TokenCheck tokens,
      RateLimiter limiter,
      BytePacer bodyPacer,
      boolean live) {
    this.contract = contract;
    Map<String, Operation> byId = byId(operations);
    requireComplete(contract, byId.keySet());
    RequestLimit requests = new RequestLimit(limiter);
    BodyLimit bodies = new BodyLimit(limiter.clock());
    BytePacer pagePacer = BytePacer.ofPages(limiter.clock());
    ContractValidator validator = new ContractValidator(contract);
    for (ContractOperation each : contract.operations()) {
      handlers.put(
          each.id(),
          new BoundOperation(
              each,
              Objects.requireNonNull(byId.get(each.id())),
              validator.forOperation(each),
              tokens,
              requests,
              bodies,
              bodyPacer,
              pagePacer,
              live));
    }
    LogLine.info(LOG)
        .with(LogField.OPERATIONS, contract.operations().size())
        .log("operations bound");
  }

  Contract contract() {
    return contract;
  }

  Handler<RoutingContext> handler(String operationId) {
    Handler<RoutingContext> handler = handlers.get(operationId);
    if (handler == null) {
      throw new IllegalArgumentException("no operation " + operationId);
    }
    return handler;
  }

  private static Map<String, Operation> byId(List<? extends Operation> operations) {
    Map<String, Operation> byId = new HashMap<>();
    for (Operation operation : operations) {
      if (byId.put(operation.operationId(), operation) != null) {
        throw new IllegalStateException(
            "duplicate handler of operation " + operation.operationId());
      }
    }
    return byId;
  }

  private static void requireComplete(Contract contract, Set<String> handled) {
    Set<String> known = new TreeSet<>(contract.operationIds());
    Set<String> missing = new TreeSet<>(known);
    missing.removeAll(handled);
    Set<String> unknown = new TreeSet<>(handled);
    unknown.removeAll(known);
    if (!missing.isEmpty() || !unknown.isEmpty()) {
      throw new IllegalStateException(
          "operations without handler " + missing + ", handlers without operation " + unknown);
    }
  }
}
