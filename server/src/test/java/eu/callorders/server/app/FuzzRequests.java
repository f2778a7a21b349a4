package eu.callorders.server.app;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.server.app.ContractCheck.DocumentedOperation;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;

/** Nearly valid requests generated from the contract, reproducible by seed. */
final class FuzzRequests {
  private final ContractCheck contract;
  private final FuzzResources known;
  private final Random random;

  FuzzRequests(ContractCheck contract, FuzzResources known, Random random) {
    this.contract = contract;
    this.known = known;
    this.random = random;
  }

  /** The same requests about another order, since requests may end orders. */
  FuzzRequests about(String order) {
    FuzzResources others =
        new FuzzResources(order, known.call(), known.event(), known.entry(), known.own());
    return new FuzzRequests(contract, others, random);
  }

  /** A request; {@code body} may be null. */
  record Request(String method, String target, List<String> headers, String body) {
    Request withoutHeader(String name) {
      List<String> fewer = new ArrayList<>(headers);
      int at = fewer.indexOf(name);
      if (at >= 0) {
        fewer.subList(at, at + 2).clear();
      }
      return new Request(method, target, fewer, body);
    }

    /** Adds all other header fields. */
    Request withEveryHeader(String idempotencyKey) {
      List<String> all = new ArrayList<>(headers);
      FuzzHeaders.VALUES.forEach(
          (name, values) -> {
            if (!all.contains(name)) {
              String first = name.equals("Idempotency-Key") ? idempotencyKey : values.getFirst();
              all.addAll(List.of(name, first));
            }
          });
      return new Request(method, target, all, body);
    }

    /** One request per value of a header field except the first, with all other fields. */
    List<Request> withEachHeaderValue(String idempotencyKey) {
      List<Request> requests = new ArrayList<>();
      new TreeMap<>(FuzzHeaders.VALUES)
          .forEach(
              (name, values) -> {
                for (String value : values.subList(1, values.size())) {
                  Request varied = withoutHeader(name).withHeader(name, value);
                  requests.add(varied.withEveryHeader(idempotencyKey + requests.size()));
                }
              });
      return requests;
    }

    private Request withHeader(String name, String value) {
      List<String> more = new ArrayList<>(headers);
      more.addAll(List.of(name, value));
      return new Request(method, target, more, body);
    }

    Request withTarget(String other) {
      return new Request(method, other, headers, body);
    }

    Request withBody(String other) {
      return new Request(method, target, headers, other);
    }

    ServiceResponse send(Api api) {
      return api.send(method, target, body, headers.toArray(String[]::new));
    }
  }

  Request next(DocumentedOperation operation) {
    return new Request(
        operation.method(),
        target(operation),
        FuzzHeaders.of(operation, random),
        FuzzBodies.of(operation, random));
  }

  private String target(DocumentedOperation operation) {
    String path =
        operation.path(
            random.nextInt(4) > 0 ? known.about(operation.id()) : encoded(FuzzBodies.pick(random)),
            random.nextInt(4) > 0 ? "1" : encoded(FuzzBodies.pick(random)));
    StringBuilder query = new StringBuilder();
    for (JsonNode parameter : operation.node().path("parameters")) {
      JsonNode resolved = contract.resolve(parameter);
      if (resolved.path("in").asText().equals("query") && random.nextInt(3) == 0) {
        String value =
            random.nextBoolean()
                ? valid(resolved.path("name").asText())
                : encoded(FuzzBodies.pick(random));
        query.append(query.isEmpty() ? '?' : '&').append(resolved.path("name").asText());
        query.append('=').append(value);
      }
    }
    if (random.nextInt(12) == 0) {
      query.append(query.isEmpty() ? '?' : '&').append(encoded(FuzzBodies.pick(random)));
    }
    return path + query;
  }

  private String valid(String parameter) {
    return switch (parameter) {
      case "limit" -> "3";
      case "status" -> "scheduled";
      case "call_order_id" -> known.order();
      case "after" -> known.event();
      case "event_types" -> "call.*";
      case "wait" -> "1";
      case "created_after", "created_before" -> "2027-07-07T08:00:00Z";
      default -> "x";
    };
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
