package eu.callorders.server.idempotency;

import static eu.callorders.server.TestNode.await;
import static eu.callorders.server.idempotency.IdempotentWriteFixture.created;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.server.TestNode;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Reply;
import eu.callorders.server.json.Json;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** How long and for whom a reply is stored. */
class StoredReplyTest {
  @RegisterExtension static final IdempotentWriteFixture writes = new IdempotentWriteFixture();

  private static final TestNode node = writes.node;

  @Test
  void neverStoresASecret() {
    JsonNode endpoint = Json.object().put("id", "whe_1").put("secret", "whsec_x");
    Reply first =
        await(writes.run(writes.request(writes.key), writes.work(Reply.of(201, endpoint))));
    Reply second = await(writes.run(writes.request(writes.key), writes.work(created())));
    assertThat(first.text()).contains("whsec_x");
    assertThat(second.text()).isEqualTo("{\"id\":\"whe_1\"}");
    assertThat(writes.stored()).doesNotContain("whsec_x");
  }

  @Test
  void storesEmptyReply() {
    await(writes.run(writes.request(writes.key), writes.work(Reply.empty(204))));
    Reply second = await(writes.run(writes.request(writes.key), writes.work(created())));
    assertThat(second.status()).isEqualTo(204);
    assertThat(second.text()).isNull();
  }

  @Test
  void expiresAfterExactly48Hours() {
    await(writes.run(writes.request(writes.key), writes.work(created())));
    node.clock.advance(Duration.ofHours(48).minusMillis(1));
    await(writes.run(writes.request(writes.key), writes.work(created())));
    assertThat(writes.runs).hasValue(1);
    node.clock.advance(Duration.ofMillis(1));
    await(writes.run(writes.request(writes.key, "PUT", "/v1/other", null), writes.work(created())));
    assertThat(writes.runs).hasValue(2);
    assertThat(
            await(
                    writes.run(
                        writes.request(writes.key, "PUT", "/v1/other", null),
                        writes.work(created())))
                .headers())
        .containsKey("Idempotent-Replayed");
  }

  @Test
  void purgesExpiredRecordsInBatches() {
    node.clock.advance(Duration.ofDays(3));
    writes.purge(10_000);
    for (int each = 0; each < 5; each++) {
      await(writes.run(writes.request(writes.key + each), writes.work(created())));
    }
    assertThat(writes.purge(3)).isZero();
    node.clock.advance(Duration.ofHours(48));
    assertThat(writes.purge(3)).isEqualTo(3);
    assertThat(writes.purge(3)).isEqualTo(2);
  }

  @Test
  void separatesKeysOfTenants() {
    UUID other = new UUID(8, 8);
    writes.insertTenant(other);
    await(writes.run(writes.request(writes.key), writes.work(created())));
    ApiRequest theirs = writes.request(other, writes.key, "POST", "/v1/else", null);
    assertThat(await(writes.run(theirs, writes.work(created()))).headers())
        .doesNotContainKey("Idempotent-Replayed");
    assertThat(
            await(
                    node.database.asTenant(
                        other,
                        connection ->
                            connection.query("SELECT count(*) FROM idempotency_record").execute()))
                .iterator()
                .next()
                .getLong(0))
        .isEqualTo(1);
  }
}
