package eu.callorders.server.auth;

import eu.callorders.server.auth.Operator.Settings;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.database.Statements;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

final class OperatorStore {
  /** Limit of enabled operators: a node reads all of them at once. */
  static final int MAX_ENABLED = 1_000;

  private static final String INSERT =
      """
      INSERT INTO operator (id, name, role, disabled, created_at, updated_at, token_hash)
      VALUES ($1, $2, $3, $4, $5, $6, $7)
      """;

  private static final String UPDATE =
      """
      UPDATE operator
      SET name = $2, role = $3, disabled = $4, updated_at = $5
      WHERE id = $1
      """;

  private static final String FIND =
      """
      SELECT id, name, role, disabled, created_at, updated_at, token_hash
      FROM operator
      WHERE id = $1
      """;

  private static final String LIST =
      """
      SELECT id, name, role, disabled, created_at, updated_at, token_hash
      FROM operator
      WHERE id < $1
      ORDER BY id DESC
      LIMIT $2
      """;

  private static final String ENABLED =
      """
      SELECT id, name, role, disabled, created_at, updated_at, token_hash
      FROM operator
      WHERE NOT disabled
      ORDER BY id
      LIMIT $1
      """;

  private static final String NAME_TAKEN =
      """
      SELECT EXISTS (
        SELECT FROM operator WHERE lower(name) = lower($1) AND id <> $2) AS taken
      """;

  private static final String COUNT_ENABLED =
      "SELECT count(*) AS enabled FROM operator WHERE NOT disabled";

  /** Greater than every identifier. */
  private static final UUID LAST = new UUID(-1, -1);

  private OperatorStore() {}

  /** An operator and the SHA-256 of its token. */
  record Stored(Operator operator, Buffer tokenHash) {}

  static Future<Void> insert(SqlConnection connection, Operator operator, byte[] tokenHash) {
    Settings settings = operator.settings();
    return Statements.execute(
        connection,
        INSERT,
        Tuple.tuple()
            .addUUID(operator.id())
            .addString(settings.name())
            .addString(settings.role().wire())
            .addBoolean(settings.disabled())
            .addOffsetDateTime(RowMapper.time(operator.createdAt()))
            .addOffsetDateTime(RowMapper.time(operator.updatedAt()))
            .addBuffer(Buffer.buffer(tokenHash)));
  }

  static Future<Void> update(SqlConnection connection, Operator operator) {
    Settings settings = operator.settings();
    return Statements.updateOne(
        connection,
        UPDATE,
        operator.id(),
        settings.name(),
        settings.role().wire(),
        settings.disabled(),
        RowMapper.time(operator.updatedAt()));
  }

  static Future<Optional<Operator>> find(SqlConnection connection, UUID id) {
    return select(connection, FIND, Tuple.of(id))
        .map(found -> found.stream().map(Stored::operator).findFirst());
  }

  /** The newest {@code limit} operators older than {@code before}, newest first. */
  static Future<List<Operator>> list(SqlConnection connection, @Nullable UUID before, int limit) {
    return select(connection, LIST, Tuple.of(before == null ? LAST : before, limit))
        .map(found -> found.stream().map(Stored::operator).toList());
  }

  static Future<List<Stored>> enabled(SqlClient client) {
    return select(client, ENABLED, Tuple.of(MAX_ENABLED));
  }

  /** Whether another operator has the name, in upper or lower case. */
  static Future<Boolean> isNameTaken(SqlConnection connection, String name, UUID id) {
    return Statements.one(
        connection, NAME_TAKEN, Tuple.of(name, id), row -> row.getBoolean("taken"));
  }

  static Future<Long> countEnabled(SqlConnection connection) {
    return connection
        .query(COUNT_ENABLED)
        .execute()
        .map(rows -> rows.iterator().next().getLong("enabled"));
  }

  private static Future<List<Stored>> select(SqlClient client, String statement, Tuple values) {
    return Statements.list(client, statement, values, OperatorStore::stored);
  }

  private static Stored stored(Row row) {
    Settings settings =
        new Settings(
            row.getString("name"),
            OperatorRole.parse(row.getString("role")),
            row.getBoolean("disabled"));
    Operator operator =
        new Operator(
            row.getUUID("id"),
            settings,
            RowMapper.instant(row, "created_at"),
            RowMapper.instant(row, "updated_at"));
    return new Stored(operator, row.getBuffer("token_hash"));
  }
}
