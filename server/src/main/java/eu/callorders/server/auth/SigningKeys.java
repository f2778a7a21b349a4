package eu.callorders.server.auth;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.database.Database;
import eu.callorders.server.http.Json;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlConnection;
import java.security.PublicKey;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The keys that sign access tokens, as this node knows them. They lie in the database, which all
 * nodes share, and are read again every few seconds, and at once when a token names a key that this
 * node has not met: so a rotation anywhere needs no restart anywhere.
 */
public final class SigningKeys {
  private static final Duration FRESH = Duration.ofSeconds(5);

  /** The least time between two readings that tokens of unknown keys bring about. */
  private static final Duration BETWEEN_SEARCHES = Duration.ofSeconds(1);

  private final Vertx vertx;
  private final Database database;
  private final SigningKeyStore store;
  private final InstantSource clock;
  private volatile List<SigningKey> known = List.of();
  private volatile @Nullable KeyLoad last;

  /** The keys as read from an instant on; they may still be on their way. */
  private record KeyLoad(Future<List<SigningKey>> keys, Instant at) {
    /** False also when the clock has been set back behind the reading. */
    boolean isFresh(Instant now, Duration notOlderThan) {
      return !keys.failed() && !now.isBefore(at) && now.isBefore(at.plus(notOlderThan));
    }
  }

  public SigningKeys(Vertx vertx, Database database, Keyring masterKeys, InstantSource clock) {
    this.vertx = vertx;
    this.database = database;
    this.store = new SigningKeyStore(masterKeys);
    this.clock = clock;
    database.onNewInstance(this::forget);
  }

  private synchronized void forget() {
    known = List.of();
    last = null;
  }

  /** The private parts, as they lie sealed in the database. */
  public static EncryptedTable sealed() {
    return SigningKeyStore.sealed();
  }

  /** Reads the keys and makes the first one when there is none. To be done before any request. */
  public Future<Void> start() {
    return read(Duration.ZERO)
        .compose(
            keys ->
                keys.stream().anyMatch(SigningKey::active)
                    ? Future.succeededFuture()
                    : generate(
                        stored -> stored.stream().noneMatch(SigningKey::active),
                        (connection, kid) -> Future.succeededFuture()))
        .compose(ignored -> read(Duration.ZERO))
        .mapEmpty();
  }

  /**
   * Retires the active key and makes a new one, whose {@code kid} is the answer.
   *
   * @param alongside done in the same transaction, with the new {@code kid}
   */
  public Future<String> rotate(BiFunction<SqlConnection, String, Future<Void>> alongside) {
    return generate(stored -> true, alongside)
        .compose(ignored -> read(Duration.ZERO))
        .map(keys -> active(keys).kid());
  }

  /** Makes a new active key if {@code wanted} says so of those that are stored by then. */
  private Future<Void> generate(
      Predicate<List<SigningKey>> wanted,
      BiFunction<SqlConnection, String, Future<Void>> alongside) {
    return vertx
        .executeBlocking(() -> SigningKey.generate(clock.instant()))
        .compose(key -> database.asWorker(connection -> store(connection, key, wanted, alongside)));
  }

  private Future<Void> store(
      SqlConnection connection,
      SigningKey key,
      Predicate<List<SigningKey>> wanted,
      BiFunction<SqlConnection, String, Future<Void>> alongside) {
    return store
        .serialize(connection)
        .compose(locked -> store.list(connection, clock.instant()))
        .compose(
            stored ->
                wanted.test(stored)
                    ? store
                        .replaceActive(connection, key)
                        .compose(replaced -> alongside.apply(connection, key.kid()))
                    : Future.succeededFuture());
  }

  /** The key to sign with now. */
  Future<SigningKey> active() {
    return fresh().map(SigningKeys::active);
  }

  /** The JSON Web Key Set of RFC 7517, public parts only. */
  Future<ObjectNode> published() {
    return fresh()
        .map(
            keys -> {
              ArrayNode set = Json.array();
              keys.stream()
                  .filter(key -> key.publishedAt(clock.instant()))
                  .forEach(key -> set.add(key.publicJwk()));
              return Json.object().set("keys", set);
            });
  }

  /** The published key of that name, as far as this node has read. */
  Optional<PublicKey> find(String kid) {
    return known.stream()
        .filter(key -> key.kid().equals(kid) && key.publishedAt(clock.instant()))
        .map(key -> (PublicKey) key.publicKey())
        .findFirst();
  }

  /** Reads the keys again when they are some seconds old: another node may have retired one. */
  Future<Void> refresh() {
    KeyLoad reading = last;
    return reading != null && reading.keys().succeeded() && reading.isFresh(clock.instant(), FRESH)
        ? Future.succeededFuture()
        : fresh().mapEmpty();
  }

  /** Reads the keys again, unless that has just been done. */
  Future<Void> search() {
    return read(BETWEEN_SEARCHES).mapEmpty();
  }

  /** The keys, not older than a few seconds, or the last known while the database is away. */
  private Future<List<SigningKey>> fresh() {
    return read(FRESH)
        .recover(
            failure ->
                known.isEmpty() ? Future.failedFuture(failure) : Future.succeededFuture(known));
  }

  private Future<List<SigningKey>> read(Duration notOlderThan) {
    return SharedFuture.here(vertx, shared(notOlderThan));
  }

  private synchronized Future<List<SigningKey>> shared(Duration notOlderThan) {
    Instant now = clock.instant();
    KeyLoad reading = last;
    if (reading == null || !reading.isFresh(now, notOlderThan)) {
      reading =
          new KeyLoad(
              store.list(database.workers(), now.minus(SigningKey.AFTERLIFE)).map(this::keep), now);
      last = reading;
    }
    return reading.keys();
  }

  /** Known before anybody is told that they were read. */
  private List<SigningKey> keep(List<SigningKey> keys) {
    known = keys;
    return keys;
  }

  private static SigningKey active(List<SigningKey> keys) {
    return keys.stream()
        .filter(SigningKey::active)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no active signing key"));
  }
}
