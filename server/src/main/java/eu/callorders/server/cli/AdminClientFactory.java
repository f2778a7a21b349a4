package eu.callorders.server.cli;

import eu.callorders.server.admin.DemoCredentials;
import eu.callorders.server.cli.admin.AdminClient;
import eu.callorders.server.config.Config;
import eu.callorders.server.config.ConfigKey;
import eu.callorders.server.config.ConfigReader;
import eu.callorders.server.config.InvalidConfigException;
import eu.callorders.server.config.SecretRing;
import eu.callorders.server.config.Secrets;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the administration of a running service: from the configuration, else from the credentials
 * file in the data directory.
 */
final class AdminClientFactory {
  private static final Set<ConfigKey> RELEVANT_KEYS =
      Set.of(ConfigKey.ADMIN_HOST, ConfigKey.ADMIN_PORT, ConfigKey.ADMIN_TOKEN, ConfigKey.DATA_DIR);

  private final Map<ConfigKey, String> configured;
  private final Config config;

  AdminClientFactory(Map<ConfigKey, String> configured) {
    this.configured = new EnumMap<>(ConfigKey.class);
    this.configured.putAll(configured);
    this.configured.keySet().retainAll(RELEVANT_KEYS); // other required settings may be absent here
    this.config = new ConfigReader(this.configured).read();
  }

  /**
   * Creates a client.
   *
   * @param address null for the configured one
   * @param token null for the configured one
   * @throws InvalidConfigException when there is no token
   */
  AdminClient client(@Nullable URI address, @Nullable String token) {
    Optional<DemoCredentials.Addresses> demo = demo();
    return new AdminClient(
        address != null ? address : address(demo), token != null ? token : token(demo));
  }

  private URI address(Optional<DemoCredentials.Addresses> demo) {
    boolean configuredAddress =
        configured.containsKey(ConfigKey.ADMIN_HOST)
            || configured.containsKey(ConfigKey.ADMIN_PORT);
    return demo.filter(found -> !configuredAddress)
        .map(found -> URI.create(found.adminUrl()))
        .orElseGet(() -> config.admin().address(config.admin().port()));
  }

  /** Does not generate a token, unlike the service. */
  private String token(Optional<DemoCredentials.Addresses> demo) {
    SecretRing own = config.secrets().adminTokens();
    if (own != null) {
      return own.first();
    }
    return demo.map(DemoCredentials.Addresses::adminToken)
        .or(this::generatedToken)
        .orElseThrow(
            () ->
                new InvalidConfigException(
                    List.of(
                        "no token: give --token or %s, or name the service's data directory by %s"
                            .formatted(
                                ConfigKey.ADMIN_TOKEN.variable(), ConfigKey.DATA_DIR.variable()))));
  }

  private Optional<DemoCredentials.Addresses> demo() {
    try {
      return DemoCredentials.addresses(config.dataDirectory());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Optional<String> generatedToken() {
    Path file = config.dataDirectory().resolve(Secrets.ADMIN_TOKEN);
    try {
      return Files.exists(file) ? Optional.of(Files.readString(file).strip()) : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
