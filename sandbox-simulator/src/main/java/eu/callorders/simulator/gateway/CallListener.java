package eu.callorders.simulator.gateway;

import eu.callorders.core.telephony.GatewayEvent;

/** Receives the progress of a call. */
interface CallListener {

  void changed(SimulatedCall call);

  void ended(SimulatedCall call, GatewayEvent.Ended end);
}
