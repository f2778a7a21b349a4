package eu.callorders.server.app;

import eu.callorders.db.UnusableDatabaseException;
import eu.callorders.server.config.Config;
import eu.callorders.server.config.ConfigKey;
import eu.callorders.server.config.InvalidConfigException;
import eu.callorders.server.config.LiveSettingsCheck;
import eu.callorders.server.database.DurabilityCheck;
import eu.callorders.server.encryption.MasterKeyRotation;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Checks of settings, server and keys before a node serves requests. */
final class StartupChecks {
  private static final Logger LOG = LoggerFactory.getLogger(StartupChecks.class);

  private StartupChecks() {}

  /** Warns of settings for tests that {@code live} accepts as a laboratory. */
  static void warnOfWeakSettings(Config config) {
    if (config.isLive() && config.laboratory()) {
      LOG.warn("{}=true: live accepts settings for tests", ConfigKey.LABORATORY.variable());
      LiveSettingsCheck.weaknesses(config)
          .forEach((key, reason) -> LOG.warn("{}: {}", key.variable(), reason));
    }
  }

  /**
   * @param off the durability settings of the server that are off
   */
  static void requireDurability(Config config, List<String> off) {
    if (off.isEmpty()) {
      return;
    }
    String fault = DurabilityCheck.message(off);
    if (config.isLive() && !config.laboratory()) {
      throw new UnusableDatabaseException(fault);
    }
    LOG.warn("{}; refused when live", fault);
  }

  /** Fails early: ciphertexts of a missing key would otherwise fail one webhook at a time. */
  static void requireKeysInUse(List<MasterKeyRotation.KeyUsage> uses) {
    List<String> missing =
        uses.stream()
            .filter(use -> !use.inRing())
            .map(
                use ->
                    "%s: key %s is missing, but encrypts %s"
                        .formatted(
                            ConfigKey.MASTER_KEY.variable(), use.keyId(), use.encryptedRows()))
            .toList();
    if (!missing.isEmpty()) {
      throw new InvalidConfigException(missing);
    }
  }
}
