package eu.callorders.sipgateway.call;

import java.io.IOException;
import java.net.SocketAddress;
import java.util.function.Predicate;

/** A wire of UDP that loses some of the gateway's messages. */
final class FilteredWire implements SipPeer.Wire {
  private final SipPeer.Wire wire = new SipPeer.DatagramWire(0);
  private final Predicate<String> passes;

  /**
   * @param passes receives the text of each message once
   */
  FilteredWire(Predicate<String> passes) throws IOException {
    this.passes = passes;
  }

  @Override
  public String transport() {
    return wire.transport();
  }

  @Override
  public int port() {
    return wire.port();
  }

  @Override
  public void receive(Receiver receiver) {
    wire.receive(
        (text, from) -> {
          if (passes.test(text)) {
            receiver.accept(text, from);
          }
        });
  }

  @Override
  public void send(byte[] message, SocketAddress to) throws IOException {
    wire.send(message, to);
  }

  @Override
  public void close() {
    wire.close();
  }
}
