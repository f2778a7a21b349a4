package eu.callorders.server.app;

import eu.callorders.db.DatabaseAddress;
import eu.callorders.server.app.Config.DatabaseChoice;
import eu.callorders.server.app.Config.Environment;
import eu.callorders.server.app.Config.Gateway;
import eu.callorders.server.app.Config.Listener;
import eu.callorders.server.app.Config.LogFormat;
import eu.callorders.server.http.RateLimit;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** From texts to a {@link Config}; every fault is found before the first one is told. */
final class ConfigReader {
  private static final int MOST_EVENT_LOOPS = 1024;

  private final Map<Key, String> values;
  private final Map<Key, String> problems = new EnumMap<>(Key.class);

  ConfigReader(Map<Key, String> values) {
    this.values = values;
  }

  Config read() {
    Environment environment =
        value(Key.ENVIRONMENT, Environment.SANDBOX, text -> Values.name(text, Environment.class));
    DatabaseChoice database = database();
    boolean playground =
        environment == Environment.SANDBOX && database instanceof DatabaseChoice.Embedded;
    boolean laboratory = value(Key.LABORATORY, false, Values::flag);
    Config config =
        new Config(
            environment,
            listener(Key.HTTP_HOST, Key.HTTP_PORT, 8080),
            listener(Key.ADMIN_HOST, Key.ADMIN_PORT, 8081),
            optional(Key.BASE_URL, Values::httpAddress),
            optional(Key.AUTH_URL, Values::httpAddress),
            database,
            value(Key.DATA_DIR, Path.of("./data"), Values::directory),
            value(Key.DEMO, playground, Values::flag),
            secrets(environment == Environment.LIVE && !laboratory),
            value(Key.GATEWAY, new Gateway.Embedded(), Values::gateway),
            value(Key.TRUSTED_PROXIES, List.of(), Values.list(Values::cidr)),
            webhooks(),
            value(Key.SANDBOX_STRICT_NUMBERS, false, Values::flag),
            value(Key.RATE_LIMIT, new RateLimit(50, 100), Values::rateLimit),
            value(Key.EVENT_LOOPS, processors(), text -> Values.number(text, 1, MOST_EVENT_LOOPS)),
            value(Key.LOG_FORMAT, LogFormat.TEXT, text -> Values.name(text, LogFormat.class)),
            laboratory);
    checkTogether(config);
    if (!problems.isEmpty()) {
      throw new ConfigRefused(List.copyOf(problems.values()));
    }
    return config;
  }

  private void checkTogether(Config config) {
    if (config.http().port() != 0 && config.http().equals(config.admin())) {
      refuse(Key.ADMIN_PORT, "the same as " + Key.HTTP_PORT.variable());
    }
    if (values.containsKey(Key.DATABASE_MIGRATION_URL) && !values.containsKey(Key.DATABASE_URL)) {
      refuse(Key.DATABASE_MIGRATION_URL, "needs " + Key.DATABASE_URL.variable());
    }
    if (config.environment() == Environment.LIVE) {
      checkLive(config);
    }
  }

  private void checkLive(Config config) {
    if (config.demo()) {
      refuse(Key.DEMO, "refused when live");
    }
    if (config.gateway() instanceof Gateway.Embedded) {
      refuse(Key.GATEWAY, "embedded is refused when live");
    }
    for (Key required : List.of(Key.ADMIN_TOKEN, Key.MASTER_KEY)) {
      if (!values.containsKey(required)) {
        refuse(required, "required when live");
      }
    }
    if (!config.laboratory()) {
      LiveSettingsCheck.weaknesses(config).forEach(this::refuse);
    }
  }

  private Listener listener(Key host, Key port, int usualPort) {
    return new Listener(
        value(host, "127.0.0.1", Values::host),
        value(port, usualPort, text -> Values.number(text, 0, 65535)));
  }

  private DatabaseChoice database() {
    DatabaseAddress service = optional(Key.DATABASE_URL, DatabaseAddress::parse);
    DatabaseAddress migration = optional(Key.DATABASE_MIGRATION_URL, DatabaseAddress::parse);
    return service == null
        ? new DatabaseChoice.Embedded()
        : new DatabaseChoice.External(service, migration == null ? service : migration);
  }

  /**
   * @param strict whether tokens of the administration and secrets of the gateway must be strong,
   *     also those that are read later
   */
  private Config.ConfiguredSecrets secrets(boolean strict) {
    UnaryOperator<String> token = strict ? LiveSettingsCheck::strongToken : Values::token;
    UnaryOperator<String> gatewaySecret =
        strict ? LiveSettingsCheck::strongGatewaySecret : Values::webhookSecret;
    return new Config.ConfiguredSecrets(
        optional(Key.ADMIN_TOKEN, text -> SecretRing.parse(text, token)),
        value(Key.MASTER_KEY, List.of(), Values.list(Values::masterKey)),
        optional(Key.GATEWAY_SECRET, text -> SecretRing.parse(text, gatewaySecret)));
  }

  private Config.Webhooks webhooks() {
    return new Config.Webhooks(
        value(Key.WEBHOOK_EXTRA_TARGETS, List.of(), Values.list(Values::hostPort)),
        optional(Key.WEBHOOK_CA_FILE, Values::certificates),
        value(Key.WEBHOOK_EGRESS_IPS, List.of(), Values.list(Values::ipAddress)));
  }

  private <T> T value(Key key, T usual, Function<String, ? extends T> parse) {
    T parsed = optional(key, parse);
    return parsed == null ? usual : parsed;
  }

  /** Null when the key is not set, or set to something that has now been noted as a problem. */
  private <T> @Nullable T optional(Key key, Function<String, ? extends T> parse) {
    String text = values.get(key);
    if (text == null) {
      return null;
    }
    try {
      return parse.apply(text);
    } catch (IllegalArgumentException e) {
      refuse(key, String.valueOf(e.getMessage()));
      return null;
    }
  }

  /** Notes the first fault of a key; further ones would only follow from it. */
  private void refuse(Key key, String why) {
    problems.putIfAbsent(key, key.variable() + ": " + why);
  }

  private static int processors() {
    return Runtime.getRuntime().availableProcessors();
  }
}
