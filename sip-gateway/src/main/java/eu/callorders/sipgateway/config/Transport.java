package eu.callorders.sipgateway.config;

import java.util.Locale;

/** A transport of SIP. */
public enum Transport {
  UDP(5060),
  TCP(5060),
  TLS(5061);

  private final int defaultPort;

  Transport(int defaultPort) {
    this.defaultPort = defaultPort;
  }

  public int defaultPort() {
    return defaultPort;
  }

  /** The name in a URI parameter. */
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
