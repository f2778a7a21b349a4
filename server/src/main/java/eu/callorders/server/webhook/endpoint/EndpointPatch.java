package eu.callorders.server.webhook.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.core.webhook.EndpointHealth;
import eu.callorders.core.webhook.VerificationState;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A merge patch of an endpoint: absent members stay, {@code null} restores the default.
 *
 * @param newVerification starts a verification, for a changed URL
 */
public record EndpointPatch(JsonNode patch, Supplier<Verification> newVerification, Instant now) {

  /**
   * The patched endpoint, with a new revision when it differs; throws a {@link ProblemException}.
   */
  public Endpoint apply(Endpoint before) {
    boolean urlChanged = patch.has("url") && !patch.path("url").asText().equals(before.url());
    Verification verification = urlChanged ? newVerification.get() : before.verification();
    EndpointStatus status = status(before, urlChanged, verification);
    Endpoint after =
        new Endpoint(
            before.id(),
            before.tenantId(),
            urlChanged ? patch.path("url").asText() : before.url(),
            patch.has("description") ? text(patch.get("description")) : before.description(),
            patch.has("event_types") ? types() : before.eventTypes(),
            patch.has("payload_mode")
                ? patch.path("payload_mode").asText().equals("thin")
                : before.thin(),
            status,
            before.revision() + 1,
            verification,
            before.activatedAt(),
            health(before, status),
            before.createdAt(),
            now);
    return differ(before, after) ? after : before;
  }

  private EndpointStatus status(Endpoint before, boolean urlChanged, Verification verification) {
    EndpointStatus requested =
        patch.has("status") ? EndpointStatus.of(patch.path("status").asText()) : null;
    if (requested == EndpointStatus.ACTIVE && verification.state() != VerificationState.SUCCEEDED) {
      throw ProblemException.of(
          ProblemCode.ENDPOINT_NOT_VERIFIED,
          "An endpoint becomes active by answering its challenge. Test it while it is pending;"
              + " a disabled one starts verification with a new url.");
    }
    if (requested != null) {
      return requested;
    }
    return urlChanged ? EndpointStatus.PENDING_VERIFICATION : before.status();
  }

  private static EndpointHealth health(Endpoint before, EndpointStatus next) {
    boolean enabled = before.status() == EndpointStatus.DISABLED && next != EndpointStatus.DISABLED;
    return enabled ? before.health().afterEnabling() : before.health();
  }

  private @Nullable List<String> types() {
    return EventTypeNames.of(patch);
  }

  private static @Nullable String text(JsonNode value) {
    return value.isNull() ? null : value.asText();
  }

  private static boolean differ(Endpoint one, Endpoint other) {
    return one.status() != other.status()
        || one.thin() != other.thin()
        || !one.url().equals(other.url())
        || !Objects.equals(one.description(), other.description())
        || !Objects.equals(one.eventTypes(), other.eventTypes());
  }
}
