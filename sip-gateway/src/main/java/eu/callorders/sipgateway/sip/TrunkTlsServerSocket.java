package eu.callorders.sipgateway.sip;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.function.Predicate;
import javax.net.ssl.SSLServerSocket;

/** The same as {@link TrunkServerSocket} for TLS, before the handshake. */
final class TrunkTlsServerSocket extends SSLServerSocket {
  private final SSLServerSocket all;
  private final Predicate<String> sources;

  /**
   * @param all accepts connections from all addresses
   */
  TrunkTlsServerSocket(SSLServerSocket all, Predicate<String> sources) throws IOException {
    this.all = all;
    this.sources = sources;
  }

  @Override
  public Socket accept() throws IOException {
    return TrunkServerSocket.accept(all::accept, sources);
  }

  @Override
  public void close() throws IOException {
    all.close();
    super.close();
  }

  @Override
  public InetAddress getInetAddress() {
    return all.getInetAddress();
  }

  @Override
  public int getLocalPort() {
    return all.getLocalPort();
  }

  @Override
  public String[] getEnabledCipherSuites() {
    return all.getEnabledCipherSuites();
  }

  @Override
  public void setEnabledCipherSuites(String[] suites) {
    all.setEnabledCipherSuites(suites);
  }

  @Override
  public String[] getSupportedCipherSuites() {
    return all.getSupportedCipherSuites();
  }

  @Override
  public String[] getSupportedProtocols() {
    return all.getSupportedProtocols();
  }

  @Override
  public String[] getEnabledProtocols() {
    return all.getEnabledProtocols();
  }

  @Override
  public void setEnabledProtocols(String[] protocols) {
    all.setEnabledProtocols(protocols);
  }

  @Override
  public void setNeedClientAuth(boolean need) {
    all.setNeedClientAuth(need);
  }

  @Override
  public boolean getNeedClientAuth() {
    return all.getNeedClientAuth();
  }

  @Override
  public void setWantClientAuth(boolean want) {
    all.setWantClientAuth(want);
  }

  @Override
  public boolean getWantClientAuth() {
    return all.getWantClientAuth();
  }

  @Override
  public void setUseClientMode(boolean mode) {
    all.setUseClientMode(mode);
  }

  @Override
  public boolean getUseClientMode() {
    return all.getUseClientMode();
  }

  @Override
  public void setEnableSessionCreation(boolean flag) {
    all.setEnableSessionCreation(flag);
  }

  @Override
  public boolean getEnableSessionCreation() {
    return all.getEnableSessionCreation();
  }
}
