package eu.callorders.server.admin;

import static eu.callorders.server.TestNode.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.call.PhoneNumber;
import eu.callorders.server.Race;
import eu.callorders.server.Race.RaceOutcome;
import eu.callorders.server.TestNode;
import eu.callorders.server.admin.DemoCredentials.Addresses;
import eu.callorders.server.audit.AuditEntry;
import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.auth.Registration;
import eu.callorders.server.auth.RegistrationEditor;
import eu.callorders.server.json.Json;
import eu.callorders.server.list.ListRequests;
import eu.callorders.server.tenant.Tenant;
import eu.callorders.server.tenant.TenantStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoTenantTest {
  private static final Addresses ADDRESSES =
      new Addresses("http://base", "http://auth", "http://admin", "operator");

  @TempDir private Path directory;
  @AutoClose private TestNode node;
  private RegistrationEditor registrations;
  private AuditLog audit;
  private DemoTenant demo;

  @BeforeEach
  void start() {
    node = new TestNode();
    SecureRandom random = new SecureRandom();
    registrations = new RegistrationEditor(node.clock, random);
    TenantProvisioner provisioning = new TenantProvisioner(node.clock, random);
    audit = new AuditLog(node.clock, random);
    demo = new DemoTenant(node.database, provisioning, registrations, audit, directory);
  }

  @Test
  void writesCredentialsReadableByOwnerOnly() throws IOException {
    demo.ensure(ADDRESSES);

    assertThat(json().fieldNames())
        .toIterable()
        .containsExactly(
            "base_url",
            "auth_url",
            "admin_url",
            "admin_token",
            "tenant_id",
            "client_id",
            "client_secret",
            "environment");
    assertThat(json().path("auth_url").textValue()).isEqualTo("http://auth");
    assertThat(json().path("environment").textValue()).isEqualTo("sandbox");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
        .isEqualTo("rw-------");
  }

  @Test
  void createsTenantAndRegistration() {
    DemoCredentials credentials = demo.ensure(ADDRESSES);
    Tenant tenant =
        await(
                node.database.asWorker(
                    connection -> TenantStore.find(connection, credentials.tenantId())))
            .orElseThrow();

    assertThat(tenant.name()).isEqualTo("Demo");
    assertThat(tenant.sequencesEnabled()).isTrue();
    assertThat(tenant.callerIds()).containsExactly(new PhoneNumber("+493023125000"));
    assertThat(registration(credentials).settings().scopes()).hasSize(8);
    assertThat(holds(credentials)).isTrue();
  }

  @Test
  void keepsSecretAndUpdatesAddresses() throws IOException {
    DemoCredentials first = demo.ensure(ADDRESSES);
    DemoCredentials second =
        demo.ensure(new Addresses("http://new", "http://auth", "http://admin", "operator"));

    assertThat(second).isEqualTo(first);
    assertThat(json().path("base_url").textValue()).isEqualTo("http://new");
    assertThat(registration(first).secrets()).hasSize(1);
  }

  @Test
  void issuesNewSecretWhenFileIsLost() throws IOException {
    DemoCredentials first = demo.ensure(ADDRESSES);
    DemoCredentials last = first;
    for (int i = 0; i < 3; i++) {
      Files.delete(file());
      node.clock.advance(Duration.ofSeconds(1));
      last = demo.ensure(ADDRESSES);
    }

    assertThat(last.tenantId()).isEqualTo(first.tenantId());
    assertThat(last.clientId()).isEqualTo(first.clientId());
    assertThat(holds(last)).isTrue();
    assertThat(holds(first)).isFalse();
    assertThat(registration(last).secrets())
        .filteredOn(secret -> secret.revokedAt() == null)
        .hasSize(2);
  }

  @Test
  void auditsItsChanges() throws IOException {
    demo.ensure(ADDRESSES);
    demo.ensure(ADDRESSES);
    Files.delete(file());
    node.clock.advance(Duration.ofSeconds(1));
    demo.ensure(ADDRESSES);

    AuditLog.Filter all = AuditLog.Filter.of(ListRequests.UNFILTERED).orElseThrow();
    List<AuditEntry> entries =
        await(node.database.asWorker(connection -> audit.list(connection, all, null, 10))).found();
    assertThat(entries)
        .extracting(entry -> entry.actor() + " " + entry.action())
        .containsExactly(
            "service registration.secret_created",
            "service registration.created",
            "service tenant.created");
  }

  @Test
  void replacesInvalidFile() throws IOException {
    demo.ensure(ADDRESSES);
    Files.writeString(file(), Files.readString(file()).replaceFirst("cosk_.", "cosk_~"));
    node.clock.advance(Duration.ofSeconds(1));
    assertThat(holds(demo.ensure(ADDRESSES))).isTrue();

    Files.writeString(file(), "not JSON");
    node.clock.advance(Duration.ofSeconds(1));
    assertThat(holds(demo.ensure(ADDRESSES))).isTrue();
  }

  @Test
  void createsOneTenantWhenTwoNodesStartConcurrently() throws Exception {
    var race =
        Race.run(
            "tenant",
            node.vertx,
            node.postgres,
            () -> demo.ensure(ADDRESSES),
            () -> demo.ensure(ADDRESSES));

    assertThat(race.outcome()).isEqualTo(RaceOutcome.WAITED);
    assertThat(race.first().tenantId()).isEqualTo(race.second().tenantId());
    assertThat(race.first().clientId()).isEqualTo(race.second().clientId());
    assertThat(holds(race.first())).isTrue();
    assertThat(holds(race.second())).isTrue();
    String count = "SELECT count(*) FROM tenant";
    assertThat(await(node.database.workers().query(count).execute()))
        .allSatisfy(row -> assertThat(row.getLong(0)).isEqualTo(1));
  }

  private Registration registration(DemoCredentials credentials) {
    return await(
            node.database.asWorker(
                connection ->
                    registrations.find(connection, credentials.tenantId(), credentials.clientId())))
        .orElseThrow();
  }

  private boolean holds(DemoCredentials held) {
    return await(
        node.database.asWorker(
            connection ->
                registrations.holds(connection, held.tenantId(), held.clientId(), held.secret())));
  }

  private Path file() {
    return directory.resolve("demo-credentials.json");
  }

  private JsonNode json() throws IOException {
    return Json.parse(Files.readString(file()));
  }
}
