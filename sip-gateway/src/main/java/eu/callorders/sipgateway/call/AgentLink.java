package eu.callorders.sipgateway.call;

import eu.callorders.sipgateway.media.RtpSession;

/**
 * The connection of one call with an agent outside of the gateway, which tells its {@link
 * RemoteConversation} what the agent does. Confined to the event loop.
 */
interface AgentLink {

  /** The person has answered; the disclosure is spoken now. */
  void answered();

  /**
   * The agent speaks and hears from now on.
   *
   * @param sound of the person
   */
  void begin(RtpSession sound);

  /** The person has pressed a key, after {@link #begin}. */
  void key(char key);

  /** The conversation has ended, or there is none. */
  void end();
}
