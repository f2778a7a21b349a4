package eu.callorders.sipgateway.app;

import eu.callorders.gatewaykit.server.GatewaySettings.InvalidSettingException;
import eu.callorders.sipgateway.config.AgentSettings;
import eu.callorders.sipgateway.config.SipGatewaySettings;

/** Refuses valid settings that this release cannot do, rather than ignore them. */
final class SupportedSettings {
  private static final String LATER = "is not available in this release";

  private SupportedSettings() {}

  static void require(SipGatewaySettings settings) {
    AgentSettings.Kind agent = settings.agent().kind();
    if (agent == AgentSettings.Kind.OPENAI) {
      refuse("AGENT");
    }
  }

  private static void refuse(String name) {
    throw new InvalidSettingException(SipGatewaySettings.PROFILE.key(name), LATER);
  }
}
