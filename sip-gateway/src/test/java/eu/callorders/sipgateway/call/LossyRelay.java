package eu.callorders.sipgateway.call;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Passes SIP over UDP between a gateway and a carrier, and loses the first packets of each message
 * of a call. OPTIONS passes, and so do provisional responses, which nobody repeats. The gateway
 * sees the relay's port in place of the carrier's, so that it sends ACK and responses to the relay.
 */
final class LossyRelay implements AutoCloseable {
  private final int losses;
  private final SipPeer.Wire towardsGateway = new SipPeer.DatagramWire(0);
  private final SipPeer.Wire towardsCarrier = new SipPeer.DatagramWire(0);
  private final Map<String, Integer> packets = new ConcurrentHashMap<>();
  private volatile SocketAddress gateway = new InetSocketAddress(0);

  /**
   * @param carrier port of the carrier, on this machine
   * @param losses packets lost of each message before it passes
   */
  LossyRelay(int carrier, int losses) throws IOException {
    this.losses = losses;
    SocketAddress carrierAddress = new InetSocketAddress(InetAddress.getLoopbackAddress(), carrier);
    Thread.ofPlatform()
        .daemon()
        .name("relay-to-carrier")
        .start(
            () ->
                towardsGateway.receive(
                    (text, from) -> {
                      gateway = from;
                      pass(text, towardsCarrier, carrierAddress);
                    }));
    Thread.ofPlatform()
        .daemon()
        .name("relay-to-gateway")
        .start(
            () ->
                towardsCarrier.receive(
                    (text, from) ->
                        pass(text.replace(":" + carrier, ":" + port()), towardsGateway, gateway)));
  }

  /** Port to which the gateway sends. */
  int port() {
    return towardsGateway.port();
  }

  /** Messages of which packets were lost: sender, method, and status of a response. */
  Set<String> lost() {
    return Set.copyOf(packets.keySet());
  }

  private void pass(String text, SipPeer.Wire wire, SocketAddress to) throws IOException {
    SipMessage message = SipMessage.parse(text, to);
    boolean repeated =
        !message.method().equals("OPTIONS") && !(message.isResponse() && message.status() < 200);
    String sender = wire == towardsGateway ? "carrier " : "gateway ";
    if (!repeated || packets.merge(sender + name(message), 1, Integer::sum) > losses) {
      wire.send(text.getBytes(StandardCharsets.UTF_8), to);
    }
  }

  private static String name(SipMessage message) {
    return message.isResponse() ? message.status() + " of " + message.method() : message.method();
  }

  @Override
  public void close() {
    towardsGateway.close();
    towardsCarrier.close();
  }
}
