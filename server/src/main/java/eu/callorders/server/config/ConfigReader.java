package eu.callorders.server.config;

import eu.callorders.db.DatabaseAddress;
import eu.callorders.server.config.Config.DatabaseChoice;
import eu.callorders.server.config.Config.Environment;
import eu.callorders.server.config.Config.Gateway;
import eu.callorders.server.config.Config.Listener;
import eu.callorders.server.config.Config.LogFormat;
import eu.callorders.server.database.PoolSizes;
import eu.callorders.server.ratelimit.RateLimit;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Parses the configuration and collects all faults before it fails. */
public final class ConfigReader {
  private static final int MAX_EVENT_LOOPS = 1024;
  private static final int DEFAULT_POOL = 12;
  private static final int MAX_POOL = 1000;

  private final Map<ConfigKey, String> values;
  private final Map<ConfigKey, String> problems = new EnumMap<>(ConfigKey.class);

  public ConfigReader(Map<ConfigKey, String> values) {
    this.values = values;
  }

  public Config read() {
    Environment environment =
        value(
            ConfigKey.ENVIRONMENT,
            Environment.SANDBOX,
            text -> ConfigParsers.name(text, Environment.class));
    DatabaseChoice database = database();
    boolean playground =
        environment == Environment.SANDBOX && database instanceof DatabaseChoice.Embedded;
    boolean laboratory = value(ConfigKey.LABORATORY, false, ConfigParsers::flag);
    Config config =
        new Config(
            environment,
            listener(ConfigKey.HTTP_HOST, ConfigKey.HTTP_PORT, 8080),
            listener(ConfigKey.ADMIN_HOST, ConfigKey.ADMIN_PORT, 8081),
            optional(ConfigKey.BASE_URL, ConfigParsers::httpAddress),
            optional(ConfigKey.AUTH_URL, ConfigParsers::httpAddress),
            database,
            value(
                ConfigKey.DATABASE_POOL,
                DEFAULT_POOL,
                text -> ConfigParsers.number(text, PoolSizes.MIN_TOTAL, MAX_POOL)),
            value(ConfigKey.DATA_DIR, Path.of("./data"), ConfigParsers::directory),
            value(ConfigKey.DEMO, playground, ConfigParsers::flag),
            secrets(environment == Environment.LIVE && !laboratory),
            value(ConfigKey.GATEWAY, new Gateway.Embedded(), ConfigParsers::gateway),
            value(ConfigKey.TRUSTED_PROXIES, List.of(), ConfigParsers.list(ConfigParsers::cidr)),
            webhooks(),
            value(ConfigKey.SANDBOX_STRICT_NUMBERS, false, ConfigParsers::flag),
            value(ConfigKey.RATE_LIMIT, new RateLimit(50, 100), ConfigParsers::rateLimit),
            value(
                ConfigKey.EVENT_LOOPS,
                processors(),
                text -> ConfigParsers.number(text, 1, MAX_EVENT_LOOPS)),
            value(
                ConfigKey.LOG_FORMAT,
                LogFormat.TEXT,
                text -> ConfigParsers.name(text, LogFormat.class)),
            optional(ConfigKey.OTLP_ENDPOINT, ConfigParsers::httpAddress),
            laboratory);
    checkCombinations(config);
    if (!problems.isEmpty()) {
      throw new InvalidConfigException(List.copyOf(problems.values()));
    }
    return config;
  }

  private void checkCombinations(Config config) {
    if (config.http().port() != 0 && config.http().equals(config.admin())) {
      addProblem(ConfigKey.ADMIN_PORT, "the same as " + ConfigKey.HTTP_PORT.variable());
    }
    if (values.containsKey(ConfigKey.DATABASE_MIGRATION_URL)
        && !values.containsKey(ConfigKey.DATABASE_URL)) {
      addProblem(ConfigKey.DATABASE_MIGRATION_URL, "needs " + ConfigKey.DATABASE_URL.variable());
    }
    if (config.isLive()) {
      checkLive(config);
    }
  }

  private void checkLive(Config config) {
    if (config.demo()) {
      addProblem(ConfigKey.DEMO, "refused when live");
    }
    if (config.gateway() instanceof Gateway.Embedded) {
      addProblem(ConfigKey.GATEWAY, "embedded is refused when live");
    }
    for (ConfigKey required : List.of(ConfigKey.ADMIN_TOKEN, ConfigKey.MASTER_KEY)) {
      if (!values.containsKey(required)) {
        addProblem(required, "required when live");
      }
    }
    if (!config.laboratory()) {
      LiveSettingsCheck.weaknesses(config).forEach(this::addProblem);
    }
  }

  private Listener listener(ConfigKey host, ConfigKey port, int defaultPort) {
    return new Listener(
        value(host, "127.0.0.1", ConfigParsers::host),
        value(port, defaultPort, text -> ConfigParsers.number(text, 0, 65535)));
  }

  private DatabaseChoice database() {
    DatabaseAddress service = optional(ConfigKey.DATABASE_URL, DatabaseAddress::parse);
    DatabaseAddress migration = optional(ConfigKey.DATABASE_MIGRATION_URL, DatabaseAddress::parse);
    return service == null
        ? new DatabaseChoice.Embedded()
        : new DatabaseChoice.External(service, migration == null ? service : migration);
  }

  /**
   * @param strict whether admin tokens and gateway secrets must be strong, including those read
   *     later
   */
  private Config.ConfiguredSecrets secrets(boolean strict) {
    UnaryOperator<String> token =
        strict ? LiveSettingsCheck::requireStrongToken : ConfigParsers::token;
    UnaryOperator<String> gatewaySecret =
        strict ? LiveSettingsCheck::requireStrongGatewaySecret : ConfigParsers::webhookSecret;
    return new Config.ConfiguredSecrets(
        optional(ConfigKey.ADMIN_TOKEN, text -> SecretRing.parse(text, token)),
        value(ConfigKey.MASTER_KEY, List.of(), ConfigParsers.list(ConfigParsers::masterKey)),
        optional(ConfigKey.GATEWAY_SECRET, text -> SecretRing.parse(text, gatewaySecret)));
  }

  private Config.WebhookSettings webhooks() {
    return new Config.WebhookSettings(
        value(
            ConfigKey.WEBHOOK_EXTRA_TARGETS,
            List.of(),
            ConfigParsers.list(ConfigParsers::hostPort)),
        optional(ConfigKey.WEBHOOK_CA_FILE, ConfigParsers::certificates),
        value(
            ConfigKey.WEBHOOK_EGRESS_IPS, List.of(), ConfigParsers.list(ConfigParsers::ipAddress)));
  }

  private <T> T value(ConfigKey key, T defaultValue, Function<String, ? extends T> parse) {
    T parsed = optional(key, parse);
    return parsed == null ? defaultValue : parsed;
  }

  /** Null when the key is not set or invalid; then the problem is recorded. */
  private <T> @Nullable T optional(ConfigKey key, Function<String, ? extends T> parse) {
    String text = values.get(key);
    if (text == null) {
      return null;
    }
    try {
      return parse.apply(text);
    } catch (IllegalArgumentException e) {
      addProblem(key, String.valueOf(e.getMessage()));
      return null;
    }
  }

  /** Records the first fault of a key. */
  private void addProblem(ConfigKey key, String why) {
    problems.putIfAbsent(key, key.variable() + ": " + why);
  }

  private static int processors() {
    return Runtime.getRuntime().availableProcessors();
  }
}
