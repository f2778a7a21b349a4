package eu.callorders.bench.crash;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Set;

/** Free ports of the loopback interface, none handed out twice. */
final class Ports {
  private static final Set<Integer> TAKEN = new HashSet<>();

  private Ports() {}

  static synchronized int free() throws IOException {
    int port;
    do {
      try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        port = socket.getLocalPort();
      }
    } while (!TAKEN.add(port));
    return port;
  }
}
