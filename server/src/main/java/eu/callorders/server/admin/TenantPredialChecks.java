package eu.callorders.server.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.predial.PredialCheck;
import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.core.signing.SigningSecret;
import eu.callorders.server.predial.PredialCheckEditor;
import eu.callorders.server.webhook.endpoint.TargetUrlValidator;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The checks before the dial as members of tenants. */
final class TenantPredialChecks {
  private final PredialCheckEditor editor;
  private final TargetUrlValidator targets;

  TenantPredialChecks(PredialCheckEditor editor, TargetUrlValidator targets) {
    this.editor = editor;
    this.targets = targets;
  }

  /** Adds the checks of these tenants to their documents. */
  Future<Map<UUID, ObjectNode>> addTo(SqlConnection connection, Map<UUID, ObjectNode> tenants) {
    return editor
        .find(connection, tenants.keySet())
        .map(
            checks -> {
              checks.forEach(
                  (tenantId, check) ->
                      Objects.requireNonNull(tenants.get(tenantId))
                          .set(PredialCheckDocument.MEMBER, PredialCheckDocument.render(check)));
              return tenants;
            });
  }

  /**
   * Reads the change of the check from the body of a request. Resolves the host, which no
   * transaction may wait for.
   */
  Future<Change> change(JsonNode body) {
    return targets
        .violation(body.at(PredialCheckDocument.URL_POINTER), PredialCheckDocument.URL_POINTER)
        .map(violation -> new Change(body, violation));
  }

  /** The change of a check that a request asks for. */
  final class Change {
    private final JsonNode body;
    private final Optional<Problem> urlViolation;

    private Change(JsonNode body, Optional<Problem> urlViolation) {
      this.body = body;
      this.urlViolation = urlViolation;
    }

    /** Saves the check. The tenant is locked or new. */
    Future<Saved> save(SqlConnection connection, UUID tenantId) {
      return editor
          .find(connection, List.of(tenantId))
          .compose(found -> save(connection, tenantId, found.get(tenantId)));
    }

    private Future<Saved> save(
        SqlConnection connection, UUID tenantId, @Nullable PredialCheck before) {
      PredialCheck after = PredialCheckDocument.patch(before, body);
      if (Objects.equals(after, before)) {
        return Future.succeededFuture(new Saved(after, Optional.empty(), false));
      }
      boolean newUrl = after != null && (before == null || !before.url().equals(after.url()));
      if (newUrl && urlViolation.isPresent()) {
        throw new ProblemException(urlViolation.get());
      }
      return editor.save(connection, tenantId, after).map(secret -> new Saved(after, secret, true));
    }
  }

  /**
   * The saved check of a tenant.
   *
   * @param check null for none
   * @param secret of a check that is set anew
   */
  record Saved(@Nullable PredialCheck check, Optional<SigningSecret> secret, boolean changed) {

    Saved withoutSecret() {
      return new Saved(check, Optional.empty(), changed);
    }

    ObjectNode addTo(ObjectNode tenant) {
      if (check != null) {
        tenant.set(PredialCheckDocument.MEMBER, PredialCheckDocument.render(check, secret));
      }
      return tenant;
    }
  }
}
