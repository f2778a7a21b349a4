package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.signing.SigningSecret;
import java.util.List;
import org.junit.jupiter.api.Test;

class RotateWebhookSecretTest {
  private final RunningTenant tenant = RunningService.shared().newTenant();
  private final Api api = tenant.api();
  private final TestWebhookEndpoints hooks = new TestWebhookEndpoints(tenant);

  private ServiceResponse rotate(String id, String... headers) {
    return api.post(TestWebhookEndpoints.path(id) + "/rotate-secret", headers);
  }

  /** Ids of the secrets, oldest first, with whether they retire within a day. */
  private List<List<String>> secrets(String id) {
    return hooks.sql(
        "SELECT id, coalesce((retires_at BETWEEN now() + interval '23 hours' AND now() + interval"
            + " '24 hours')::text, 'stays') FROM webhook_secret WHERE endpoint_id = ? ORDER BY"
            + " created_at, retires_at",
        TestWebhookEndpoints.uuid(id));
  }

  @Test
  void keepsPreviousSecretForADay() {
    String id = hooks.active();
    String first = secrets(id).getFirst().getFirst();
    ServiceResponse rotated = rotate(id).is(200);

    assertThat(SigningSecret.parse(rotated.at("/secret")).encode())
        .isEqualTo(rotated.at("/secret"));
    ObjectNode shown = (ObjectNode) rotated.body();
    shown.remove("secret");
    assertThat(shown).isEqualTo(hooks.get(id));
    assertThat(secrets(id)).extracting(List::getLast).containsExactly("true", "stays");
    assertThat(secrets(id).getFirst().getFirst()).isEqualTo(first);
    assertThat(api.get(TestWebhookEndpoints.path(id)).header("ETag")).isEqualTo("\"2\"");
  }

  @Test
  void secondRotationRetiresOldestSecretAtOnce() {
    String id = hooks.active();
    rotate(id).is(200);
    List<List<String>> two = secrets(id);
    rotate(id).is(200);

    assertThat(secrets(id)).hasSize(2);
    assertThat(secrets(id).getFirst().getFirst()).isEqualTo(two.getLast().getFirst());
    assertThat(secrets(id)).extracting(List::getLast).containsExactly("true", "stays");
  }

  @Test
  void keepsAtMostTwoSecretsUnderConcurrentRotation() {
    String id = hooks.active();

    assertThat(TestWebhookEndpoints.concurrently(6, each -> rotate(id))).isEqualTo("{200=6}");
    assertThat(secrets(id)).extracting(List::getLast).containsExactlyInAnyOrder("true", "stays");
    assertThat(api.get(TestWebhookEndpoints.path(id)).header("ETag")).isEqualTo("\"7\"");
  }

  @Test
  void showsTheSecretOnce() {
    String id = hooks.active();
    ServiceResponse first = rotate(id, "Idempotency-Key", "rotate").is(200);
    ServiceResponse again = rotate(id, "Idempotency-Key", "rotate").is(200);

    assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
    assertThat(again.id()).isEqualTo(first.id());
    assertThat(again.body().has("secret")).isFalse();
    assertThat(secrets(id)).hasSize(2);
    rotate(id, "Idempotency-Key", "another").is(200);
  }

  @Test
  void worksInEveryStatus() {
    rotate(hooks.pending()).is(200);
    rotate(hooks.disabled()).is(200);
    rotate("x").is(404, "not_found");
    rotate(new TestWebhookEndpoints(tenant.service().newTenant()).pending()).is(404, "not_found");
  }
}
