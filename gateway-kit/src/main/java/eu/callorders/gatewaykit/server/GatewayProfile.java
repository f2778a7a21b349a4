package eu.callorders.gatewaykit.server;

import java.util.Set;

/**
 * What distinguishes the settings of one gateway from those of another.
 *
 * @param name for messages, such as {@code simulator}
 * @param prefix of the keys of all settings, such as {@code SIMULATOR_}
 * @param defaultPort of the protocol
 * @param defaultDirectory of the store
 * @param ownKeys further settings, without the prefix, that the gateway reads itself
 */
public record GatewayProfile(
    String name, String prefix, int defaultPort, String defaultDirectory, Set<String> ownKeys) {

  public GatewayProfile {
    ownKeys = Set.copyOf(ownKeys);
  }

  /** The key of a setting in the environment. */
  public String key(String setting) {
    return prefix + setting;
  }
}
