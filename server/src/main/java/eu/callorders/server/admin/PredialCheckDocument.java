package eu.callorders.server.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.predial.PredialCheck;
import eu.callorders.core.predial.PredialCheck.OnFailure;
import eu.callorders.core.problem.FieldError;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.core.signing.SigningSecret;
import eu.callorders.server.json.Json;
import eu.callorders.server.json.MergePatch;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The JSON of a tenant's check before the dial. */
final class PredialCheckDocument {
  static final String MEMBER = "predial_check";
  static final String URL_POINTER = "/predial_check/url";

  private PredialCheckDocument() {}

  static ObjectNode render(PredialCheck check) {
    return Json.object()
        .put("url", check.url())
        .put("timeout_ms", check.timeout().toMillis())
        .put("on_failure", check.onFailure().wire());
  }

  /** With its secret, where that is shown. */
  static ObjectNode render(PredialCheck check, Optional<SigningSecret> secret) {
    ObjectNode json = render(check);
    secret.ifPresent(it -> json.put("secret", it.encode()));
    return json;
  }

  /**
   * The check after a valid merge patch of the tenant; null for none, which a null URL means too.
   * Throws a {@link ProblemException} for one that never got a URL.
   *
   * @param before null for none
   */
  static @Nullable PredialCheck patch(@Nullable PredialCheck before, JsonNode tenantPatch) {
    JsonNode patch = tenantPatch.path(MEMBER);
    if (!(patch instanceof ObjectNode members)) {
      return patch.isNull() ? null : before;
    }
    if (members.path("url").isNull()) {
      return null;
    }
    ObjectNode base = before == null ? Json.object() : render(before);
    ObjectNode merged = MergePatch.apply(base, members, Set.of());
    if (!merged.hasNonNull("url")) {
      throw ProblemException.invalid(FieldError.body(URL_POINTER, "required", "is required"));
    }
    return new PredialCheck(
        merged.get("url").textValue(),
        merged.hasNonNull("timeout_ms")
            ? Duration.ofMillis(merged.get("timeout_ms").longValue())
            : PredialCheck.DEFAULT_TIMEOUT,
        merged.hasNonNull("on_failure")
            ? OnFailure.of(merged.get("on_failure").textValue())
            : OnFailure.HOLD);
  }
}
