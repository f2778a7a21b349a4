package eu.callorders.sipgateway.sip;

import eu.callorders.sipgateway.config.Transport;
import java.util.Locale;

/**
 * An address that a request is sent to.
 *
 * @param host an IP address
 */
public record Target(String host, int port, String transport) {

  public static Target of(String host, int port, Transport transport) {
    return new Target(host, port, transport.wire());
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
