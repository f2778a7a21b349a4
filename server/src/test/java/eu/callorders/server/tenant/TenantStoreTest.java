package eu.callorders.server.tenant;

import static eu.callorders.server.TestNode.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.id.UuidV7;
import eu.callorders.core.outcome.OutcomeRules;
import eu.callorders.server.TestNode;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Caller;
import eu.callorders.server.http.Reply;
import eu.callorders.server.json.Json;
import eu.callorders.server.ratelimit.RateLimit;
import eu.callorders.server.ratelimit.TenantRateLimits;
import eu.callorders.server.tenant.Tenant.RetentionPeriods;
import java.time.Duration;
import java.time.Period;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class TenantStoreTest {
  private static final Random RANDOM = new Random(7);

  @AutoClose private static final TestNode node = new TestNode();

  @Test
  void storesEverySetting() {
    Tenant tenant = unusual(insert(TenantDefaults.tenant(newId(), "Before", "live")).id());
    await(
        node.database.asWorker(
            connection -> TenantStore.update(connection, tenant, node.clock.instant())));

    assertThat(findAsWorker(tenant.id())).contains(tenant);
  }

  @Test
  void liveTenantsStartWithLowQuotasAndWithoutSequences() {
    Tenant live = insert(TenantDefaults.tenant(newId(), "Live", "live"));
    Tenant sandbox = insert(TenantDefaults.tenant(newId(), "Sandbox", "sandbox"));

    assertThat(findAsWorker(live.id()).orElseThrow().quotas())
        .isEqualTo(
            TestQuotas.with(
                TenantQuotas.SANDBOX,
                Map.of(
                    "max_concurrent_calls", 10,
                    "max_dials_per_day", 1_000,
                    "max_contacts_per_subject_per_day", 1,
                    "max_contacts_per_number_per_day", 3,
                    "max_open_orders", 50_000)));
    assertThat(live.sequencesEnabled()).isFalse();
    assertThat(live.allowedCountries().codes())
        .hasSize(32)
        .contains("DE", "NO", "GB", "CH")
        .doesNotContain("US", "*");
    assertThat(sandbox.allowedCountries()).isEqualTo(AllowedCountries.ALL);
    assertThat(findAsWorker(sandbox.id()).orElseThrow().quotas()).isEqualTo(TenantQuotas.SANDBOX);
    assertThat(sandbox.sequencesEnabled()).isTrue();
  }

  @Test
  void listsNewestFirstInPages() {
    List<UUID> ids =
        List.of(newId(), newId(), newId(), newId(), newId()).stream()
            .map(id -> insert(TenantDefaults.tenant(id, "Listed", "sandbox")).id())
            .toList();

    List<Tenant> first =
        await(node.database.asWorker(connection -> TenantStore.list(connection, null, 2)));
    List<Tenant> second =
        await(
            node.database.asWorker(
                connection -> TenantStore.list(connection, first.getLast().id(), 2)));

    assertThat(first).extracting(Tenant::id).containsExactly(ids.get(4), ids.get(3));
    assertThat(second).extracting(Tenant::id).containsExactly(ids.get(2), ids.get(1));
  }

  @Test
  void tenantSeesItselfOnly() {
    Tenant tenant = insert(TenantDefaults.tenant(newId(), "Mine", "sandbox"));
    Tenant other = insert(TenantDefaults.tenant(newId(), "Other", "sandbox"));

    assertThat(findAs(tenant.id(), tenant.id())).contains(tenant);
    assertThat(findAs(tenant.id(), other.id())).isEmpty();
    List<Tenant> seen =
        await(
            node.database.asTenant(
                tenant.id(), connection -> TenantStore.list(connection, null, 9)));
    assertThat(seen).containsExactly(tenant);
  }

  @Test
  void servesSnapshot() {
    Tenant tenant = insert(unusual(newId()));
    TenantSnapshotView view = new TenantSnapshotView("sandbox", List.of("192.0.2.1"));
    Reply reply = await(new OwnTenantResource(node.database, view).get(request(tenant.id())));

    JsonNode expected =
        Json.parse(
            """
            {"tenant_id": "%s", "name": "Übersee", "environment": "sandbox",
             "default_locale": "pt-PT", "verification_mode": "name_only",
             "calling_hours": {"local_call_times": [], "timezone": "Europe/Lisbon"},
             "quotas": {"max_concurrent_calls": 1, "max_dials_per_day": 2,
                        "max_contacts_per_subject_per_day": 3,
                        "max_contacts_per_number_per_day": 4},
             "allowed_countries": ["GB", "PT"],
             "retention": {"transcript_mode": "none", "transcript_retention": "P1Y2M3D",
                           "recording_retention": "P1D", "result_months": 5},
             "features": {"recording_enabled": false, "sequences_enabled": true},
             "webhook_egress_ips": ["192.0.2.1"]}
            """
                .formatted(IdKind.TENANT.format(tenant.id())));
    assertThat(reply.status()).isEqualTo(200);
    assertThat(Json.parse(reply.text())).isEqualTo(expected);
  }

  @Test
  void appliesClockOffset() {
    Tenant tenant = insert(TenantDefaults.tenant(newId(), "Ahead", "sandbox"));
    await(
        node.database
            .workers()
            .query("UPDATE tenant SET clock_offset_ms = 90000 WHERE id = '" + tenant.id() + "'")
            .execute());

    assertThat(findAsWorker(tenant.id()).orElseThrow().now(node.clock))
        .isEqualTo(node.clock.instant().plusSeconds(90));
  }

  private static ApiRequest request(UUID tenantId) {
    Caller caller = new Caller(tenantId, tenantId, Set.of("config:read"), RateLimit.UNLIMITED);
    return new ApiRequest(
        "getTenant", "GET", "/v1/tenant", "1", caller, Map.of(), Map.of(), Map.of(), null, 0);
  }

  private static Tenant unusual(UUID id) {
    return new Tenant(
        id,
        "Übersee",
        true,
        "pt-PT",
        ZoneId.of("Atlantic/Azores"),
        "name_only",
        Json.object().put("timezone", "Europe/Lisbon").set("local_call_times", Json.array()),
        TestQuotas.distinct(),
        new TenantRateLimits(new RateLimit(6, 7), new RateLimit(8, 9_000_000)),
        new RetentionPeriods("none", Period.of(1, 2, 3), Period.ofDays(1), 5),
        true,
        new OutcomeSettings(OutcomeRules.RECOMMENDED, true, 5, "promise.broken"),
        List.of(new PhoneNumber("+493023125000"), new PhoneNumber("+442079460000")),
        AllowedCountries.of(List.of("PT", "GB")),
        Duration.ZERO,
        Json.object().put("pt", "Esta chamada não é gravada."));
  }

  private static UUID newId() {
    node.clock.advance(Duration.ofMillis(1));
    return UuidV7.at(node.clock.instant(), RANDOM);
  }

  private static Tenant insert(Tenant tenant) {
    await(
        node.database.asWorker(
            connection -> TenantStore.insert(connection, tenant, node.clock.instant())));
    return tenant;
  }

  private static Optional<Tenant> findAsWorker(UUID id) {
    return await(node.database.asWorker(connection -> TenantStore.find(connection, id)));
  }

  private static Optional<Tenant> findAs(UUID tenantId, UUID id) {
    return await(node.database.asTenant(tenantId, connection -> TenantStore.find(connection, id)));
  }
}
