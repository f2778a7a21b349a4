package eu.callorders.server.config;

import eu.callorders.core.webhook.PublicAddress;
import eu.callorders.db.DatabaseAddress;
import eu.callorders.server.config.Config.DatabaseChoice;
import eu.callorders.server.config.Config.Gateway;
import eu.callorders.server.network.Cidr;
import eu.callorders.server.ratelimit.RateLimit;
import java.net.InetAddress;
import java.net.URI;
import java.util.Base64;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds settings that are suitable for tests only. Environment {@code live} refuses them unless
 * {@code CALLORDERS_LABORATORY} is {@code true}.
 */
public final class LiveSettingsCheck {
  private static final int MIN_TOKEN_LENGTH = 16;
  private static final int MIN_DISTINCT_CHARACTERS = 8;

  /** 24 random bytes have fewer distinct ones once in 10^14 secrets. */
  private static final int MIN_DISTINCT_BYTES = 12;

  /** The widest private range is {@code fc00::/7}. */
  private static final int MIN_PROXY_PREFIX = 7;

  private final Config config;
  private final Map<ConfigKey, String> weaknesses = new EnumMap<>(ConfigKey.class);

  private LiveSettingsCheck(Config config) {
    this.config = config;
  }

  /** The weak settings with their reasons. */
  public static Map<ConfigKey, String> weaknesses(Config config) {
    LiveSettingsCheck check = new LiveSettingsCheck(config);
    check.checkSecrets();
    check.checkAddresses();
    check.checkDatabase();
    check.checkNetwork();
    return check.weaknesses;
  }

  private void checkSecrets() {
    check(
        ConfigKey.ADMIN_TOKEN,
        config.secrets().adminTokens(),
        LiveSettingsCheck::requireStrongToken);
    check(
        ConfigKey.GATEWAY_SECRET,
        config.secrets().gatewaySecrets(),
        LiveSettingsCheck::requireStrongGatewaySecret);
    for (byte[] key : config.secrets().masterKeys()) {
      if (distinct(key) < MIN_DISTINCT_BYTES) {
        refuse(ConfigKey.MASTER_KEY, "must be random bytes when live");
      }
    }
  }

  private void check(ConfigKey key, @Nullable SecretRing ring, Consumer<String> check) {
    try {
      if (ring != null) {
        ring.all().forEach(check);
      }
    } catch (IllegalArgumentException e) {
      refuse(key, String.valueOf(e.getMessage()));
    }
  }

  /**
   * Requires random bytes.
   *
   * @throws IllegalArgumentException otherwise
   */
  static String requireStrongGatewaySecret(String text) {
    String secret = ConfigParsers.webhookSecret(text);
    byte[] key = Base64.getDecoder().decode(secret.substring(secret.indexOf('_') + 1));
    if (distinct(key) < MIN_DISTINCT_BYTES) {
      throw new IllegalArgumentException("must be random bytes when live");
    }
    return secret;
  }

  /**
   * Requires a token that is hard to guess.
   *
   * @throws IllegalArgumentException otherwise
   */
  static String requireStrongToken(String text) {
    String token = ConfigParsers.token(text);
    if (token.length() < MIN_TOKEN_LENGTH
        || token.chars().distinct().count() < MIN_DISTINCT_CHARACTERS) {
      throw new IllegalArgumentException(
          "must have %d characters or more when live, %d of them different"
              .formatted(MIN_TOKEN_LENGTH, MIN_DISTINCT_CHARACTERS));
    }
    return token;
  }

  private void checkAddresses() {
    if (isPublicWithoutTls(config.baseUrl())) {
      refuse(ConfigKey.BASE_URL, "must be an https address when live");
    }
    if (isPublicWithoutTls(config.authUrl())) {
      refuse(ConfigKey.AUTH_URL, "must be an https address when live");
    }
    if (config.gateway() instanceof Gateway.Http(URI address)
        && isWithoutTls(address)
        && !isLoopback(address.getHost())) {
      refuse(ConfigKey.GATEWAY, "http is refused when live, except to a loopback address");
    }
  }

  /** Without configuration, the address is that of the listener, over http. */
  private boolean isPublicWithoutTls(@Nullable URI configured) {
    return configured == null ? !isLoopback(config.http().host()) : isWithoutTls(configured);
  }

  private void checkDatabase() {
    if (config.database()
        instanceof DatabaseChoice.External(DatabaseAddress service, DatabaseAddress migration)) {
      checkDatabase(ConfigKey.DATABASE_URL, service);
      if (!migration.equals(service)) {
        checkDatabase(ConfigKey.DATABASE_MIGRATION_URL, migration);
      }
    }
  }

  private void checkDatabase(ConfigKey key, DatabaseAddress address) {
    if (!address.hosts().stream().allMatch(host -> isLoopback(host.name()))
        && !"verify-full".equals(address.parameters().get("sslmode"))) {
      refuse(key, "a remote database needs sslmode=verify-full when live");
    }
  }

  private void checkNetwork() {
    for (Cidr proxies : config.trustedProxies()) {
      if (proxies.prefix() < MIN_PROXY_PREFIX) {
        refuse(ConfigKey.TRUSTED_PROXIES, proxies + " is too wide when live");
      }
    }
    for (Config.HostPort target : config.webhooks().extraTargets()) {
      InetAddress address = literal(target.host());
      if (address != null && PublicAddress.isMetadataService(address.getAddress())) {
        refuse(
            ConfigKey.WEBHOOK_EXTRA_TARGETS,
            "a link-local or metadata address is refused when live: " + target);
      }
    }
    if (config.rateLimit().equals(RateLimit.UNLIMITED)) {
      refuse(ConfigKey.RATE_LIMIT, "off is refused when live");
    }
  }

  private void refuse(ConfigKey key, String reason) {
    weaknesses.putIfAbsent(key, reason);
  }

  private static long distinct(byte[] key) {
    boolean[] seen = new boolean[1 << Byte.SIZE];
    int distinct = 0;
    for (byte value : key) {
      int index = Byte.toUnsignedInt(value);
      distinct += seen[index] ? 0 : 1;
      seen[index] = true;
    }
    return distinct;
  }

  private static boolean isWithoutTls(URI address) {
    return "http".equals(address.getScheme());
  }

  private static boolean isLoopback(String host) {
    InetAddress address = literal(host);
    return address == null ? host.equals("localhost") : address.isLoopbackAddress();
  }

  private static @Nullable InetAddress literal(String host) {
    return Cidr.literal(host.replaceAll("[\\[\\]]", ""));
  }
}
