package eu.callorders.server.webhook;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.datagram.DatagramPacket;
import io.vertx.core.datagram.DatagramSocket;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;

/** A name server whose answers change from one look-up to the next, and are good for no second. */
final class NameServer implements AutoCloseable {
  private static final int A = 1;
  private static final int AAAA = 28;
  private static final int HEAD = 12;

  private final DatagramSocket socket;
  private final IntFunction<List<byte[]>> answers;
  private final AtomicInteger ipv4 = new AtomicInteger();
  private final AtomicInteger ipv6 = new AtomicInteger();

  /**
   * @param answers all addresses of the n-th look-up, whatever the name
   */
  NameServer(Vertx vertx, IntFunction<List<byte[]>> answers) {
    this.answers = answers;
    this.socket = vertx.createDatagramSocket();
    socket.handler(this::answer);
    socket.listen(0, "127.0.0.1").await();
  }

  String address() {
    return "127.0.0.1:" + socket.localAddress().port();
  }

  int lookUps() {
    return Math.max(ipv4.get(), ipv6.get());
  }

  private void answer(DatagramPacket packet) {
    Buffer query = packet.data();
    int end = HEAD;
    while (query.getByte(end) != 0) {
      end += query.getByte(end) + 1;
    }
    int type = query.getUnsignedShort(end + 1);
    int questionEnd = end + 5;
    List<byte[]> addresses =
        switch (type) {
          case A -> of(4, ipv4.getAndIncrement());
          case AAAA -> of(16, ipv6.getAndIncrement());
          default -> List.of();
        };
    Buffer reply =
        Buffer.buffer()
            .appendUnsignedShort(query.getUnsignedShort(0))
            .appendUnsignedShort(0x8180)
            .appendUnsignedShort(1)
            .appendUnsignedShort(addresses.size())
            .appendUnsignedInt(0)
            .appendBuffer(query, HEAD, questionEnd - HEAD);
    for (byte[] address : addresses) {
      reply
          .appendUnsignedShort(0xc00c)
          .appendUnsignedShort(type)
          .appendUnsignedShort(1)
          .appendUnsignedInt(0)
          .appendUnsignedShort(address.length)
          .appendBytes(address);
    }
    socket.send(reply, packet.sender().port(), packet.sender().host());
  }

  private List<byte[]> of(int length, int place) {
    return answers.apply(place).stream().filter(address -> address.length == length).toList();
  }

  @Override
  public void close() {
    socket.close().await();
  }
}
