package eu.callorders.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Readers that wait for events: what they cost, and how soon an event wakes those concerned. */
final class FeedWaitBench {
  private static final int TENANTS = 500;
  private static final int READERS_EACH = 10;
  private static final int EVENTS = 500;

  /** Below the limit of connections of one address. */
  private static final int READERS_PER_ADDRESS = 500;

  private static final double BYTES_PER_MIB = 1 << 20;
  private static final Duration TIMEOUT = Duration.ofMinutes(5);

  private final BenchReport figures = new BenchReport("feed-wait");
  private final Http http = new Http(Duration.ofMinutes(1));
  private final ExecutorService readers = Executors.newVirtualThreadPerTaskExecutor();
  private final AtomicInteger connected = new AtomicInteger();
  private final List<WaitingTenant> tenants = new ArrayList<>();
  private final Server server;

  private FeedWaitBench(Server server) {
    this.server = server;
  }

  /** A tenant, and when its readers got their pages. */
  private record WaitingTenant(String token, ConcurrentLinkedQueue<Long> arrivals) {}

  static void main() throws Exception {
    try (Server server = Server.start(Map.of("CALLORDERS_RATE_LIMIT", "100000/100000"))) {
      new FeedWaitBench(server).measure();
    }
  }

  private void measure() throws Exception {
    for (int each = 0; each < Scale.of(TENANTS); each++) {
      tenants.add(tenant(each));
    }
    long pid = server.sandbox().process().pid();
    double heap = ProcessUsage.heap(pid);
    double resident = ProcessUsage.resident(pid);
    int count = tenants.size() * READERS_EACH;
    for (int each = 0; each < count; each++) {
      String from = "127.0.0." + (1 + each / READERS_PER_ADDRESS);
      WaitingTenant tenant = tenants.get(each % tenants.size());
      readers.execute(() -> follow(from, tenant));
    }
    Polling.until(TIMEOUT, 50, "not all readers wait", () -> connected.get() == count);
    figures.add("waiting readers", count, "");
    figures.add("heap of them", (ProcessUsage.heap(pid) - heap) / BYTES_PER_MIB, "MiB");
    figures.add(
        "resident set of them", (ProcessUsage.resident(pid) - resident) / BYTES_PER_MIB, "MiB");
    idle();
    wake();
    figures.end();
    readers.shutdownNow();
  }

  private WaitingTenant tenant(int number) {
    Sandbox sandbox = server.sandbox();
    String body = "{\"name\": \"waits " + number + "\", \"timezone\": \"Europe/Berlin\"}";
    String id = sandbox.admin("POST", "/tenants", body).path("tenant_id").asText();
    JsonNode registration =
        sandbox.admin("POST", "/tenants/" + id + "/registrations", "{\"name\": \"reader\"}");
    return new WaitingTenant(
        http.token(sandbox.baseUrl(), registration), new ConcurrentLinkedQueue<>());
  }

  /** What the polls of the node cost while no event comes. */
  private void idle() throws Exception {
    Server.Usage begin = server.usage();
    Thread.sleep(Duration.ofSeconds(10));
    Server.Usage used = Server.Usage.NONE.plus(begin, server.usage());
    figures.add("processor time of the service while all wait", used.service() / 1e5, "% of one");
    figures.add("processor time of the database while all wait", used.database() / 1e5, "% of one");
  }

  /** From the response to the change until each reader of the tenant has its page. */
  private void wake() throws Exception {
    List<Long> delays = new ArrayList<>();
    for (int each = 0; each < Scale.of(EVENTS); each++) {
      WaitingTenant tenant = tenants.get(each % tenants.size());
      tenant.arrivals().clear();
      String body = "{\"subject_reference\": \"person-" + each + "\"}";
      String url = server.sandbox().baseUrl() + "/v1/suppressions";
      http.send("POST", url, body, Http.headers(tenant.token(), "")).require(url);
      long changed = System.nanoTime();
      Polling.until(
          TIMEOUT, 1, "not all readers woke", () -> tenant.arrivals().size() >= READERS_EACH);
      tenant.arrivals().forEach(arrived -> delays.add(Math.max(0, arrived - changed)));
    }
    figures.add("woken after the change", new Quantiles(delays));
  }

  /** Waits again and again from the cursor of the page before. */
  private void follow(String from, WaitingTenant tenant) {
    int port = URI.create(server.sandbox().baseUrl()).getPort();
    try (Socket socket = new Socket("127.0.0.1", port, InetAddress.getByName(from), 0)) {
      InputStream in = new BufferedInputStream(socket.getInputStream(), 4096);
      String cursor = "";
      boolean first = true;
      while (!readers.isShutdown()) {
        String target = "/v1/events?wait=" + (first ? "0" : "20&after=" + cursor);
        socket
            .getOutputStream()
            .write(
                ("GET " + target + " HTTP/1.1\r\nHost: waits\r\nAuthorization: Bearer ")
                    .concat(tenant.token() + "\r\n\r\n")
                    .getBytes(US_ASCII));
        JsonNode page = page(in);
        if (!page.path("data").isEmpty()) {
          tenant.arrivals().add(System.nanoTime());
        }
        cursor = page.path("next_cursor").asText();
        if (first) {
          connected.incrementAndGet();
        }
        first = false;
      }
    } catch (IOException e) {
      if (!readers.isShutdown()) {
        throw new IllegalStateException(e);
      }
    }
  }

  private static JsonNode page(InputStream in) throws IOException {
    int length = 0;
    for (String line = line(in); !line.isEmpty(); line = line(in)) {
      if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
        length = Integer.parseInt(line.substring(line.indexOf(':') + 1).strip());
      }
    }
    return Http.JSON.readTree(in.readNBytes(length));
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int read = in.read(); read != '\n'; read = in.read()) {
      if (read < 0) {
        throw new IOException("the connection was closed");
      }
      if (read != '\r') {
        line.append((char) read);
      }
    }
    return line.toString();
  }
}
