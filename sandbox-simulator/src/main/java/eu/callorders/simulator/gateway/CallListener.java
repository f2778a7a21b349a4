package eu.callorders.simulator.gateway;

import eu.callorders.core.telephony.GatewayEvent;

/** Learns what becomes of a call. */
interface CallListener {

  /** Something about its progress is different now. */
  void changed(SimulatedCall call);

  void ended(SimulatedCall call, GatewayEvent.Ended end);
}
