package eu.callorders.server.webhook.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.problem.FieldError;
import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.webhook.TargetRule;
import eu.callorders.core.webhook.TargetRules;
import io.vertx.core.Future;
import java.util.Locale;
import java.util.Optional;

/** Validates the target URL of a request, its resolved addresses included. */
public final class TargetUrlValidator {
  private final TargetRules rules;
  private final SafeResolver resolver;

  public TargetUrlValidator(TargetRules rules, SafeResolver resolver) {
    this.rules = rules;
    this.resolver = resolver;
  }

  /**
   * Why a URL is forbidden; empty when it is allowed or absent.
   *
   * @param pointer of the URL in the body
   */
  public Future<Optional<Problem>> violation(JsonNode url, String pointer) {
    if (!url.isTextual()) {
      return Future.succeededFuture(Optional.empty());
    }
    return switch (rules.validate(url.textValue())) {
      case TargetRules.Verdict.Refused refused ->
          Future.succeededFuture(Optional.of(problem(refused.rule(), pointer)));
      case TargetRules.Verdict.Allowed allowed ->
          resolver
              .violation(allowed.url())
              .map(violated -> violated.map(rule -> problem(rule, pointer)));
    };
  }

  private static Problem problem(TargetRule rule, String pointer) {
    return Problem.of(
        ProblemCode.WEBHOOK_URL_NOT_ALLOWED,
        rule.message(),
        FieldError.body(pointer, rule.name().toLowerCase(Locale.ROOT), rule.message()));
  }
}
