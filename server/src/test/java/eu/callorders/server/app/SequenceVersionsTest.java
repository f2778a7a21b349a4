package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Adding, activating and archiving versions. */
class SequenceVersionsTest {
  private final RunningTenant tenant = RunningService.shared().newTenant();
  private final Api api = tenant.api();
  private final String id = SequenceBody.create(api, "ladder");

  private ServiceResponse addVersion(String... headers) {
    return api.post(SequenceBody.versionsPath(id), SequenceBody.version(), headers);
  }

  private ServiceResponse activate(int version, String... headers) {
    return SequenceBody.activate(api, id, version, headers);
  }

  @Test
  void addsDraftBesidesActiveVersion() {
    activate(1).is(200);
    ObjectNode body = SequenceBody.version();
    body.withObject("/trigger").put("signal_type", "invoice.reminded");

    ServiceResponse added = api.post(SequenceBody.versionsPath(id), body).is(201);

    assertThat(added.header("Location")).isEqualTo(SequenceBody.path(id));
    assertThat(added.at("/status")).isEqualTo("active");
    assertThat(added.at("/active_version")).isEqualTo("1");
    assertThat(SequenceBody.statuses(added.body())).containsExactly("active", "draft");
    assertThat(added.at("/versions/1/version")).isEqualTo("2");
    assertThat(added.at("/versions/1/trigger/signal_type")).isEqualTo("invoice.reminded");
    assertThat(added.at("/versions/0/trigger/signal_type")).isEqualTo("invoice.overdue");
    assertThat(added.at("/versions/1/created_at")).isEqualTo(added.at("/updated_at"));
    assertThat(api.get(SequenceBody.path(id)).is(200).text()).isEqualTo(added.text());
  }

  @Test
  void activatesDraftAndArchivesPreviousVersion() {
    ServiceResponse first = activate(1).is(200);
    assertThat(first.at("/status")).isEqualTo("active");
    assertThat(first.at("/active_version")).isEqualTo("1");
    assertThat(first.at("/versions/0/activated_at")).isEqualTo(first.at("/updated_at"));
    addVersion().is(201);

    ServiceResponse second = activate(2).is(200);

    assertThat(second.at("/active_version")).isEqualTo("2");
    assertThat(SequenceBody.statuses(second.body())).containsExactly("archived", "active");
    assertThat(second.at("/versions/0/activated_at")).isEqualTo(first.at("/updated_at"));
    assertThat(api.get(SequenceBody.path(id)).text()).isEqualTo(second.text());
  }

  /** Drafts can be activated in any order. */
  @Test
  void activatesAnEarlierDraftAfterALaterOne() {
    addVersion().is(201);
    activate(2).is(200);

    ServiceResponse earlier = activate(1).is(200);

    assertThat(SequenceBody.statuses(earlier.body())).containsExactly("active", "archived");
    assertThat(earlier.at("/active_version")).isEqualTo("1");
  }

  @Test
  void activatesDraftsOnly() {
    activate(1).is(200);
    activate(1).is(409, "version_not_draft");
    addVersion().is(201);
    activate(2).is(200);
    activate(1).is(409, "version_not_draft");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "2", "-1", "01", "+1", "1.0", "one", "99999999999", "%201"})
  void otherVersionsAreNotFound(String version) {
    api.post(SequenceBody.versionsPath(id) + "/" + version + "/activate").is(404, "not_found");
  }

  @Test
  void emitsEventWithAffectedVersion() {
    ServiceResponse added = addVersion().is(201);
    ServiceResponse activated = activate(2).is(200);
    ServiceResponse archived = SequenceBody.archive(api, id).is(200);

    List<JsonNode> events = SequenceBody.events(tenant, id);
    assertThat(SequenceBody.eventTypes(tenant, id))
        .containsExactly(
            "sequence.created",
            "sequence.version_created",
            "sequence.activated",
            "sequence.archived");
    assertThat(events.get(1).path("data")).isEqualTo(withVersion(added, 2));
    assertThat(events.get(2).path("data")).isEqualTo(withVersion(activated, 2));
    assertThat(events.get(3).path("data")).isEqualTo(withVersion(archived, 2));
    assertThat(events.get(3).path("occurred_at")).isEqualTo(archived.body().path("updated_at"));
  }

  @Test
  void archivalEventOfDraftSequenceHasNewestVersion() {
    addVersion().is(201);

    ServiceResponse archived = SequenceBody.archive(api, id).is(200);

    assertThat(SequenceBody.events(tenant, id).getLast().path("data"))
        .isEqualTo(withVersion(archived, 2));
  }

  private static ObjectNode withVersion(ServiceResponse sequence, int version) {
    ObjectNode data = sequence.body().deepCopy();
    data.putArray("versions").add(sequence.body().path("versions").path(version - 1));
    return data;
  }

  @Test
  void acceptsFiftyVersions() {
    for (int version = 2; version <= 50; version++) {
      addVersion().is(201);
    }

    addVersion().is(409, "version_limit");

    assertThat(SequenceBody.statuses(activate(50).is(200).body())).hasSize(50);
  }

  /** 20 steps with maximum variables take about 320 KiB, so three versions fit. */
  @Test
  void acceptsOneMebibyteOfVersions() {
    ObjectNode large = SequenceBody.largeVersion();
    api.post(SequenceBody.versionsPath(id), large).is(201);
    api.post(SequenceBody.versionsPath(id), large).is(201);
    ServiceResponse third = api.post(SequenceBody.versionsPath(id), large).is(201);

    ServiceResponse refused =
        api.post(SequenceBody.versionsPath(id), large).is(409, "version_limit");

    assertThat(refused.at("/detail")).contains("exceed 1048576 bytes");
    assertThat(api.get(SequenceBody.path(id)).is(200).text()).isEqualTo(third.text());
    addVersion().is(201);
    assertThat(SequenceBody.eventTypes(tenant, id)).hasSize(5);
  }

  @Test
  void archivesSequencePermanently() {
    activate(1).is(200);
    addVersion().is(201);

    ServiceResponse archived = SequenceBody.archive(api, id).is(200);

    assertThat(archived.at("/status")).isEqualTo("archived");
    assertThat(archived.at("/active_version")).isEqualTo("1");
    assertThat(SequenceBody.statuses(archived.body())).containsExactly("active", "draft");
    SequenceBody.archive(api, id).is(409, "sequence_archived");
    activate(2).is(409, "sequence_archived");
    activate(1).is(409, "sequence_archived");
    activate(3).is(404, "not_found");
    addVersion().is(409, "sequence_archived");
    assertThat(api.get(SequenceBody.path(id)).text()).isEqualTo(archived.text());
  }

  @Test
  void archivesADraft() {
    ServiceResponse archived = SequenceBody.archive(api, id).is(200);

    assertThat(archived.at("/status")).isEqualTo("archived");
    assertThat(archived.body().has("active_version")).isFalse();
  }

  @Test
  void validatesVersionLikeSequence() {
    ObjectNode body =
        SequenceBody.version(
            "{\"id\": \"a\", \"type\": \"wait\", \"after\": {\"min\": \"P2D\", \"max\": \"P1D\"}}",
            "{\"id\": \"a\", \"type\": \"wait\"}");

    assertThat(api.post(SequenceBody.versionsPath(id), body).is(422, "validation_failed").errors())
        .containsExactlyInAnyOrder(
            "/steps/0/after inconsistent", "/steps/1/after required", "/steps/1/id not_unique");
    assertThat(
            api.post(SequenceBody.versionsPath(id), SequenceBody.of("ladder"))
                .is(422, "validation_failed")
                .errors())
        .containsExactlyInAnyOrder("/key unknown_member", "/title unknown_member");
  }

  @Test
  void replaysRepliesForSameIdempotencyKey() {
    ServiceResponse added = addVersion("Idempotency-Key", "add").is(201);
    ServiceResponse addedAgain = addVersion("Idempotency-Key", "add").is(201);
    assertThat(addedAgain.text()).isEqualTo(added.text());
    assertThat(addedAgain.header("Location")).isEqualTo(added.header("Location"));

    ServiceResponse activated = activate(1, "Idempotency-Key", "activate").is(200);
    assertThat(activate(1, "Idempotency-Key", "activate").is(200).text())
        .isEqualTo(activated.text());
    activate(2, "Idempotency-Key", "activate").is(409, "idempotency_key_conflict");

    ServiceResponse archived = SequenceBody.archive(api, id, "Idempotency-Key", "archive").is(200);
    ServiceResponse archivedAgain =
        SequenceBody.archive(api, id, "Idempotency-Key", "archive").is(200);
    assertThat(archivedAgain.text()).isEqualTo(archived.text());
    assertThat(archivedAgain.header("Idempotent-Replayed")).isEqualTo("true");
    assertThat(SequenceBody.eventTypes(tenant, id)).hasSize(4);
  }

  @Test
  void foreignSequencesAreNotFound() {
    Api other = tenant.service().newTenant().api();

    for (String unknown : List.of(id, "seq_x", "ord" + id.substring(3), "ladder")) {
      other.get(SequenceBody.path(unknown)).is(404, "not_found");
      other.post(SequenceBody.versionsPath(unknown), SequenceBody.version()).is(404, "not_found");
      SequenceBody.activate(other, unknown, 1).is(404, "not_found");
      SequenceBody.archive(other, unknown).is(404, "not_found");
    }
    assertThat(api.get(SequenceBody.path(id)).at("/status")).isEqualTo("draft");
  }

  @Test
  void isReadableAndArchivableWithoutFeature() {
    addVersion().is(201);
    tenant.service().sql("UPDATE tenant SET sequences_enabled = false WHERE id = ?", tenant.uuid());

    addVersion().is(403, "feature_not_enabled");
    api.send("POST", SequenceBody.versionsPath("unknown"), "{").is(403, "feature_not_enabled");
    activate(1).is(403, "feature_not_enabled");
    api.get(SequenceBody.path(id)).is(200);
    assertThat(api.get(SequenceBody.PATH).is(200).rows()).hasSize(1);
    SequenceBody.archive(api, id).is(200);
  }
}
