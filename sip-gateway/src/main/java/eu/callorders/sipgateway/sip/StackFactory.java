package eu.callorders.sipgateway.sip;

import gov.nist.javax.sip.SipStackImpl;
import java.util.Properties;
import javax.sip.PeerUnavailableException;

/** Configures the stack. */
final class StackFactory {
  private static final int MAX_MESSAGE_SIZE = 64 * 1024;

  private StackFactory() {}

  static SipStackImpl create(String name, TlsSockets tls) throws PeerUnavailableException {
    Properties properties = new Properties();
    properties.setProperty("javax.sip.STACK_NAME", name);
    properties.setProperty("javax.sip.AUTOMATIC_DIALOG_SUPPORT", "off");
    properties.setProperty("javax.sip.ROUTER_PATH", AddressRouter.class.getName());
    String nist = "gov.nist.javax.sip.";
    properties.setProperty(nist + "AUTOMATIC_DIALOG_ERROR_HANDLING", "false");
    properties.setProperty(nist + "STACK_LOGGER", StackLog.class.getName());
    properties.setProperty(nist + "SERVER_LOGGER", NoMessageLog.class.getName());
    properties.setProperty(nist + "NETWORK_LAYER", TrunkNetworkLayer.class.getName());
    properties.setProperty(nist + "SIP_MESSAGE_VALVE", SourceValve.class.getName());
    properties.setProperty(nist + "TLS_CLIENT_PROTOCOLS", String.join(",", TlsSockets.PROTOCOLS));
    properties.setProperty(nist + "ENABLED_CIPHER_SUITES", String.join(",", tls.cipherSuites()));
    properties.setProperty(nist + "TLS_CLIENT_AUTH_TYPE", "Disabled");
    properties.setProperty(nist + "SSL_HANDSHAKE_TIMEOUT", "5000");
    properties.setProperty(nist + "MAX_MESSAGE_SIZE", Integer.toString(MAX_MESSAGE_SIZE));
    // One thread: a final response must not overtake the provisional one before it.
    properties.setProperty(nist + "THREAD_POOL_SIZE", "1");
    properties.setProperty(nist + "THREAD_PRIORITY", Integer.toString(Thread.NORM_PRIORITY));
    properties.setProperty(nist + "COMPUTE_CONTENT_LENGTH_FROM_MESSAGE_BODY", "true");
    return new SipStackImpl(properties);
  }
}
