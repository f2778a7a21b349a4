package eu.callorders.server.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.problem.FieldError;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.auth.Registration;
import eu.callorders.server.auth.Registration.NewSecret;
import eu.callorders.server.auth.Registration.Settings;
import eu.callorders.server.auth.Scope;
import eu.callorders.server.json.Json;
import eu.callorders.server.network.Cidr;
import eu.callorders.server.ratelimit.RateLimit;
import eu.callorders.server.time.Timestamps;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

final class RegistrationDocument {
  private RegistrationDocument() {}

  static ObjectNode of(Registration registration, Instant now) {
    Settings settings = registration.settings();
    ObjectNode document =
        Json.object()
            .put("client_id", IdKind.CLIENT.format(registration.id()))
            .put("tenant_id", IdKind.TENANT.format(registration.tenantId()))
            .put("name", settings.name());
    settings.scopes().stream().sorted().map(Scope::wire).forEach(document.putArray("scopes")::add);
    settings.allowlist().forEach(document.putArray("allowlist")::add);
    document.put("disabled", settings.disabled());
    RateLimit rate = settings.rateLimit();
    if (rate != null) {
      document.put("rate_limit", rate.format());
    }
    addLock(document, registration.lockedUntil(), now);
    ArrayNode secrets = document.putArray("secrets");
    registration.secrets().forEach(secret -> addSecret(secrets.addObject(), secret));
    return document
        .put("created_at", Timestamps.format(registration.createdAt()))
        .put("updated_at", Timestamps.format(registration.updatedAt()));
  }

  private static void addLock(ObjectNode document, @Nullable Instant lockedUntil, Instant now) {
    if (lockedUntil != null && now.isBefore(lockedUntil)) {
      document.put("locked", true).put("locked_until", Timestamps.format(lockedUntil));
    } else {
      document.put("locked", false);
    }
  }

  private static void addSecret(ObjectNode document, Registration.Secret secret) {
    document
        .put("secret_id", IdKind.CLIENT_SECRET.format(secret.id()))
        .put("created_at", Timestamps.format(secret.createdAt()));
    Timestamps.putIfPresent(document, "revoked_at", secret.revokedAt());
  }

  /** A new secret in plain text, returned once. */
  static ObjectNode of(NewSecret secret) {
    return Json.object()
        .put("client_secret", secret.secret().text())
        .put("secret_id", IdKind.CLIENT_SECRET.format(secret.id()))
        .put("created_at", Timestamps.format(secret.createdAt()));
  }

  /**
   * The settings after a valid merge patch; null resets a member. Throws a {@link ProblemException}
   * when the allowlist has a malformed address block.
   */
  static Settings patch(Settings before, JsonNode patch) {
    requireBlocks(patch.path("allowlist"));
    return new Settings(
        patch.path("name").asText(before.name()),
        patch.has("scopes") ? scopes(patch.get("scopes")) : before.scopes(),
        patch.has("allowlist") ? texts(patch.get("allowlist")) : before.allowlist(),
        patch.has("disabled") ? patch.get("disabled").asBoolean() : before.disabled(),
        patch.has("rate_limit") ? rateLimit(patch.get("rate_limit")) : before.rateLimit());
  }

  private static void requireBlocks(JsonNode allowlist) {
    List<FieldError> faults = new ArrayList<>();
    for (int i = 0; i < allowlist.size(); i++) {
      if (!isBlock(allowlist.get(i).textValue())) {
        faults.add(
            FieldError.body("/allowlist/" + i, "format", "must be a CIDR", Map.of("rule", "cidr")));
      }
    }
    if (!faults.isEmpty()) {
      throw ProblemException.invalid(faults);
    }
  }

  private static boolean isBlock(String text) {
    try {
      Cidr.parse(text);
      return text.contains(":") || text.chars().filter(character -> character == '.').count() == 3;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static Set<Scope> scopes(JsonNode wires) {
    if (wires.isNull()) {
      return Scope.all();
    }
    Set<Scope> scopes = EnumSet.noneOf(Scope.class);
    wires.forEach(wire -> scopes.add(Scope.parse(wire.textValue()).orElseThrow()));
    return scopes;
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(text -> texts.add(text.textValue()));
    return texts;
  }

  private static @Nullable RateLimit rateLimit(JsonNode rate) {
    return rate.isNull() ? null : RateLimit.parse(rate.textValue());
  }
}
