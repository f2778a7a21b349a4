package eu.callorders.sipgateway.call;

import io.vertx.core.Future;

/** Connects conversations with the agent of the settings. Confined to the event loop. */
interface AgentConnector {

  /**
   * Connects before the call is dialed; fails when no agent is there. A connection that is ready at
   * once says so by {@link RemoteConversation#ready}.
   */
  Future<? extends AgentLink> connect(RemoteConversation conversation);
}
