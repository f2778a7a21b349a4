package eu.callorders.simulator.gateway;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.eventbus.MessageCodec;

/** Hands immutable objects over the event bus by reference; they never leave the process. */
public final class LocalCodec implements MessageCodec<Object, Object> {
  private static final String NAME = "call-orders-local";

  private LocalCodec() {}

  /** Makes the codec known to the bus; again does no harm. */
  public static void register(EventBus bus) {
    try {
      bus.registerCodec(new LocalCodec());
    } catch (IllegalStateException alreadyRegistered) {
      // Every verticle that uses the codec registers it: the order of deployment is free.
    }
  }

  /** How to send, request and reply with this codec. */
  public static DeliveryOptions options() {
    return new DeliveryOptions().setCodecName(NAME).setLocalOnly(true);
  }

  @Override
  public Object transform(Object message) {
    return message;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public byte systemCodecID() {
    return -1;
  }

  @Override
  public void encodeToWire(Buffer buffer, Object message) {
    throw new UnsupportedOperationException("this message stays in its process");
  }

  @Override
  public Object decodeFromWire(int position, Buffer buffer) {
    throw new UnsupportedOperationException("this message stays in its process");
  }
}
