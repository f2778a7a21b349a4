package eu.callorders.db;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Chooses a port of the loopback interface for a program that starts afterwards. The range is below
 * the ephemeral ports, so no outgoing connection uses the port before the start.
 */
public final class FreePort {
  private static final int FIRST = 20_000;
  private static final int END = 30_000;

  private FreePort() {}

  /** A random port on which no program listens. */
  public static int choose() {
    int port;
    do {
      port = ThreadLocalRandom.current().nextInt(FIRST, END);
    } while (!isFree(port));
    return port;
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }
}
