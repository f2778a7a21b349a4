package eu.callorders.sipgateway.sip;

import eu.callorders.sipgateway.config.Transport;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An address that a request is sent to.
 *
 * @param host an IP address
 * @param name whose certificate it must show; null when unknown
 */
public record Target(String host, int port, String transport, @Nullable String name) {

  public static Target of(String host, int port, Transport transport, String name) {
    return new Target(host, port, transport.wire(), name);
  }

  /** The parameter of a URI that is reached by this transport; empty for UDP. */
  public String uriParameter() {
    return transport.equals("udp") ? "" : ";transport=" + transport;
  }

  String via() {
    return transport.toUpperCase(Locale.ROOT);
  }

  @Override
  public String toString() {
    return transport + ":" + host + ":" + port;
  }
}
