package eu.callorders.server.auth;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import eu.callorders.server.database.Database;
import eu.callorders.server.encryption.Keyring;
import eu.callorders.server.json.Json;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlConnection;
import java.security.interfaces.RSAPublicKey;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The signing keys as this node knows them. It reads them from the shared database every few
 * seconds, and at once for an unknown key id, so that a rotation on any node needs no restart.
 */
public final class SigningKeys {
  private static final Duration MAX_AGE = Duration.ofSeconds(5);

  /** Minimum interval between reads caused by unknown key ids. */
  private static final Duration SEARCH_INTERVAL = Duration.ofSeconds(1);

  private final Vertx vertx;
  private final Database database;
  private final SigningKeyStore store;
  private final InstantSource clock;
  private volatile List<SigningKey> known = List.of();
  private volatile @Nullable KeyLoad lastLoad;

  /** A read of the keys, completed or in progress, and its start. */
  private record KeyLoad(Future<List<SigningKey>> keys, Instant at) {
    /** False also when the clock was set back before the read. */
    boolean isFresh(Instant now, Duration notOlderThan) {
      return !keys.failed() && !now.isBefore(at) && now.isBefore(at.plus(notOlderThan));
    }
  }

  public SigningKeys(Vertx vertx, Database database, Keyring masterKeys, InstantSource clock) {
    this.vertx = vertx;
    this.database = database;
    this.store = new SigningKeyStore(masterKeys);
    this.clock = clock;
    database.onNewInstance(this::clear);
  }

  private synchronized void clear() {
    known = List.of();
    lastLoad = null;
  }

  /** Loads the keys and creates the first one. Must complete before any request. */
  public Future<Void> start() {
    return read(Duration.ZERO)
        .compose(
            keys ->
                keys.stream().anyMatch(SigningKey::isActive)
                    ? Future.succeededFuture()
                    : generate(
                        stored -> stored.stream().noneMatch(SigningKey::isActive),
                        (connection, kid) -> Future.succeededFuture()))
        .compose(ignored -> read(Duration.ZERO))
        .mapEmpty();
  }

  /**
   * Retires the active key and creates a new one.
   *
   * @param alongside runs in the same transaction, with the new {@code kid}
   * @return the new {@code kid}
   */
  public Future<String> rotate(BiFunction<SqlConnection, String, Future<Void>> alongside) {
    return generate(stored -> true, alongside)
        .compose(ignored -> read(Duration.ZERO))
        .map(keys -> active(keys).kid());
  }

  /** Creates a new active key if {@code condition} accepts the keys stored at that time. */
  private Future<Void> generate(
      Predicate<List<SigningKey>> condition,
      BiFunction<SqlConnection, String, Future<Void>> alongside) {
    return vertx
        .executeBlocking(() -> SigningKey.generate(clock.instant()))
        .compose(
            key -> database.asWorker(connection -> store(connection, key, condition, alongside)));
  }

  private Future<Void> store(
      SqlConnection connection,
      SigningKey key,
      Predicate<List<SigningKey>> condition,
      BiFunction<SqlConnection, String, Future<Void>> alongside) {
    return store
        .lock(connection)
        .compose(locked -> store.list(connection, clock.instant()))
        .compose(
            stored ->
                condition.test(stored)
                    ? store
                        .replaceActive(connection, key)
                        .compose(replaced -> alongside.apply(connection, key.kid()))
                    : Future.succeededFuture());
  }

  Future<SigningKey> active() {
    return fresh().map(SigningKeys::active);
  }

  /** The JSON Web Key Set (RFC 7517). */
  Future<ObjectNode> publishedJwks() {
    return fresh()
        .map(
            keys ->
                keys.stream()
                    .filter(key -> key.isPublishedAt(clock.instant()))
                    .<JWK>map(SigningKey::publicJwk)
                    .toList())
        .map(jwks -> Json.mapper().valueToTree(new JWKSet(jwks).toJSONObject()));
  }

  /** The published key with that id, as last read. */
  Optional<RSAPublicKey> find(String kid) {
    return known.stream()
        .filter(key -> key.kid().equals(kid) && key.isPublishedAt(clock.instant()))
        .map(SigningKey::publicKey)
        .findFirst();
  }

  /** Reads the keys again when they are older than a few seconds: one may have been retired. */
  Future<Void> refresh() {
    KeyLoad latest = lastLoad;
    return latest != null && latest.keys().succeeded() && latest.isFresh(clock.instant(), MAX_AGE)
        ? Future.succeededFuture()
        : fresh().mapEmpty();
  }

  /** Reads the keys again unless that has just happened. */
  Future<Void> refreshForUnknownKey() {
    return read(SEARCH_INTERVAL).mapEmpty();
  }

  /**
   * The keys, at most a few seconds old, or the last known ones while the database is unavailable.
   */
  private Future<List<SigningKey>> fresh() {
    return read(MAX_AGE)
        .recover(
            failure ->
                known.isEmpty() ? Future.failedFuture(failure) : Future.succeededFuture(known));
  }

  private Future<List<SigningKey>> read(Duration notOlderThan) {
    return SharedFuture.onCallersContext(vertx, shared(notOlderThan));
  }

  private synchronized Future<List<SigningKey>> shared(Duration notOlderThan) {
    Instant now = clock.instant();
    KeyLoad latest = lastLoad;
    if (latest == null || !latest.isFresh(now, notOlderThan)) {
      latest =
          new KeyLoad(
              store
                  .list(database.workers(), now.minus(SigningKey.VALID_AFTER_RETIREMENT))
                  .map(this::publish),
              now);
      lastLoad = latest;
    }
    return latest.keys();
  }

  /** Runs before the future completes, so that readers of the result find the keys. */
  private List<SigningKey> publish(List<SigningKey> keys) {
    known = keys;
    return keys;
  }

  private static SigningKey active(List<SigningKey> keys) {
    return keys.stream()
        .filter(SigningKey::isActive)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no active signing key"));
  }
}
