package eu.callorders.server.app;

import static eu.callorders.server.app.SignalBody.PATH;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.Await;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Signals of one tenant and their effects. */
final class SignalRequests {
  static final String OVERDUE = "invoice.overdue";
  private final RunningTenant tenant;
  private final Api api;

  SignalRequests(RunningTenant tenant) {
    this.tenant = tenant;
    api = tenant.api();
  }

  List<JsonNode> signalEvents() {
    return tenant.events(null).stream()
        .filter(event -> event.path("type").asText().startsWith("signal."))
        .toList();
  }

  ServiceResponse send(String type, String reference, String key) {
    return api.post(PATH, SignalBody.of(type, reference, key).json());
  }

  static Map<Integer, Long> statuses(List<ServiceResponse> responses) {
    return responses.stream()
        .collect(Collectors.groupingBy(ServiceResponse::status, Collectors.counting()));
  }

  /** Sixty-four clients send these requests in total, again while the service is too busy. */
  static List<ServiceResponse> atOnce(int count, IntFunction<ServiceResponse> request) {
    try (ExecutorService clients = Executors.newFixedThreadPool(64)) {
      return IntStream.range(0, count)
          .mapToObj(each -> CompletableFuture.supplyAsync(() -> repeated(request, each), clients))
          .toList()
          .stream()
          .map(CompletableFuture::join)
          .toList();
    }
  }

  /** A disk that stands still for a second makes the service refuse what waits behind. */
  private static ServiceResponse repeated(IntFunction<ServiceResponse> request, int each) {
    return Await.until(
        "the service takes it", () -> request.apply(each), response -> response.status() != 503);
  }

  /** A sequence with that trigger that begins with a wait. */
  String createSequence(String key, String type) {
    ObjectNode body =
        SequenceBody.of(
            key, "{\"id\": \"wait\", \"type\": \"wait\", \"after\": {\"min\": \"P9D\"}}");
    body.putObject("trigger").put("signal_type", type);
    String id = api.post(SequenceBody.PATH, body).is(201).id();
    SequenceBody.activate(api, id, 1).is(200);
    return id;
  }

  static List<String> effects(ServiceResponse signal) {
    return ServiceResponse.items(signal.body().path("triggered"))
        .map(one -> one.path("effect").asText())
        .toList();
  }

  int count(String table) {
    String rows =
        tenant
            .service()
            .sql("SELECT count(*) FROM " + table + " WHERE tenant_id = ?", tenant.uuid())
            .getFirst()
            .getFirst();
    return Integer.parseInt(rows);
  }
}
