package eu.callorders.server.auth;

import static eu.callorders.server.TestNode.await;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.TestNode;
import eu.callorders.server.auth.IssuerFixture.RegisteredClient;
import eu.callorders.server.tenant.Tenant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Row-level security separates tenants, whatever a statement omits. */
class ClientIsolationTest {
  private static final List<String> TABLES =
      List.of("client_registration", "client_secret", "client_lockout");

  @AutoClose private static IssuerFixture auth;

  @BeforeAll
  static void start() {
    auth = new IssuerFixture();
    RegisteredClient client = auth.client();
    auth.token(client);
  }

  @Test
  void tenantSeesOwnRows() {
    assertThat(TABLES).allSatisfy(table -> assertThat(count(table, auth.tenant.id())).isPositive());
  }

  @Test
  void tenantSeesNoRowsOfOthers() {
    Tenant other = auth.newTenant();

    assertThat(TABLES).allSatisfy(table -> assertThat(count(table, other.id())).isZero());
  }

  @Test
  void tenantCannotWriteRowsOfOthers() {
    Tenant other = auth.newTenant();
    UUID mine = auth.tenant.id();

    assertThat(
            TestNode.failure(
                auth.node.database.asTenant(
                    mine,
                    connection ->
                        auth.registrations.create(
                            connection, other.id(), Registration.Settings.unrestricted("Theirs")))))
        .hasMessageContaining("row-level security");
  }

  @Test
  void storesNoSecretInPlainText() {
    RegisteredClient client = auth.client();
    String rows =
        await(
                auth.node
                    .database
                    .workers()
                    .query("SELECT string_agg(s::text, ' ') FROM client_secret s")
                    .execute())
            .iterator()
            .next()
            .getString(0);

    assertThat(client.clientSecret()).startsWith("cosk_").hasSize(48);
    assertThat(rows).doesNotContain(client.clientSecret().substring(5));
    assertThat(client.secret().toString()).doesNotContain(client.clientSecret());
  }

  private static long count(String table, UUID tenantId) {
    return await(
            auth.node.database.asTenant(
                tenantId,
                connection -> connection.query("SELECT count(*) FROM " + table).execute()))
        .iterator()
        .next()
        .getLong(0);
  }
}
