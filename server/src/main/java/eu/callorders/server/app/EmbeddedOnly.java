package eu.callorders.server.app;

import eu.callorders.server.app.Config.DatabaseChoice;
import java.util.List;

/** Commands for the database inside the service. */
final class EmbeddedOnly {
  private EmbeddedOnly() {}

  /**
   * Refuses an external database.
   *
   * @param instead what to use there
   */
  static void require(Config config, String instead) {
    if (config.database() instanceof DatabaseChoice.External external) {
      throw new ConfigRefused(
          List.of(
              "%s is set (%s:%d): this command is for the embedded database; use %s"
                  .formatted(
                      Key.DATABASE_URL.variable(),
                      external.service().host(),
                      external.service().port(),
                      instead)));
    }
  }
}
