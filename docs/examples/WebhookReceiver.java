import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/** Prints the webhooks that arrive on this machine: {@code java WebhookReceiver.java [PORT]}. */
public final class WebhookReceiver {
  public static void main(String[] args) throws IOException {
    int port = args.length == 0 ? 3000 : Integer.parseInt(args[0]);
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
    server.createContext("/", WebhookReceiver::receive);
    server.start();
    System.out.println("Receiving webhooks on http://127.0.0.1:" + port);
  }

  /** A real receiver verifies webhook-signature first: the client libraries do. */
  private static void receive(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    System.out.println("webhook " + exchange.getRequestHeaders().getFirst("webhook-id"));
    System.out.println(new String(body, StandardCharsets.UTF_8));
    exchange.sendResponseHeaders(204, -1);
    exchange.close();
  }
}
