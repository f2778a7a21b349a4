package eu.callorders.gatewaykit.call;

/** What a gateway needs to continue or end a call after a restart. Immutable. */
public interface CallState {

  /** The form in the store, at most 64 KiB. Runs on the thread that writes. */
  byte[] encode();
}
