package eu.callorders.server.app;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.Await;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Memory of many requests that wait for events; both ends of the connections are counted. */
@Tag("long")
class WaitingReadersMemoryTest {
  private static final int TENANTS = 500;
  private static final int READERS_EACH = 10;
  private static final long LIMIT = 100L << 20;

  /**
   * A wait ends after 20 s: on a busy machine the first readers are gone before the last arrive.
   */
  private static final int WAITING_AT_ONCE = TENANTS * READERS_EACH / 5;

  private static final Pattern WAITING =
      Pattern.compile("(?m)^callorders_feed_waiting_readers(?:\\{\\S*})? ([0-9.]+)$");

  private final RunningService service = RunningService.shared();
  private final List<SocketChannel> connections = new ArrayList<>();

  private static long heap() {
    System.gc();
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  private int waiting() {
    Matcher value = WAITING.matcher(service.admin().get("/metrics").text());
    assertThat(value.find()).isTrue();
    return (int) Double.parseDouble(value.group(1));
  }

  @Test
  void fiveThousandReadersFitInto100Megabytes() throws IOException {
    List<String> requests = new ArrayList<>();
    for (int tenant = 0; tenant < TENANTS; tenant++) {
      requests.add(
          "GET /v1/events?wait=20 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
              + service.newTenant().token("events:read")
              + "\r\n\r\n");
    }
    long before = heap();
    try {
      for (int reader = 0; reader < TENANTS * READERS_EACH; reader++) {
        SocketChannel connection =
            SocketChannel.open(new InetSocketAddress("127.0.0.1", service.port()));
        connections.add(connection);
        byte[] request = requests.get(reader % TENANTS).getBytes(US_ASCII);
        connection.write(ByteBuffer.wrap(request));
      }
      Await.until("readers wait", this::waiting, count -> count > WAITING_AT_ONCE);
      assertThat(heap() - before).as("%d wait", waiting()).isLessThan(LIMIT);
    } finally {
      for (SocketChannel connection : connections) {
        connection.close();
      }
    }
    Await.until("none waits", this::waiting, count -> count == 0);
  }
}
