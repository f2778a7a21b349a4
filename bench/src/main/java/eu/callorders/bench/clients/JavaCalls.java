package eu.callorders.bench.clients;

import eu.callorders.bench.Action;
import eu.callorders.bench.BenchReport;
import eu.callorders.bench.Scale;
import eu.callorders.client.CallOrderClient;
import eu.callorders.client.ClientJson;
import eu.callorders.client.model.CallOrderInput;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Calls by the Java client and by the HTTP client that it uses. */
final class JavaCalls {
  private static final String ORDERS = "/v1/call-orders";
  private static final int OK = 200;

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final String url;
  private final CallOrderClient client;
  private final CallOrderInput input;
  private final byte[] body;

  /**
   * Calls to this address.
   *
   * @param order the body of an order
   */
  JavaCalls(String url, byte[] order) throws IOException {
    this.url = url;
    this.client = CallOrderClient.builder(url, "client", "secret").httpClient(http).build();
    this.input = ClientJson.mapper().readValue(order, CallOrderInput.class);
    this.body = ClientJson.mapper().writeValueAsBytes(input);
  }

  void measure(BenchReport figures) throws Exception {
    CallTimes get = new CallTimes(new ArrayList<>(), new ArrayList<>());
    CallTimes create = new CallTimes(new ArrayList<>(), new ArrayList<>());
    Action getOrder = () -> client.getCallOrder(FixedResponseServer.ORDER_ID);
    Action createOrder = () -> client.createCallOrder(input);
    Scale.warmUp(
        () -> {
          round(false, this::getBare, getOrder);
          round(false, this::createBare, createOrder);
        });
    for (int round = 0; round < ClientBench.ROUNDS; round++) {
      boolean isLibraryFirst = round % 2 == 1;
      add(get, round(isLibraryFirst, this::getBare, getOrder));
      add(create, round(isLibraryFirst, this::createBare, createOrder));
    }
    http.close();
    get.report(figures, "Java, get");
    create.report(figures, "Java, create");
  }

  private static void add(CallTimes times, List<Double> round) {
    times.bare().add(round.getFirst());
    times.library().add(round.getLast());
  }

  /** The times of the bare client and of the library. */
  private static List<Double> round(boolean isLibraryFirst, Action bare, Action library)
      throws Exception {
    if (isLibraryFirst) {
      double first = micros(library);
      return List.of(micros(bare), first);
    }
    return List.of(micros(bare), micros(library));
  }

  private static double micros(Action call) throws Exception {
    long begin = System.nanoTime();
    for (int n = 0; n < ClientBench.CALLS; n++) {
      call.run();
    }
    return (System.nanoTime() - begin) / 1e3 / ClientBench.CALLS;
  }

  private void getBare() throws IOException, InterruptedException {
    send(request(ORDERS + "/" + FixedResponseServer.ORDER_ID));
  }

  private void createBare() throws IOException, InterruptedException {
    send(
        request(ORDERS)
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", UUID.randomUUID().toString())
            .POST(BodyPublishers.ofByteArray(body)));
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(url + path)).header("Authorization", "Bearer token");
  }

  private void send(HttpRequest.Builder request) throws IOException, InterruptedException {
    int status = http.send(request.build(), BodyHandlers.ofByteArray()).statusCode();
    if (status != OK) {
      throw new IOException("answered " + status);
    }
  }
}
