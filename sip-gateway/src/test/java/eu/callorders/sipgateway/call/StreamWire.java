package eu.callorders.sipgateway.call;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ServerSocketFactory;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** Connections of TCP or TLS to a peer of the tests. */
public final class StreamWire implements SipPeer.Wire {
  private static final Pattern LENGTH = Pattern.compile("(?im)^Content-Length: *([0-9]+)");

  private final ServerSocket server;
  private final String transport;
  private final Map<SocketAddress, Socket> connections = new ConcurrentHashMap<>();
  private volatile String serverName = "";

  private StreamWire(ServerSocket server, String transport) {
    this.server = server;
    this.transport = transport;
  }

  static StreamWire tcp() throws IOException {
    return new StreamWire(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), "TCP");
  }

  public static StreamWire tls(SSLContext context) throws IOException {
    ServerSocketFactory factory = context.getServerSocketFactory();
    return new StreamWire(
        factory.createServerSocket(0, 50, InetAddress.getLoopbackAddress()), "TLS");
  }

  /** The name that a client of TLS has requested; empty without one. */
  String serverName() {
    return serverName;
  }

  @Override
  public String transport() {
    return transport;
  }

  @Override
  public int port() {
    return server.getLocalPort();
  }

  @Override
  public void receive(Receiver receiver) {
    while (!server.isClosed()) {
      try {
        Socket connection = server.accept();
        Thread.ofVirtual().start(() -> read(connection, receiver));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void read(Socket connection, Receiver receiver) {
    try (connection) {
      if (connection instanceof SSLSocket secure) {
        secure.startHandshake();
        serverName =
            ((ExtendedSSLSession) secure.getSession())
                .getRequestedServerNames().stream()
                    .map(name -> new String(name.getEncoded(), StandardCharsets.US_ASCII))
                    .findFirst()
                    .orElse("");
      }
      SocketAddress from = connection.getRemoteSocketAddress();
      connections.put(from, connection);
      InputStream in = new BufferedInputStream(connection.getInputStream());
      while (true) {
        receiver.accept(next(in), from);
      }
    } catch (IOException ended) {
      connections.values().remove(connection);
    }
  }

  private static String next(InputStream in) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    while (!bytes.toString(StandardCharsets.UTF_8).endsWith("\r\n\r\n")) {
      int octet = in.read();
      if (octet < 0) {
        throw new EOFException();
      }
      if (bytes.size() > 0 || !Character.isWhitespace(octet)) { // a keep-alive between messages
        bytes.write(octet);
      }
    }
    Matcher length = LENGTH.matcher(bytes.toString(StandardCharsets.UTF_8));
    bytes.write(in.readNBytes(length.find() ? Integer.parseInt(length.group(1)) : 0));
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Override
  public void send(byte[] message, SocketAddress to) throws IOException {
    Socket connection = connections.get(to);
    if (connection == null) {
      throw new IOException("no connection from " + to);
    }
    synchronized (connection) {
      connection.getOutputStream().write(message);
      connection.getOutputStream().flush();
    }
  }

  /** Closes all connections. */
  void disconnect() throws IOException {
    for (Socket connection : connections.values()) {
      connection.close();
    }
  }

  @Override
  public void close() {
    try {
      server.close();
      disconnect();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
