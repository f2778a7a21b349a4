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

  /** Why the {@code url} of a body is forbidden; empty when it is allowed or absent. */
  public Future<Optional<Problem>> violation(JsonNode body) {
    if (!body.has("url")) {
      return Future.succeededFuture(Optional.empty());
    }
    return switch (rules.validate(body.path("url").asText())) {
      case TargetRules.Verdict.Refused refused ->
          Future.succeededFuture(Optional.of(problem(refused.rule())));
      case TargetRules.Verdict.Allowed allowed ->
          resolver.violation(allowed.url()).map(rule -> rule.map(TargetUrlValidator::problem));
    };
  }

  private static Problem problem(TargetRule rule) {
    return Problem.of(
        ProblemCode.WEBHOOK_URL_NOT_ALLOWED,
        rule.message(),
        FieldError.body("/url", rule.name().toLowerCase(Locale.ROOT), rule.message()));
  }
}
