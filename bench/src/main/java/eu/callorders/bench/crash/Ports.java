package eu.callorders.bench.crash;

import eu.callorders.db.FreePort;
import java.util.HashSet;
import java.util.Set;

/** Free ports of the loopback interface, none handed out twice. */
final class Ports {
  private static final Set<Integer> TAKEN = new HashSet<>();

  private Ports() {}

  static synchronized int free() {
    int port;
    do {
      port = FreePort.choose();
    } while (!TAKEN.add(port));
    return port;
  }
}
