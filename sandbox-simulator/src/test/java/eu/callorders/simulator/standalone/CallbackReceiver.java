package eu.callorders.simulator.standalone;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import eu.callorders.core.signing.MessageSignature;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.gatewaykit.GatewayEventDocument;
import eu.callorders.gatewaykit.GatewayJson;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** The service's end of the push: records requests and responds as configured. */
final class CallbackReceiver implements AutoCloseable {
  private static final String PATH = "/gateway/v1/events";
  private static final int STORED = 204;

  private final HttpServer server;
  private final BlockingQueue<Delivery> deliveries = new LinkedBlockingQueue<>();
  private final Queue<Integer> answers = new ArrayDeque<>();

  /** A received request and the status of its response. */
  record Delivery(String id, boolean genuine, List<GatewayEvent> events, int answer) {}

  CallbackReceiver(int... answers) throws IOException {
    for (int answer : answers) {
      this.answers.add(answer);
    }
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::take);
    server.start();
  }

  URI url() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + PATH);
  }

  Delivery next() throws InterruptedException {
    Delivery next = deliveries.poll(60, TimeUnit.SECONDS);
    if (next == null) {
      throw new AssertionError("nothing came");
    }
    return next;
  }

  @Override
  public void close() {
    server.stop(0);
  }

  private synchronized void take(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    if (!exchange.getRequestURI().getPath().equals(PATH)) {
      deliveries.add(new Delivery("elsewhere", false, List.of(), STORED));
      exchange.sendResponseHeaders(STORED, -1);
      exchange.close();
      return;
    }
    int answer = answers.isEmpty() ? STORED : answers.remove();
    if (answer == 303) {
      exchange.getResponseHeaders().add("Location", url().resolve("/elsewhere").toString());
    }
    String id = exchange.getRequestHeaders().getFirst(MessageSignature.ID_HEADER);
    boolean genuine =
        RunningSimulator.SIGNATURE.verify(
                id,
                exchange.getRequestHeaders().getFirst(MessageSignature.TIMESTAMP_HEADER),
                exchange.getRequestHeaders().getFirst(MessageSignature.SIGNATURE_HEADER),
                body,
                Instant.now())
            == MessageSignature.Verdict.GENUINE;
    deliveries.add(
        new Delivery(id, genuine, GatewayEventDocument.readAll(GatewayJson.parse(body)), answer));
    exchange.sendResponseHeaders(answer, -1);
    exchange.close();
  }
}
