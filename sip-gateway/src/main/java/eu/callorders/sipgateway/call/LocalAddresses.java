package eu.callorders.sipgateway.call;

import eu.callorders.sipgateway.sip.SipEndpoint;
import eu.callorders.sipgateway.sip.SipResponse.SeenAs;
import eu.callorders.sipgateway.sip.Target;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Our address towards each trunk: the configured one, else the one that the trunk sees, else the
 * one of this machine's route. Confined to the event loop.
 */
final class LocalAddresses implements InviteFactory.LocalAddress {
  private final @Nullable String configured;
  private final SipEndpoint endpoint;
  private final Map<Target, SeenAs> learned = new HashMap<>();

  /**
   * @param configured null: learned
   */
  LocalAddresses(@Nullable String configured, SipEndpoint endpoint) {
    this.configured = configured;
    this.endpoint = endpoint;
  }

  void learn(Target target, @Nullable SeenAs seen) {
    if (seen != null) {
      learned.put(target, seen);
    }
  }

  @Override
  public String host(Target target) {
    if (configured != null) {
      return configured;
    }
    SeenAs seen = learned.get(target);
    return bracketed(seen == null ? routeAddress(target) : seen.host());
  }

  @Override
  public int port(Target target) {
    Integer port = endpoint.port(target.transport());
    SeenAs seen = configured == null ? learned.get(target) : null;
    return seen != null && target.transport().equals("udp") ? seen.port() : port == null ? 0 : port;
  }

  private static String routeAddress(Target target) {
    try (DatagramSocket socket = new DatagramSocket()) {
      socket.connect(new InetSocketAddress(target.host(), target.port()));
      return socket.getLocalAddress().getHostAddress();
    } catch (SocketException | UncheckedIOException unreachable) {
      return "127.0.0.1";
    }
  }

  private static String bracketed(String host) {
    return host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host;
  }
}
