package eu.callorders.sipgateway.sip;

/** Receives what belongs to no request of ours. Runs on the gateway's event loop. */
public interface RequestHandler {

  /** A request of the other side, to be answered by {@link SipEndpoint#respond}. */
  void onRequest(SipRequest request);

  /** A response whose transaction has ended, such as a repeated 2xx or one after a restart. */
  void onLateResponse(SipResponse response);
}
