package eu.callorders.bench.crash;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import eu.callorders.bench.Http;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * A client that is asked before dials, and permits them, once it is told to where it holds back.
 */
final class PredialReceiver {
  static final String PATH = "/predial";
  private static final byte[] PERMISSION = "{\"decision\": \"proceed\"}".getBytes(UTF_8);
  private static final int LIMIT_MINUTES = 5;

  private final Supplier<String> target;
  private final List<String> questions = new CopyOnWriteArrayList<>();
  private volatile CountDownLatch hesitation = new CountDownLatch(0);

  /**
   * @param target host and port
   */
  PredialReceiver(Supplier<String> target) {
    this.target = target;
  }

  String url() {
    return "http://" + target.get() + PATH;
  }

  /** Holds all answers from now on. */
  void holdAnswers() {
    hesitation = new CountDownLatch(1);
  }

  /** Answers again, also what has been held. */
  void answer() {
    hesitation.countDown();
  }

  long questions(String orderId) {
    return questions.stream().filter(orderId::equals).count();
  }

  void receive(HttpExchange exchange) throws IOException {
    try (exchange) {
      CountDownLatch until = hesitation;
      JsonNode question = Http.JSON.readTree(exchange.getRequestBody().readAllBytes());
      questions.add(question.at("/data/call_order_id").asText());
      if (until.await(LIMIT_MINUTES, TimeUnit.MINUTES)) {
        exchange.sendResponseHeaders(200, PERMISSION.length);
        exchange.getResponseBody().write(PERMISSION);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
