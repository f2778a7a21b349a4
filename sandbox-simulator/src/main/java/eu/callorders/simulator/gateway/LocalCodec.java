package eu.callorders.simulator.gateway;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.eventbus.MessageCodec;

/** Passes immutable objects over the event bus by reference, within the process. */
public final class LocalCodec implements MessageCodec<Object, Object> {
  private static final String NAME = "call-orders-local";

  private LocalCodec() {}

  /** Registers the codec; idempotent. */
  public static void register(EventBus bus) {
    try {
      bus.registerCodec(new LocalCodec());
    } catch (IllegalStateException alreadyRegistered) {
      // Every verticle registers the codec, so that the order of deployment is free.
    }
  }

  /** Options to send, request and reply with this codec. */
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
    throw new UnsupportedOperationException("local messages are not serialized");
  }

  @Override
  public Object decodeFromWire(int position, Buffer buffer) {
    throw new UnsupportedOperationException("local messages are not serialized");
  }
}
