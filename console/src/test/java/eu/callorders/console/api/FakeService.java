package eu.callorders.console.api;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Sends prepared responses in order and records the requests. */
public final class FakeService implements AutoCloseable {
  /** A recorded request. */
  public record RecordedRequest(
      String method, String target, Map<String, List<String>> headers, String body) {
    public String header(String name) {
      return headers.getOrDefault(name, List.of("")).getFirst();
    }

    /** Client and secret of a token request, separated by a colon. */
    public String credentials() {
      String encoded = header("Authorization").substring("Basic ".length());
      return new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8);
    }
  }

  private record CannedResponse(int status, Map<String, String> headers, String body) {
    private static final CannedResponse NONE = new CannedResponse(0, Map.of(), "");
  }

  private final HttpServer server;
  private final Queue<CannedResponse> responses = new ArrayDeque<>();
  private final Map<String, CannedResponse> fixed = new HashMap<>();
  private final Map<String, UnaryOperator<String>> computed = new HashMap<>();
  private final List<RecordedRequest> requests = new CopyOnWriteArrayList<>();
  private volatile CountDownLatch frozen = new CountDownLatch(0);

  public FakeService() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/", this::handle);
    server.start();
  }

  public URI address() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  public FakeService then(int status, String body) {
    return then(status, Map.of(), body);
  }

  public synchronized FakeService then(int status, Map<String, String> headers, String body) {
    responses.add(new CannedResponse(status, headers, body));
    return this;
  }

  /** Breaks the connection of a request, which is recorded. */
  public synchronized FakeService thenNoResponse() {
    responses.add(CannedResponse.NONE);
    return this;
  }

  /** Always sends this for a target or path, or with its method as {@code PATCH /v1/a}. */
  public synchronized FakeService fixed(String target, int status, String body) {
    fixed.put(target, new CannedResponse(status, Map.of(), body));
    return this;
  }

  /** Always sends the body that this gives for a target of that path. */
  public synchronized FakeService computed(String path, UnaryOperator<String> body) {
    computed.put(path, body);
    return this;
  }

  public FakeService token(String token, int seconds) {
    return then(
        200,
        "{\"access_token\":\"%s\",\"expires_in\":%d,\"scope\":\"orders:read\"}"
            .formatted(token, seconds));
  }

  public List<RecordedRequest> requests() {
    return requests;
  }

  /** Accepts connections, and responds to no request before {@link #thaw}. */
  public void freeze() {
    frozen = new CountDownLatch(1);
  }

  public void thaw() {
    frozen.countDown();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try {
      frozen.await();
    } catch (InterruptedException e) {
      throw new InterruptedIOException();
    }
    respond(exchange);
  }

  private synchronized void respond(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    requests.add(
        new RecordedRequest(
            exchange.getRequestMethod(),
            exchange.getRequestURI().toString(),
            Map.copyOf(exchange.getRequestHeaders()),
            body));
    CannedResponse canned = responseFor(exchange);
    if (canned == null || canned.equals(CannedResponse.NONE)) {
      exchange.close(); // no response: the connection breaks
      return;
    }
    canned.headers().forEach(exchange.getResponseHeaders()::set);
    byte[] bytes = canned.body().getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(canned.status(), bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private @Nullable CannedResponse responseFor(HttpExchange exchange) {
    String path = exchange.getRequestURI().getPath();
    String target = exchange.getRequestURI().toString();
    String method = exchange.getRequestMethod() + " ";
    UnaryOperator<String> body = computed.get(path);
    if (body != null) {
      return new CannedResponse(200, Map.of(), body.apply(target));
    }
    return Stream.of(method + target, method + path, target, path)
        .flatMap(request -> Stream.ofNullable(fixed.get(request)))
        .findFirst()
        .orElseGet(responses::poll);
  }

  @Override
  public void close() {
    thaw();
    server.stop(0);
  }
}
