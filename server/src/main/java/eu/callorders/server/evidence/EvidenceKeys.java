package eu.callorders.server.evidence;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import eu.callorders.server.database.Database;
import eu.callorders.server.encryption.Keyring;
import eu.callorders.server.json.Json;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.InstantSource;
import java.util.List;

/** The keys that sign evidence, read once from each instance of the database. */
public final class EvidenceKeys {
  private final Database database;
  private final EvidenceKeyStore store;
  private final InstantSource realTime;
  private volatile List<EvidenceKey> known = List.of();

  public EvidenceKeys(Database database, Keyring masterKeys, InstantSource realTime) {
    this.database = database;
    this.store = new EvidenceKeyStore(masterKeys);
    this.realTime = realTime;
    database.onNewInstance(() -> known = List.of());
  }

  /** Creates the first key of a database, before any call is closed. */
  public Future<Void> start() {
    return keys().mapEmpty();
  }

  /** The newest key. A database that a node meets without one gets it in another transaction. */
  Future<EvidenceKey> active(SqlConnection connection) {
    List<EvidenceKey> present = known;
    return present.isEmpty()
        ? store
            .list(connection)
            .compose(stored -> stored.isEmpty() ? keys() : remember(stored))
            .map(List::getFirst)
        : Future.succeededFuture(present.getFirst());
  }

  /** The JSON Web Key Set (RFC 7517) of all keys. */
  Future<ObjectNode> publishedJwks() {
    return keys()
        .map(keys -> new JWKSet(keys.stream().<JWK>map(EvidenceKey::publicJwk).toList()))
        .map(set -> Json.mapper().valueToTree(set.toJSONObject()));
  }

  /** Commits a new key before it signs anything. */
  private Future<List<EvidenceKey>> keys() {
    List<EvidenceKey> present = known;
    return present.isEmpty()
        ? database.asWorker(this::load).compose(this::remember)
        : Future.succeededFuture(present);
  }

  private Future<List<EvidenceKey>> remember(List<EvidenceKey> stored) {
    known = stored;
    return Future.succeededFuture(stored);
  }

  private Future<List<EvidenceKey>> load(SqlConnection connection) {
    return store
        .lock(connection)
        .compose(locked -> store.list(connection))
        .compose(stored -> stored.isEmpty() ? create(connection) : Future.succeededFuture(stored));
  }

  private Future<List<EvidenceKey>> create(SqlConnection connection) {
    EvidenceKey key = EvidenceKey.generate(realTime.instant());
    return store.insert(connection, key).map(List.of(key));
  }
}
