package eu.callorders.server.webhook.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.problem.FieldError;
import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.webhook.TargetRule;
import eu.callorders.core.webhook.TargetRules;
import eu.callorders.core.webhook.TargetUrl;
import io.vertx.core.Future;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/** Validates the target URL of a request, its resolved addresses included. */
public final class TargetUrlValidator {
  private final TargetRules rules;
  private final Resolver resolver;
  private final Supplier<List<byte[]>> localAddresses;

  /**
   * @param localAddresses addresses of this machine
   */
  public TargetUrlValidator(
      TargetRules rules, Resolver resolver, Supplier<List<byte[]>> localAddresses) {
    this.rules = rules;
    this.resolver = resolver;
    this.localAddresses = localAddresses;
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
          validate(allowed.url()).map(rule -> rule.map(TargetUrlValidator::problem));
    };
  }

  /** An unresolvable name gives the same result as one with forbidden addresses. */
  private Future<Optional<TargetRule>> validate(TargetUrl url) {
    return resolver
        .resolve(url.host())
        .otherwise(List.of())
        .map(addresses -> rules.validate(url, addresses, localAddresses.get()));
  }

  private static Problem problem(TargetRule rule) {
    return Problem.of(
        ProblemCode.WEBHOOK_URL_NOT_ALLOWED,
        rule.message(),
        FieldError.body("/url", rule.name().toLowerCase(Locale.ROOT), rule.message()));
  }
}
