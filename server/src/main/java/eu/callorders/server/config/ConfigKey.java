package eu.callorders.server.config;

import java.util.Arrays;
import java.util.Optional;

/** All configuration keys, in list order. */
public enum ConfigKey {
  ENVIRONMENT("sandbox or live; a database stores its environment and rejects the other"),
  HTTP_HOST("host of the API and the token issuer"),
  HTTP_PORT("their port; 0: a free one"),
  ADMIN_HOST("host of administration, health and metrics"),
  ADMIN_PORT("their port; 0: a free one"),
  BASE_URL(
      "public address of the API, in tokens, links and gateway callbacks; the same on all nodes"),
  AUTH_URL("public address of the token issuer; the same on all nodes"),
  DATABASE_URL(
      "postgresql://user:password@host:port,host:port/database of the role that serves; none:"
          + " embedded"),
  DATABASE_MIGRATION_URL("the same database with the role that owns the schema and migrates"),
  DATABASE_POOL("connections of the node to the database, at most"),
  DATA_DIR("directory of the embedded database, generated secrets and demo credentials"),
  DEMO("true: provision a demo tenant and its credentials file; refused when live"),
  ADMIN_TOKEN(
      "bearer tokens of the administration, the first is used, or file:PATH; required when live"),
  MASTER_KEY(
      "base64 of 32 bytes, separated by commas: the first encrypts, all decrypt; required when"
          + " live"),
  GATEWAY("embedded (the simulator), or the base address of a gateway"),
  GATEWAY_SECRET(
      "whsec_..., the first signs between service and gateway, in both directions; or file:PATH"),
  TRUSTED_PROXIES("ranges of the proxies whose X-Forwarded-For is trusted"),
  WEBHOOK_EXTRA_TARGETS(
      "host:port of webhook receivers besides public https ones, http too; for development"),
  WEBHOOK_CA_FILE("PEM file of additional trust anchors for webhook receivers"),
  WEBHOOK_EGRESS_IPS("addresses that webhooks come from, as tenants see them"),
  SANDBOX_STRICT_NUMBERS(
      "true: the sandbox refuses numbers outside the ranges reserved for fiction"),
  RATE_LIMIT("requests per second and burst of a registration without a limit of its own, or off"),
  EVENT_LOOPS("event loops of the API"),
  LOG_FORMAT("text or json"),
  OTLP_ENDPOINT(
      "base address of the collector that gets traces by OTLP over HTTP; none: no traces"),
  LABORATORY("true: live starts with weak settings too, with a warning for each; for tests");

  static final String PREFIX = "CALLORDERS_";

  private final String description;

  ConfigKey(String description) {
    this.description = description;
  }

  String description() {
    return description;
  }

  /** The environment variable, and the name in a file. */
  public String variable() {
    return PREFIX + name();
  }

  static Optional<ConfigKey> parse(String variable) {
    return Arrays.stream(values()).filter(key -> key.variable().equals(variable)).findFirst();
  }
}
