package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.db.TestDatabase;
import eu.callorders.server.Race;
import eu.callorders.server.Race.RaceOutcome;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Concurrent changes of one sequence. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SequenceRacesTest {
  private final Vertx vertx = Vertx.vertx();
  private final TestDatabase database = TestDatabase.create();
  private final RunningService service =
      RunningService.withDatabase(DatabaseSetup.of(database), Map.of());
  private final RunningTenant tenant = service.newTenant();
  private final Api api = tenant.api();
  private int keys;

  @AfterAll
  void end() {
    service.close();
    vertx.close().await();
  }

  /** A sequence with two drafts. */
  private String twoDrafts() {
    String id = SequenceBody.create(api, "ladder_" + keys++);
    addVersion(id);
    return id;
  }

  private ServiceResponse addVersion(String id) {
    return api.post(SequenceBody.versionsPath(id), SequenceBody.version());
  }

  private ServiceResponse activate(String id, int version) {
    return SequenceBody.activate(api, id, version);
  }

  private ServiceResponse archive(String id) {
    return SequenceBody.archive(api, id);
  }

  /** The first request pauses at the event, its last write. */
  private Race<ServiceResponse, ServiceResponse> race(
      Callable<ServiceResponse> first, Callable<ServiceResponse> second) throws Exception {
    Race<ServiceResponse, ServiceResponse> race = Race.run("event", vertx, database, first, second);
    assertThat(race.outcome()).isEqualTo(RaceOutcome.WAITED);
    return race;
  }

  private JsonNode shown(String id) {
    return api.get(SequenceBody.path(id)).is(200).body();
  }

  /** The later activation wins, and the feed shows the same order. */
  @Test
  void laterActivationWins() throws Exception {
    for (int first : List.of(1, 2)) {
      int second = 3 - first;
      String id = twoDrafts();

      Race<ServiceResponse, ServiceResponse> race =
          race(() -> activate(id, first), () -> activate(id, second));

      race.first().is(200);
      race.second().is(200);
      assertThat(race.second().body()).isEqualTo(shown(id));
      assertThat(shown(id).path("active_version").asInt()).isEqualTo(second);
      assertThat(SequenceBody.statuses(shown(id))).containsExactlyInAnyOrder("active", "archived");
      assertThat(SequenceBody.events(tenant, id))
          .extracting(event -> event.at("/data/active_version").asInt())
          .endsWith(first, second);
    }
  }

  @Test
  void activatesVersionOnce() throws Exception {
    String id = twoDrafts();

    Race<ServiceResponse, ServiceResponse> race =
        race(() -> activate(id, 1), () -> activate(id, 1));

    race.first().is(200);
    race.second().is(409, "version_not_draft");
    assertThat(SequenceBody.eventTypes(tenant, id)).endsWith("sequence.activated").hasSize(3);
  }

  @Test
  void rejectsActivationDuringArchival() throws Exception {
    String id = twoDrafts();

    Race<ServiceResponse, ServiceResponse> race = race(() -> archive(id), () -> activate(id, 1));

    race.first().is(200);
    race.second().is(409, "sequence_archived");
    assertThat(SequenceBody.statuses(shown(id))).containsExactly("draft", "draft");
  }

  @Test
  void archivesSequenceAfterActivation() throws Exception {
    String id = twoDrafts();

    Race<ServiceResponse, ServiceResponse> race = race(() -> activate(id, 1), () -> archive(id));

    race.first().is(200);
    race.second().is(200);
    assertThat(shown(id).path("status").asText()).isEqualTo("archived");
    assertThat(shown(id).path("active_version").asInt()).isEqualTo(1);
    assertThat(SequenceBody.statuses(shown(id))).containsExactly("active", "draft");
  }

  @Test
  void numbersConcurrentVersionsConsecutively() throws Exception {
    String id = twoDrafts();

    Race<ServiceResponse, ServiceResponse> race = race(() -> addVersion(id), () -> addVersion(id));

    assertThat(race.first().is(201).body().path("versions")).hasSize(3);
    assertThat(race.second().is(201).body().path("versions")).hasSize(4);
    assertThat(race.second().at("/versions/3/version")).isEqualTo("4");
  }

  @Test
  void rejectsVersionDuringArchival() throws Exception {
    String id = twoDrafts();

    Race<ServiceResponse, ServiceResponse> race = race(() -> archive(id), () -> addVersion(id));

    race.second().is(409, "sequence_archived");
    assertThat(SequenceBody.statuses(shown(id))).hasSize(2);
  }

  @Test
  void keepsDraftAddedBeforeActivation() throws Exception {
    String id = twoDrafts();

    Race<ServiceResponse, ServiceResponse> race = race(() -> addVersion(id), () -> activate(id, 1));

    race.first().is(201);
    assertThat(SequenceBody.statuses(race.second().is(200).body()))
        .containsExactly("active", "draft", "draft");
    assertThat(SequenceBody.statuses(shown(id))).containsExactly("active", "draft", "draft");
  }

  @Test
  void rejectsDuplicateKeyAfterWaiting() throws Exception {
    Callable<ServiceResponse> create =
        () -> api.post(SequenceBody.PATH, SequenceBody.of("contested"));

    Race<ServiceResponse, ServiceResponse> race = race(create, create);

    race.first().is(201);
    race.second().is(409, "already_exists");
  }

  @Test
  void addsVersionsToTwoSequencesConcurrently() throws Exception {
    String one = twoDrafts();
    String other = twoDrafts();

    Race<ServiceResponse, ServiceResponse> race =
        Race.run("event", vertx, database, () -> addVersion(one), () -> addVersion(other));

    assertThat(race.outcome()).isEqualTo(RaceOutcome.REACHED_SAME_WRITE);
    race.first().is(201);
    race.second().is(201);
  }

  @Test
  void createsOneSequenceAtTheLimit() throws Exception {
    Api crowded = service.newTenant().api();
    SequenceBody.createMany(crowded, 199);

    Race<ServiceResponse, ServiceResponse> race =
        race(
            () -> crowded.post(SequenceBody.PATH, SequenceBody.of("one")),
            () -> crowded.post(SequenceBody.PATH, SequenceBody.of("other")));

    race.first().is(201);
    race.second().is(409, "sequence_limit");
    assertThat(crowded.get(SequenceBody.PATH + "?key=other").is(200).rows()).isEmpty();
  }

  @Test
  void activatesOneSequenceAtSignalTypeLimit() throws Exception {
    Api crowded = service.newTenant().api();
    List<String> ids = SequenceBody.createMany(crowded, 22);
    ids.subList(0, 19).forEach(id -> SequenceBody.activate(crowded, id, 1).is(200));
    String one = ids.get(19);
    String other = ids.get(20);

    Race<ServiceResponse, ServiceResponse> race =
        race(
            () -> SequenceBody.activate(crowded, one, 1),
            () -> SequenceBody.activate(crowded, other, 1));

    race.first().is(200);
    race.second().is(409, "sequence_limit");
    assertThat(crowded.get(SequenceBody.path(other)).at("/status")).isEqualTo("draft");
    crowded.post(SequenceBody.versionsPath(one), SequenceBody.version()).is(201);
    SequenceBody.activate(crowded, one, 2).is(200);
    SequenceBody.archive(crowded, one).is(200);
    SequenceBody.activate(crowded, ids.get(21), 1).is(200);
  }
}
