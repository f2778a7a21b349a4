package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.Await;
import eu.callorders.server.app.ContractCheck.DocumentedOperation;
import eu.callorders.server.app.FuzzRequests.Request;
import eu.callorders.server.http.RawHttp;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Resources of another tenant give the same responses as nonexistent ones, byte for byte, and never
 * change. Tested with and without row-level security, so that the statements alone suffice.
 */
@Tag("long")
class ForeignIdentifiersTest {
  private static final int MAX_ENDPOINTS = 20;

  @Nested
  class WithPolicies extends TestCases {
    @Override
    RunningService start() {
      return RunningService.shared();
    }

    @Override
    void stop() {}
  }

  @Nested
  class WithoutPolicies extends TestCases {
    @Override
    RunningService start() {
      RunningService started = RunningService.sandbox(Map.of());
      started.sql(
          "CREATE OR REPLACE FUNCTION is_tenant_visible(tenant uuid) RETURNS boolean"
              + " LANGUAGE sql STABLE PARALLEL SAFE RETURN true");
      return started;
    }

    @Override
    void stop() {
      service.close();
    }
  }

  @TestInstance(TestInstance.Lifecycle.PER_CLASS)
  abstract static class TestCases {
    RunningService service;
    private RunningTenant ours;
    private RunningTenant theirs;

    /** One token for all requests, since issuing one changes rows of the tenant. */
    private Api theirApi;

    private ForeignRequests requests;
    private EveryOperation every;
    private Map<String, String> before;

    abstract RunningService start();

    abstract void stop();

    @BeforeAll
    void createTenants() {
      service = start();
      ours = service.newTenant();
      requests = new ForeignRequests(ours);
      ours.create(ours.laterOrder());
      theirs = service.newTenant();
      theirApi = theirs.api();
      every = ForeignResources.create(service, theirs);
      Stream.of(
              "theirs_only",
              "their_order",
              "their_person",
              "their_entry",
              "their_held",
              "THEIR-1",
              "their_sequence",
              "changed",
              "archived")
          .forEach(name -> requests.add(name, "x".repeat(name.length())));
      requests.add("493023125999", "493023125998");
      ids().forEach(id -> requests.add(id, id.substring(0, id.length() - 8) + "zzzzzzzz"));
      theirs.awaitIdle();
      before = theirs.rows().digests();
    }

    @AfterAll
    void end() {
      stop();
    }

    @AfterEach
    void assertRowsUnchanged() {
      assertThat(theirs.rows().digests()).isEqualTo(before);
    }

    private Stream<String> ids() {
      FuzzResources known = every.known();
      return Stream.concat(
          Stream.of(known.order(), known.call(), known.event(), known.entry()),
          known.own().values().stream());
    }

    @Test
    void foreignIdentifierLooksUnknown() {
      int compared = 0;
      for (DocumentedOperation operation : EveryOperation.operations()) {
        Request request = every.request(operation).withoutHeader("Idempotency-Key");
        if (requests.isForeign(request)) {
          RawHttp.RawResponse response = requests.assertSameAsUnknown(request);
          String code =
              operation.id().equals("getCallRecording") ? "recording_unavailable" : "not_found";
          assertThat(response.json().path("code").asText()).as(operation.id()).isEqualTo(code);
          compared++;
        }
      }
      assertThat(compared).isEqualTo(34);
    }

    @Test
    void filterOnForeignValuesFindsNothing() {
      for (String filter : ForeignResources.FILTERS.lines().toList()) {
        RawHttp.RawResponse response = requests.assertGetSameAsUnknown(filled(filter));
        assertThat(response.body())
            .startsWith(
                filter.contains("after")
                    ? "{\"type\":\"urn:problem:call-orders:invalid_cursor\""
                    : "{\"data\":[],\"has_more\":false");
      }
    }

    @Test
    void rejectsForeignCursor() {
      for (String list : ForeignResources.LISTS) {
        String page = filled(list) + (list.contains("?") ? "&" : "?") + "limit=1";
        String cursor = theirApi.get(page).is(200).at("/next_cursor");
        assertThat(cursor).as(list).hasSizeGreaterThan(20);
        requests.addCursor(cursor);

        RawHttp.RawResponse response = requests.assertGetSameAsUnknown(page + "&after=" + cursor);
        assertThat(response.json().path("code").asText()).isEqualTo("invalid_cursor");
      }
    }

    @Test
    void rejectsForeignCursorInReplay() {
      TestWebhookEndpoints hooks = new TestWebhookEndpoints(ours);
      String target = TestWebhookEndpoints.path(hooks.active()) + "/replay";
      String cursor = theirApi.get("/v1/events?limit=1").at("/next_cursor");
      requests.addCursor(cursor);
      for (String after : List.of(every.known().event(), cursor)) {
        JsonNode body = Api.json("{}").put("after", after);
        RawHttp.RawResponse response = requests.assertPostSameAsUnknown(target, body);
        assertThat(response.json().path("code").asText()).isEqualTo("invalid_cursor");
      }
    }

    @Test
    void foreignOrderTypeIsUnknown() {
      JsonNode order = ours.laterOrder().set("/order_type", "theirs_only").json();
      assertThat(requests.assertPostSameAsUnknown(Api.ORDERS, order).status()).isEqualTo(422);

      List<String> ends =
          Stream.of("theirs_only", requests.asUnknown("theirs_only"))
              .map(this::endOfSequenceWithOrderType)
              .toList();
      assertThat(ends.getFirst()).startsWith("failed").isEqualTo(ends.getLast());
    }

    /** Executed by a worker, which no policy restricts. */
    private String endOfSequenceWithOrderType(String orderType) {
      RunningTenant tenant = service.newTenant();
      Api api = tenant.api();
      String step = "{`id`: `call`, `type`: `create_order`, `order_type`: `" + orderType + "`}";
      ObjectNode body = SequenceBody.of(orderType, step.replace('`', '"'));
      body.withObject("/trigger").put("signal_type", "begin." + orderType);
      String sequence = api.post(SequenceBody.PATH, body).is(201).id();
      SequenceBody.activate(api, sequence, 1).is(200);
      JsonNode signal = SignalBody.of("begin." + orderType, tenant.order("06"), "begin").json();
      String enrollment = api.post("/v1/signals", signal).is(201).at("/triggered/0/enrollment_id");
      ServiceResponse ended =
          Await.until(
              "the enrollment ends",
              () -> api.get("/v1/enrollments/" + enrollment),
              it -> it.body().has("ended_at"));
      return ended.at("/status") + " " + ended.at("/exit_reason");
    }

    @Test
    void listsContainNoForeignResources() {
      List<String> all = ids().toList();
      for (String list : ForeignResources.LISTS) {
        if (!list.contains("{")) {
          String shown = requests.get(list + "?limit=100");
          assertThat(all).noneMatch(shown::contains);
          assertThat(shown).doesNotContain("their", theirs.id());
        }
      }
      assertThat(requests.get("/v1/tenant")).contains(ours.id()).doesNotContain(theirs.id());
    }

    /** Keys are unique per tenant: used keys are available to others. */
    @Test
    void foreignKeysAreAvailable() {
      Api api = service.newTenant().api();
      ObjectNode signal = SignalBody.of("fuzz.begun", "getEnrollment", "getEnrollment").json();
      ServiceResponse received = api.post("/v1/signals", signal).is(201);
      assertThat(received.at("/duplicate")).isEqualTo("false");
      assertThat(received.body().path("triggered")).isEmpty();
      api.post(OrderTypeBody.PATH, OrderTypeBody.of("changed")).is(201);
      OrderTypeBody.patch(api, "changed", "{\"title\": \"Ours\"}").is(200);
      api.post(SequenceBody.PATH, SequenceBody.of("sequence")).is(201);
      api.post("/v1/suppressions", Api.json("{\"phone\": \"+493023125999\"}")).is(201);
    }

    @Test
    void foreignEndpointsDoNotCount() {
      Api api = service.newTenant().api();
      for (int each = 0; each < MAX_ENDPOINTS; each++) {
        api.post(TestWebhookEndpoints.PATH, TestWebhookEndpoints.body()).is(201);
      }
    }

    /** A reference identifies a subject of one tenant, for operators and workers too. */
    @Test
    void foreignSubjectWithSameReferenceIsSeparate() {
      RunningTenant tenant = service.newTenant();
      Api api = tenant.api();
      String persons = "/admin/v1/tenants/" + tenant.id() + "/subjects/";
      for (String person : List.of("their_person", "getEnrollment")) {
        String order = tenant.create(tenant.laterOrder().set("/subject/reference", person));
        for (String type : List.of("payment.received", "claim.withdrawn", "claim.disputed")) {
          api.post("/v1/signals", SignalBody.of(type, person, person).json()).is(201);
        }
        api.post("/v1/suppressions", Api.json("{}").put("subject_reference", person)).is(201);
        String held = service.admin().get(persons + person).text();
        assertThat(ids()).noneMatch(held::contains);
        assertThat(service.admin().delete(persons + person).status()).isEqualTo(202);
        Await.until("the order is erased", () -> api.order(order).body().has("redacted_at"));
      }
    }

    private String filled(String target) {
      FuzzResources known = every.known();
      return target
          .replace("{order}", orderOf(target))
          .replace("{enrollment}", known.own().get("getEnrollment"))
          .replace("{sequence}", known.own().get("getSequence"))
          .replace("{endpoint}", known.own().get("getWebhookEndpoint"))
          .replace("{event}", known.event());
    }

    /** Includes the transcript of a call. */
    private String orderOf(String target) {
      FuzzResources known = every.known();
      return target.startsWith("/v1/calls")
          ? theirApi.get("/v1/calls/" + known.call()).at("/call_order_id")
          : known.order();
    }
  }
}
