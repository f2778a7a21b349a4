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
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;

/** The sockets of the stack. The stack creates it. */
public final class TrunkNetworkLayer implements NetworkLayer {
  private static final int CONNECT_MILLIS = 5_000;

  @Override
  public void setSipStack(SipStackImpl stack) {}

  @Override
  public DatagramSocket createDatagramSocket() throws SocketException {
    return new DatagramSocket();
  }

  @Override
  public DatagramSocket createDatagramSocket(int port, InetAddress address) throws SocketException {
    return new DatagramSocket(port, address);
  }

  @Override
  public ServerSocket createServerSocket(int port, int backlog, InetAddress address)
      throws IOException {
    return new ServerSocket(port, backlog, address);
  }

  @Override
  public Socket createSocket(InetAddress address, int port) throws IOException {
    return connect(new Socket(), address, port);
  }

  @Override
  public Socket createSocket(InetAddress address, int port, InetAddress local) throws IOException {
    return createSocket(address, port, local, 0);
  }

  @Override
  public Socket createSocket(InetAddress address, int port, InetAddress local, int localPort)
      throws IOException {
    Socket socket = new Socket();
    boolean any = local == null || Arrays.equals(local.getAddress(), new byte[4]);
    socket.bind(any ? null : new InetSocketAddress(local, localPort));
    return connect(socket, address, port);
  }

  private static Socket connect(Socket socket, InetAddress address, int port) throws IOException {
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
    throw new IOException("TLS is not available yet");
  }

  @Override
  public SSLSocket createSSLSocket(InetAddress address, int port) throws IOException {
    throw new IOException("TLS is not available yet");
  }

  @Override
  public SSLSocket createSSLSocket(InetAddress address, int port, InetAddress local)
      throws IOException {
    throw new IOException("TLS is not available yet");
  }
}
