package eu.callorders.server.config;

import static eu.callorders.server.config.ConfigTest.DATABASE;
import static eu.callorders.server.config.ConfigTest.KEY_OF_ZEROS;
import static eu.callorders.server.config.ConfigTest.LIVE;
import static eu.callorders.server.config.ConfigTest.read;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ConfigListingTest {
  @ParameterizedTest
  @EnumSource(ConfigKey.class)
  void listsEveryKey(ConfigKey key) {
    assertThat(listing(Map.of())).containsKey(key.variable());
  }

  @Test
  void documentsEachKey() {
    List<String> lines = ConfigListing.of(read(Map.of())).lines().toList();

    assertThat(lines).hasSize(2 * ConfigKey.values().length);
    for (ConfigKey key : ConfigKey.values()) {
      int line = 2 * key.ordinal();
      assertThat(lines.get(line)).matches("# .{4,110}");
      assertThat(lines.get(line + 1)).startsWith(key.variable() + "=");
    }
  }

  @Test
  void listingIsValidConfiguration() {
    Map<String, String> listed = listing(Map.of("CALLORDERS_RATE_LIMIT", "7/9"));
    assertThat(listed)
        .containsEntry("CALLORDERS_RATE_LIMIT", "7/9")
        .containsEntry("CALLORDERS_BASE_URL", "http://127.0.0.1:8080");
    Map<String, String> again = new HashMap<>(listed);
    again.keySet().removeIf(key -> key.matches(".*(_KEY|_TOKEN|_SECRET|DATABASE.*)"));
    assertThat(listing(again)).isEqualTo(listed);
  }

  @Test
  void listsIdsOfMasterKeys() {
    String listed =
        listing(
                Map.of(
                    "CALLORDERS_MASTER_KEY", KEY_OF_ZEROS.replace("A=", "E=") + "," + KEY_OF_ZEROS))
            .get("CALLORDERS_MASTER_KEY");
    assertThat(listed).matches("\\*\\*\\* \\(key ids [0-9a-f]{16}, 66687aadf862bd77\\)");
  }

  @Test
  void listsNoSecrets() {
    Map<String, String> secrets = new HashMap<>(LIVE);
    secrets.put("CALLORDERS_GATEWAY_SECRET", "whsec_" + KEY_OF_ZEROS);
    secrets.put("CALLORDERS_DATABASE_URL", DATABASE);
    String listed = ConfigListing.of(read(secrets));
    assertThat(listed).doesNotContain("the-token", "AAAA", "hunter2");
    assertThat(read(secrets).toString()).doesNotContain("the-token", "AAAA", "hunter2");
  }

  private static Map<String, String> listing(Map<String, String> environment) {
    return ConfigListing.of(read(environment))
        .lines()
        .filter(line -> !line.startsWith("#"))
        .map(line -> line.split("=", 2))
        .collect(Collectors.toMap(line -> line[0], line -> line[1]));
  }
}
