package eu.callorders.sipgateway.sip;

/** What becomes of a request that was sent. Runs on the gateway's event loop. */
public interface ResponseHandler {

  void onResponse(SipResponse response);

  /** No final response came in time. */
  void onTimeout();

  /** No byte of the request left this machine. */
  void onUnsent(String why);
}
