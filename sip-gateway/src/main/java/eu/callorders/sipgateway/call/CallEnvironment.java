package eu.callorders.sipgateway.call;

import eu.callorders.sipgateway.config.SipGatewaySettings;
import eu.callorders.sipgateway.media.MediaEngine;
import eu.callorders.sipgateway.sip.SipEndpoint;
import io.vertx.core.Vertx;
import java.time.InstantSource;

/**
 * What all calls share.
 *
 * @param clock real time
 */
record CallEnvironment(
    Vertx vertx,
    InstantSource clock,
    SipGatewaySettings settings,
    SipEndpoint endpoint,
    LegRegistry legs,
    MediaEngine media,
    Speaker speaker,
    AgentAlert agentAlert,
    Trunks trunks,
    InviteFactory invites,
    CallTimes times,
    CallObserver observer) {}
