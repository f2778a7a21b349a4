package eu.callorders.server.app;

import eu.callorders.server.admin.Metrics;
import eu.callorders.server.config.Config;
import eu.callorders.server.config.Secrets;
import eu.callorders.server.database.Database;
import eu.callorders.server.encryption.Keyring;
import eu.callorders.server.list.Cursors;
import eu.callorders.server.ratelimit.RateLimit;
import eu.callorders.server.tenant.TenantSnapshotView;
import eu.callorders.server.tracing.Traces;
import io.vertx.core.Vertx;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.UUID;

/**
 * What the modules of a node share.
 *
 * @param id of this process, new at each start
 * @param keyring encrypts and hashes with the master keys
 * @param cursors of lists, signed with keys derived from the master keys
 * @param realTime of the database
 */
record NodeContext(
    UUID id,
    Config config,
    Secrets secrets,
    Keyring keyring,
    Cursors cursors,
    Vertx vertx,
    Database database,
    Metrics metrics,
    Traces traces,
    InstantSource realTime,
    SecureRandom random) {
  private static final RateLimit PER_ADDRESS = new RateLimit(20, 40);

  static NodeContext of(
      Config config,
      Secrets secrets,
      Vertx vertx,
      Database database,
      Metrics metrics,
      InstantSource realTime) {
    SecureRandom random = new SecureRandom();
    UUID id = UUID.randomUUID();
    return new NodeContext(
        id,
        config,
        secrets,
        Keyring.of(secrets.masterKeys(), random),
        CursorKeys.of(secrets.masterKeys()),
        vertx,
        database,
        metrics,
        TracingModule.of(id, config, metrics),
        realTime,
        random);
  }

  /** {@code live} or {@code sandbox}. */
  String environment() {
    return config.environment().wireName();
  }

  TenantSnapshotView tenantSnapshot() {
    return new TenantSnapshotView(environment(), config.webhooks().egressIps());
  }

  /** The limit of each address before authentication. */
  RateLimit addressLimit() {
    return limitsAddresses() ? PER_ADDRESS : RateLimit.UNLIMITED;
  }

  boolean limitsAddresses() {
    return !config.rateLimit().equals(RateLimit.UNLIMITED);
  }
}
