package eu.callorders.server.webhook.delivery;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.datagram.DatagramPacket;
import io.vertx.core.datagram.DatagramSocket;
import io.vertx.core.dns.AddressResolverOptions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;

/** A DNS server whose results change with each lookup and have a TTL of zero. */
public final class FakeNameServer implements AutoCloseable {
  private static final int A = 1;
  private static final int CNAME = 5;
  private static final int AAAA = 28;
  private static final int HEAD = 12;

  private final DatagramSocket socket;
  private final IntFunction<List<byte[]>> answers;
  private final AtomicInteger ipv4 = new AtomicInteger();
  private final AtomicInteger ipv6 = new AtomicInteger();
  private final Map<String, String> aliases = new ConcurrentHashMap<>();
  private final List<String> queriedNames = new CopyOnWriteArrayList<>();
  private volatile long ttlSeconds;

  /**
   * @param answers all addresses of the n-th lookup, for any name
   */
  public FakeNameServer(Vertx vertx, IntFunction<List<byte[]>> answers) {
    this.answers = answers;
    this.socket = vertx.createDatagramSocket();
    socket.handler(this::answer);
    socket.listen(0, "127.0.0.1").await();
  }

  String address() {
    return "127.0.0.1:" + socket.localAddress().port();
  }

  /** Options for a Vert.x that uses this server without a cache. */
  public AddressResolverOptions options() {
    return new AddressResolverOptions()
        .addServer(address())
        .setQueryTimeout(30_000) // a repeated query would count twice
        .setCacheNegativeTimeToLive(0)
        .setCacheMaxTimeToLive(0);
  }

  /** Adds a CNAME; responses include its target's addresses. */
  void alias(String name, String target) {
    aliases.put(name, target);
  }

  /** Sets the TTL of responses. */
  void setTtl(long seconds) {
    this.ttlSeconds = seconds;
  }

  /** Queried names in order. */
  List<String> queriedNames() {
    return List.copyOf(queriedNames);
  }

  public int lookups() {
    return Math.max(ipv4.get(), ipv6.get());
  }

  private void answer(DatagramPacket packet) {
    Buffer query = packet.data();
    StringBuilder name = new StringBuilder();
    int end = HEAD;
    while (query.getByte(end) != 0) {
      int length = query.getByte(end);
      name.append(name.isEmpty() ? "" : ".").append(query.getString(end + 1, end + 1 + length));
      end += length + 1;
    }
    queriedNames.add(name.toString());
    int type = query.getUnsignedShort(end + 1);
    int questionEnd = end + 5;
    Buffer records = Buffer.buffer();
    String owner = name.toString();
    int count = 0;
    for (String alias = aliases.get(owner); alias != null; alias = aliases.get(owner)) {
      append(records, owner, CNAME, encoded(alias));
      owner = alias;
      count++;
    }
    for (byte[] address : addresses(type)) {
      append(records, owner, type, address);
      count++;
    }
    Buffer reply =
        Buffer.buffer()
            .appendUnsignedShort(query.getUnsignedShort(0))
            .appendUnsignedShort(0x8180)
            .appendUnsignedShort(1)
            .appendUnsignedShort(count)
            .appendUnsignedInt(0)
            .appendBuffer(query, HEAD, questionEnd - HEAD)
            .appendBuffer(records);
    socket.send(reply, packet.sender().port(), packet.sender().host());
  }

  private void append(Buffer records, String owner, int type, byte[] data) {
    records
        .appendBytes(encoded(owner))
        .appendUnsignedShort(type)
        .appendUnsignedShort(1)
        .appendUnsignedInt(ttlSeconds)
        .appendUnsignedShort(data.length)
        .appendBytes(data);
  }

  private List<byte[]> addresses(int type) {
    return switch (type) {
      case A -> of(4, ipv4.getAndIncrement());
      case AAAA -> of(16, ipv6.getAndIncrement());
      default -> List.of();
    };
  }

  private List<byte[]> of(int length, int place) {
    return answers.apply(place).stream().filter(address -> address.length == length).toList();
  }

  private static byte[] encoded(String name) {
    Buffer bytes = Buffer.buffer();
    for (String label : name.split("\\.")) {
      bytes.appendByte((byte) label.length()).appendBytes(label.getBytes(US_ASCII));
    }
    return bytes.appendByte((byte) 0).getBytes();
  }

  @Override
  public void close() {
    socket.close().await();
  }
}
