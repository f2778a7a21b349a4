package eu.callorders.sipgateway.sip;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Closes connections from foreign addresses before they cost the stack a thread. */
final class TrunkServerSocket extends ServerSocket {
  private static final Logger LOG = LoggerFactory.getLogger(TrunkServerSocket.class);

  private final Predicate<String> sources;

  /** Where connections come from. */
  interface Listener {
    Socket accept() throws IOException;
  }

  /**
   * @param sources decides by IP address whether a connection is accepted
   */
  TrunkServerSocket(int port, int backlog, InetAddress address, Predicate<String> sources)
      throws IOException {
    super(port, backlog, address);
    this.sources = sources;
  }

  @Override
  public Socket accept() throws IOException {
    return accept(super::accept, sources);
  }

  /** The next connection from a known address. */
  static Socket accept(Listener listener, Predicate<String> sources) throws IOException {
    while (true) {
      Socket connection = listener.accept();
      if (sources.test(connection.getInetAddress().getHostAddress())) {
        return connection;
      }
      close(connection);
    }
  }

  private static void close(Socket foreign) {
    try {
      foreign.close();
    } catch (IOException e) {
      LOG.debug("connection of a foreign address not closed", e);
    }
  }
}
