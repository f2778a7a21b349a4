package eu.callorders.server.tracing;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import eu.callorders.server.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** A collector of spans by OTLP over HTTP. */
public final class TestCollector implements AutoCloseable {
  /** Bodies that were accepted. */
  private final List<byte[]> bodies = new CopyOnWriteArrayList<>();

  private final List<String> paths = new CopyOnWriteArrayList<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpServer server;
  private volatile int status = 200;
  private volatile boolean hangs;

  public TestCollector() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    server.createContext("/", this::serve);
    server.setExecutor(threads);
    server.start();
  }

  private void serve(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    paths.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
    if (hangs) {
      awaitClose();
    }
    if (status == 200) {
      bodies.add(body);
    }
    exchange.sendResponseHeaders(status, -1);
    exchange.close();
  }

  private void awaitClose() {
    try {
      closed.await(1, TimeUnit.HOURS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  public URI address() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  TestCollector refusing(int with) {
    status = with;
    return this;
  }

  /** Responds to no request until it is closed. */
  public TestCollector hanging() {
    hangs = true;
    return this;
  }

  /** Methods and paths of the requests. */
  List<String> requests() {
    return paths;
  }

  public List<CollectedSpan> spans() {
    return bodies.stream().flatMap(body -> CollectedSpan.of(body).stream()).toList();
  }

  public List<CollectedSpan> await(String what, Predicate<List<CollectedSpan>> expected) {
    return Await.until(what, this::spans, expected);
  }

  /** Everything that it has got, as text. */
  public String text() {
    StringBuilder text = new StringBuilder();
    bodies.forEach(body -> text.append(new String(body, StandardCharsets.ISO_8859_1)));
    return text.toString();
  }

  @Override
  public void close() {
    closed.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
