package eu.callorders.sipgateway.app;

import eu.callorders.gatewaykit.server.GatewaySettings.InvalidSettingException;
import eu.callorders.sipgateway.config.SipGatewaySettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** A file with a line KEY=VALUE for each setting; lines that begin with # are comments. */
final class ConfigFile {
  private ConfigFile() {}

  /** The settings of the file and the environment, which takes precedence. */
  static Map<String, String> merge(Path file, Map<String, String> environment) throws IOException {
    Map<String, String> values = new HashMap<>();
    int number = 0;
    for (String line : Files.readAllLines(file)) {
      number++;
      String text = line.strip();
      if (text.isEmpty() || text.startsWith("#")) {
        continue;
      }
      int equals = text.indexOf('=');
      String key = equals < 0 ? "" : text.substring(0, equals).strip();
      if (!key.startsWith(SipGatewaySettings.PROFILE.prefix())) {
        throw new InvalidSettingException(
            file + ", line " + number, "is no KEY=VALUE of this gateway");
      }
      values.put(key, text.substring(equals + 1).strip());
    }
    values.putAll(environment);
    return values;
  }
}
