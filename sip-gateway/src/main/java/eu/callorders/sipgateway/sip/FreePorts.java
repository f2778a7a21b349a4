package eu.callorders.sipgateway.sip;

import eu.callorders.sipgateway.config.ListenAddress;
import eu.callorders.sipgateway.config.Transport;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** Selects a port where the configuration says 0: the stack would take its default port. */
final class FreePorts {
  private FreePorts() {}

  static int orFree(ListenAddress address) throws IOException {
    if (address.port() != 0) {
      return address.port();
    }
    InetSocketAddress any = new InetSocketAddress(InetAddress.getByName(address.host()), 0);
    if (address.transport() == Transport.UDP) {
      try (DatagramSocket socket = new DatagramSocket(any)) {
        return socket.getLocalPort();
      }
    }
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(any);
      return socket.getLocalPort();
    }
  }
}
