package eu.callorders.sipgateway.sip;

/** Sees all messages, on the event loop. */
public interface MessageObserver {
  /** Sees nothing. */
  MessageObserver NONE = new MessageObserver() {};

  /** A request was handed to the stack. */
  default void onSent(String method, Target target) {}

  default void onResponse(SipResponse response) {}

  default void onRequest(SipRequest request) {}
}
