package eu.callorders.sipgateway.config;

/**
 * Where the gateway receives SIP.
 *
 * @param host an address of this machine; {@code 0.0.0.0} for all
 * @param port 0 selects a free one
 */
public record ListenAddress(Transport transport, String host, int port) {

  @Override
  public String toString() {
    return transport.wire() + ":" + host + ":" + port;
  }
}
