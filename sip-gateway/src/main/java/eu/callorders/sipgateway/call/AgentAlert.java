package eu.callorders.sipgateway.call;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One alert when nothing can speak, however many calls that refuses or ends, until something can.
 * Confined to the event loop.
 */
final class AgentAlert {
  private static final Logger LOG = LoggerFactory.getLogger(AgentAlert.class);

  private boolean failing;

  /** A call was refused, or ended, without an agent. */
  void failed(String why) {
    if (failing) {
      LOG.warn("{}", why);
    } else {
      LOG.error("alert: {}", why);
    }
    failing = true;
  }

  /** A call has all that it needs to speak. */
  void worked() {
    if (failing) {
      LOG.info("the agent works again");
    }
    failing = false;
  }
}
