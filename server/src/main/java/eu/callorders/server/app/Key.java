package eu.callorders.server.app;

import java.util.Arrays;
import java.util.Optional;

/** Everything that can be configured, in the order in which it is listed. */
enum Key {
  ENVIRONMENT,
  HTTP_HOST,
  HTTP_PORT,
  ADMIN_HOST,
  ADMIN_PORT,
  BASE_URL,
  AUTH_URL,
  DATABASE_URL,
  DATABASE_MIGRATION_URL,
  DATA_DIR,
  DEMO,
  ADMIN_TOKEN,
  MASTER_KEY,
  GATEWAY,
  GATEWAY_SECRET,
  TRUSTED_PROXIES,
  WEBHOOK_EXTRA_TARGETS,
  WEBHOOK_CA_FILE,
  WEBHOOK_EGRESS_IPS,
  SANDBOX_STRICT_NUMBERS,
  RATE_LIMIT,
  EVENT_LOOPS,
  LOG_FORMAT,
  LABORATORY;

  static final String PREFIX = "CALLORDERS_";

  /** The environment variable, and the name in a file. */
  String variable() {
    return PREFIX + name();
  }

  static Optional<Key> of(String variable) {
    return Arrays.stream(values()).filter(key -> key.variable().equals(variable)).findFirst();
  }
}
