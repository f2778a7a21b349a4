package eu.callorders.sipgateway.sip;

import gov.nist.core.net.NetworkLayer;
import gov.nist.javax.sip.SipStackImpl;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** The sockets of the stack. The stack creates it. */
public final class TrunkNetworkLayer implements NetworkLayer {
  /** By name of the stack, which is all that this class learns of its owner. */
  static final Map<String, Owner> OWNERS = new ConcurrentHashMap<>();

  private static final int CONNECT_MILLIS = 5_000;

  private @Nullable SipStackImpl stack;

  /**
   * Whom the sockets belong to.
   *
   * @param sources decides by IP address whether a connection is accepted
   * @param unreachable receives addresses where nothing listens for UDP
   * @param sockets creates a socket of TCP, not yet connected
   */
  record Owner(
      TlsSockets tls,
      Predicate<String> sources,
      Consumer<InetSocketAddress> unreachable,
      Supplier<Socket> sockets) {}

  @Override
  public void setSipStack(SipStackImpl owner) {
    stack = owner;
  }

  @Override
  public DatagramSocket createDatagramSocket() throws SocketException {
    return new DatagramSocket();
  }

  @Override
  public DatagramSocket createDatagramSocket(int port, InetAddress address) throws SocketException {
    try {
      return new TrunkDatagramSocket(port, address, owner().unreachable());
    } catch (SocketException e) {
      throw e;
    } catch (IOException e) {
      throw new SocketException(String.valueOf(e.getMessage()), e);
    }
  }

  @Override
  public ServerSocket createServerSocket(int port, int backlog, InetAddress address)
      throws IOException {
    return new TrunkServerSocket(port, backlog, address, owner().sources());
  }

  @Override
  public Socket createSocket(InetAddress address, int port) throws IOException {
    return connect(owner().sockets().get(), address, port);
  }

  @Override
  public Socket createSocket(InetAddress address, int port, InetAddress local) throws IOException {
    return createSocket(address, port, local, 0);
  }

  @Override
  public Socket createSocket(InetAddress address, int port, InetAddress local, int localPort)
      throws IOException {
    Socket socket = owner().sockets().get();
    boolean any = local == null || Arrays.equals(local.getAddress(), new byte[4]);
    socket.bind(any ? null : new InetSocketAddress(local, localPort));
    return connect(socket, address, port);
  }

  static Socket connect(Socket socket, InetAddress address, int port) throws IOException {
    try {
      socket.setTcpNoDelay(true);
      socket.connect(new InetSocketAddress(address, port), CONNECT_MILLIS);
      return socket;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  @Override
  public SSLServerSocket createSSLServerSocket(int port, int backlog, InetAddress address)
      throws IOException {
    Owner owner = owner();
    return new TrunkTlsServerSocket(owner.tls().listen(port, backlog, address), owner.sources());
  }

  @Override
  public SSLSocket createSSLSocket(InetAddress address, int port) throws IOException {
    return owner().tls().over(createSocket(address, port), address, port);
  }

  @Override
  public SSLSocket createSSLSocket(InetAddress address, int port, InetAddress local)
      throws IOException {
    return owner().tls().over(createSocket(address, port, local), address, port);
  }

  private Owner owner() throws IOException {
    Owner owner = stack == null ? null : OWNERS.get(stack.getStackName());
    if (owner == null) {
      throw new IOException("the gateway stops");
    }
    return owner;
  }
}
