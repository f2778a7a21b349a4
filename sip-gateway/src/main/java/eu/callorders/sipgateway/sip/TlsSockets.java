package eu.callorders.sipgateway.sip;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;

/**
 * Sockets of TLS 1.2 and later that accept only the certificate of the trunk's name, which is the
 * one of the settings, whatever its address in DNS.
 */
public final class TlsSockets {
  static final List<String> PROTOCOLS = List.of("TLSv1.3", "TLSv1.2");

  private static final int PROBE_MILLIS = 5_000;
  private static final int MAX_NAMES = 10_000;

  private final SSLContext context;
  private final Map<String, String> names = Collections.synchronizedMap(new LruMap<>(MAX_NAMES));

  public TlsSockets(SSLContext context) {
    this.context = context;
  }

  /** Cipher suites of the platform, for the stack, whose own list is obsolete. */
  List<String> cipherSuites() {
    return List.of(context.getDefaultSSLParameters().getCipherSuites());
  }

  /** Connections to that target must prove its name. */
  void expect(Target target) {
    if (target.name() != null) {
      names.put(key(target.host(), target.port()), target.name());
    }
  }

  /** A client's socket over a connected one; the handshake checks the certificate. */
  SSLSocket over(Socket connected, InetAddress address, int port) throws IOException {
    String name = names.get(key(address.getHostAddress(), port));
    if (name == null) {
      connected.close();
      throw new IOException("no name is expected at " + address.getHostAddress() + ":" + port);
    }
    return over(connected, name, port);
  }

  private SSLSocket over(Socket connected, String name, int port) throws IOException {
    SSLSocket socket =
        (SSLSocket) context.getSocketFactory().createSocket(connected, name, port, true);
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setProtocols(PROTOCOLS.toArray(String[]::new));
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    if (!isAddress(name)) {
      parameters.setServerNames(List.of(new SNIHostName(name)));
    }
    socket.setSSLParameters(parameters);
    return socket;
  }

  SSLServerSocket listen(int port, int backlog, InetAddress address) throws IOException {
    ServerSocket socket =
        context.getServerSocketFactory().createServerSocket(port, backlog, address);
    return (SSLServerSocket) socket;
  }

  /**
   * The certificate that a target shows.
   *
   * @throws IOException there is no connection, or the certificate is not accepted
   */
  public X509Certificate probe(Target target) throws IOException {
    try (Socket connected =
            TrunkNetworkLayer.connect(
                new Socket(), InetAddress.getByName(target.host()), target.port());
        SSLSocket socket = over(connected, String.valueOf(target.name()), target.port())) {
      socket.setSoTimeout(PROBE_MILLIS);
      socket.startHandshake();
      Certificate[] chain = socket.getSession().getPeerCertificates();
      return (X509Certificate) chain[0];
    }
  }

  private static boolean isAddress(String name) {
    return name.contains(":") || name.matches("[0-9.]+");
  }

  private static String key(String host, int port) {
    return host + " " + port;
  }
}
