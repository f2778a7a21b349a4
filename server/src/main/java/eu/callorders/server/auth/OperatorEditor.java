package eu.callorders.server.auth;

import eu.callorders.core.id.UuidV7;
import eu.callorders.core.problem.FieldError;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.auth.Operator.Settings;
import eu.callorders.server.database.Locks;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Creates and changes operators. None is deleted, since the audit log names them. */
public final class OperatorEditor {
  /** Actors of the audit log that are no operators: the deployment's token and the service. */
  private static final Set<String> RESERVED_NAMES = Set.of("operator", "service");

  private final InstantSource clock;
  private final SecureRandom random;

  public OperatorEditor(InstantSource clock, SecureRandom random) {
    this.clock = clock;
    this.random = random;
  }

  /** A new operator with its token, which is returned once. */
  public record Created(Operator operator, OperatorToken token) {}

  /** Fails with {@code validation_failed} for a name that is taken, and for one too many. */
  public Future<Created> create(SqlConnection connection, Settings settings) {
    Instant now = now();
    Operator operator = new Operator(UuidV7.at(now, random), settings, now, now);
    OperatorToken token = OperatorToken.generate(random);
    return lock(connection)
        .compose(locked -> requireFreeName(connection, operator))
        .compose(free -> requireRoom(connection))
        .compose(room -> OperatorStore.insert(connection, operator, token.hash()))
        .map(new Created(operator, token));
  }

  public Future<List<Operator>> list(SqlConnection connection, @Nullable UUID before, int limit) {
    return OperatorStore.list(connection, before, limit);
  }

  /**
   * An operator after a change.
   *
   * @param before equal to it when no setting differs
   */
  public record Changed(Operator before, Operator operator) {
    public boolean modified() {
      return !operator.equals(before);
    }
  }

  /** As {@link #create}; {@code not_found} when it does not exist. */
  public Future<Changed> change(SqlConnection connection, UUID id, UnaryOperator<Settings> change) {
    return lock(connection)
        .compose(locked -> OperatorStore.find(connection, id))
        .map(found -> found.orElseThrow(ProblemException::notFound))
        .compose(before -> save(connection, before, change.apply(before.settings())));
  }

  private Future<Changed> save(SqlConnection connection, Operator before, Settings settings) {
    if (settings.equals(before.settings())) {
      return Future.succeededFuture(new Changed(before, before));
    }
    Operator after = new Operator(before.id(), settings, before.createdAt(), now());
    boolean enabled = before.settings().disabled() && !settings.disabled();
    return requireFreeName(connection, after)
        .compose(free -> enabled ? requireRoom(connection) : Future.<Void>succeededFuture())
        .compose(room -> OperatorStore.update(connection, after))
        .map(new Changed(before, after));
  }

  private static Future<Void> lock(SqlConnection connection) {
    return Locks.acquire(connection, Set.of(Locks.operators()));
  }

  private static Future<Void> requireFreeName(SqlConnection connection, Operator operator) {
    String name = operator.settings().name();
    if (RESERVED_NAMES.contains(name.toLowerCase(Locale.ROOT))) {
      return refuse(
          "/name",
          "not_unique",
          "is an actor of the audit log already",
          Map.of("rule", "reserved", "value", name));
    }
    return OperatorStore.isNameTaken(connection, name, operator.id())
        .compose(
            taken ->
                taken
                    ? refuse(
                        "/name",
                        "not_unique",
                        "is the name of another operator",
                        Map.of("rule", "operator", "value", name))
                    : Future.succeededFuture());
  }

  private static Future<Void> requireRoom(SqlConnection connection) {
    return OperatorStore.countEnabled(connection)
        .compose(
            enabled ->
                enabled < OperatorStore.MAX_ENABLED
                    ? Future.succeededFuture()
                    : refuse(
                        "",
                        "limit",
                        OperatorStore.MAX_ENABLED + " operators are enabled: disable some first",
                        Map.of("rule", "operators", "limit", OperatorStore.MAX_ENABLED)));
  }

  private static Future<Void> refuse(
      String pointer, String code, String message, Map<String, Object> context) {
    return Future.failedFuture(
        ProblemException.invalid(FieldError.body(pointer, code, message, context)));
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }
}
