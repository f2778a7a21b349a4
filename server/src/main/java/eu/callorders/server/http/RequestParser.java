package eu.callorders.server.http;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.problem.FieldError;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.contract.ContractOperation;
import eu.callorders.server.contract.RequestValidator;
import eu.callorders.server.contract.StrictJsonReader;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Parses the requests of an operation and validates them against the contract. */
final class RequestParser {
  private static final String SIMULATABLE_OPERATION = "createCallOrder";
  private static final int LARGE_BODY = 64 * 1024;

  private final ContractOperation contract;
  private final RequestValidator validator;
  private final boolean live;

  /**
   * @param live whether a request with {@code simulate} is refused
   */
  RequestParser(ContractOperation contract, RequestValidator validator, boolean live) {
    this.contract = contract;
    this.validator = validator;
    this.live = live;
  }

  /** All values of the request's {@code Accept} fields. */
  static String accept(HttpServerRequest request) {
    return String.join(",", request.headers().getAll("Accept"));
  }

  /**
   * Parses a request on the caller's event loop, or one with a large body on a worker thread, so
   * that the event loop serves others meanwhile.
   *
   * @return failed with a {@link ProblemException} when the request is invalid
   */
  Future<ApiRequest> parse(
      RequestContext exchange, Caller caller, Operation operation, byte[] bytes) {
    return bytes.length <= LARGE_BODY
        ? Future.succeededFuture(validated(exchange, caller, operation, bytes))
        : Vertx.currentContext()
            .executeBlocking(() -> validated(exchange, caller, operation, bytes), false);
  }

  private ApiRequest validated(
      RequestContext exchange, Caller caller, Operation operation, byte[] bytes) {
    StrictJsonReader.ParsedBody body = parse(exchange.request(), bytes);
    JsonNode json = body.json();
    if (live
        && json != null
        && contract.id().equals(SIMULATABLE_OPERATION)
        && json.has("simulate")) {
      throw ProblemException.of(
          ProblemCode.SIMULATE_NOT_ALLOWED, "The live environment simulates nothing.");
    }
    HttpServerRequest request = exchange.request();
    Map<String, String> query = new HashMap<>();
    Map<String, String> headers = new HashMap<>();
    List<FieldError> faults = new ArrayList<>();
    faults.addAll(validator.query(exchange.target().query(), query));
    faults.addAll(operation.queryFaults().apply(query));
    faults.addAll(validator.headers(request.headers(), headers));
    faults.addAll(validator.body(body));
    if (contract.offersHtml()) {
      headers.put("accept", accept(request));
    }
    if (json != null && !(faults.isEmpty() && operation.reportsFaultsInHandle())) {
      faults.addAll(operation.bodyFaults().apply(json));
    }
    if (!faults.isEmpty()) {
      throw ProblemException.invalid(faults);
    }
    return new ApiRequest(
        contract.id(),
        contract.method(),
        exchange.target().path(),
        exchange.id(),
        caller,
        validator.path(exchange.target().segments()),
        query,
        headers,
        json,
        bytes.length);
  }

  private static StrictJsonReader.ParsedBody parse(HttpServerRequest request, byte[] bytes) {
    if (bytes.length == 0) {
      return StrictJsonReader.ParsedBody.NOTHING;
    }
    if (!MediaTypes.isPlainJson(request)) {
      throw ProblemException.of(
          ProblemCode.UNSUPPORTED_MEDIA_TYPE,
          "The body must be application/json in UTF-8, without a content coding.");
    }
    return StrictJsonReader.read(bytes);
  }
}
