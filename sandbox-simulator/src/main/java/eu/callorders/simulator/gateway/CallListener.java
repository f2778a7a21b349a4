package eu.callorders.simulator.gateway;

import eu.callorders.core.telephony.GatewayEvent;

/** Receives the progress of a call. */
interface CallListener {

  void onProgress(SimulatedCall call);

  void onEnd(SimulatedCall call, GatewayEvent.Ended end);
}
