package eu.callorders.bench.sip;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/** Ports of the loopback interface for programs that open them later. */
final class UdpPorts {
  /** Below the ports that Linux gives to clients: none of them takes one before its program. */
  private static final int FIRST = 20_000;

  private static final int END = 28_000;
  private static final Path IN_USE = Path.of("/proc/net/udp");
  private static final Set<Integer> TAKEN = ConcurrentHashMap.newKeySet();

  private UdpPorts() {}

  /** An even port that is free, as are the three after it; none is handed out twice. */
  static int free() {
    while (true) {
      int port = ThreadLocalRandom.current().nextInt(FIRST / 4, END / 4) * 4;
      if (areFree(port) && TAKEN.add(port)) {
        return port;
      }
    }
  }

  private static boolean areFree(int first) {
    return IntStream.range(first, first + 4).allMatch(UdpPorts::isFree);
  }

  private static boolean isFree(int port) {
    try (DatagramSocket _ = new DatagramSocket(port, InetAddress.getLoopbackAddress())) {
      return true;
    } catch (BindException inUse) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether a program has the port of 127.0.0.1 or of all addresses. */
  static boolean isInUse(int port) throws IOException {
    String table = Files.readString(IN_USE);
    return table.contains(" 0100007F:%04X ".formatted(port))
        || table.contains(" 00000000:%04X ".formatted(port));
  }
}
