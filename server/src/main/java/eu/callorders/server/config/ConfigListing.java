package eu.callorders.server.config;

import static java.util.Locale.ROOT;

import eu.callorders.server.config.Config.DatabaseChoice;
import eu.callorders.server.config.Config.Gateway;
import eu.callorders.server.encryption.Keyring;
import eu.callorders.server.ratelimit.RateLimit;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Prints the effective configuration: per key a comment and a line {@code NAME=value}, secrets
 * masked.
 */
public final class ConfigListing {
  private static final String MASK = "***";

  private ConfigListing() {}

  public static String of(Config config) {
    return Arrays.stream(ConfigKey.values())
        .flatMap(
            key -> Stream.of("# " + key.description(), key.variable() + "=" + value(key, config)))
        .collect(Collectors.joining(System.lineSeparator()));
  }

  private static String value(ConfigKey key, Config config) {
    return switch (key) {
      case ENVIRONMENT -> config.environment().wireName();
      case HTTP_HOST -> config.http().host();
      case HTTP_PORT -> Integer.toString(config.http().port());
      case ADMIN_HOST -> config.admin().host();
      case ADMIN_PORT -> Integer.toString(config.admin().port());
      case BASE_URL -> address(config.baseUrl(), config);
      case AUTH_URL -> address(config.authUrl(), config);
      case DATABASE_URL -> database(config, false);
      case DATABASE_MIGRATION_URL -> database(config, true);
      case DATABASE_POOL -> Integer.toString(config.databasePool());
      case DATA_DIR -> config.dataDirectory().toString();
      case DEMO -> Boolean.toString(config.demo());
      case ADMIN_TOKEN ->
          secret(config.secrets().adminTokens() != null, config, Secrets.ADMIN_TOKEN);
      case MASTER_KEY -> masterKeys(config);
      case GATEWAY -> gateway(config.gateway());
      case GATEWAY_SECRET ->
          secret(config.secrets().gatewaySecrets() != null, config, Secrets.GATEWAY_SECRET);
      case TRUSTED_PROXIES -> list(config.trustedProxies());
      case WEBHOOK_EXTRA_TARGETS -> list(config.webhooks().extraTargets());
      case WEBHOOK_CA_FILE -> text(config.webhooks().caFile());
      case WEBHOOK_EGRESS_IPS -> list(config.webhooks().egressIps());
      case SANDBOX_STRICT_NUMBERS -> Boolean.toString(config.strictNumbers());
      case RATE_LIMIT -> rateLimit(config.rateLimit());
      case EVENT_LOOPS -> Integer.toString(config.eventLoops());
      case LOG_FORMAT -> config.logFormat().name().toLowerCase(ROOT);
      case OTLP_ENDPOINT -> text(config.otlpEndpoint());
      case LABORATORY -> Boolean.toString(config.laboratory());
    };
  }

  private static String address(@Nullable URI configured, Config config) {
    return configured != null
        ? configured.toString()
        : config.http().address(config.http().port()).toString();
  }

  private static String database(Config config, boolean migration) {
    return switch (config.database()) {
      case DatabaseChoice.Embedded() ->
          "(embedded, in " + config.dataDirectory().resolve("postgres") + ")";
      case DatabaseChoice.External external ->
          (migration ? external.migration() : external.service()).toString();
    };
  }

  private static String gateway(Gateway gateway) {
    return switch (gateway) {
      case Gateway.Embedded() -> "embedded";
      case Gateway.Http(URI address) -> address.toString();
    };
  }

  private static String masterKeys(Config config) {
    List<byte[]> keys = config.secrets().masterKeys();
    return keys.isEmpty()
        ? secret(false, config, Secrets.MASTER_KEY)
        : keys.stream()
            .map(Keyring::idOf)
            .collect(Collectors.joining(", ", MASK + " (key ids ", ")"));
  }

  private static String secret(boolean configured, Config config, String file) {
    return configured
        ? MASK
        : MASK + " (generated, in " + config.dataDirectory().resolve(file) + ")";
  }

  private static String rateLimit(RateLimit limit) {
    return limit.equals(RateLimit.UNLIMITED) ? "off" : limit.format();
  }

  private static String list(List<?> values) {
    return values.stream().map(Object::toString).collect(Collectors.joining(","));
  }

  private static String text(@Nullable Object value) {
    return value == null ? "" : value.toString();
  }
}
