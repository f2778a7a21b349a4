package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.signing.SigningSecret;
import eu.callorders.db.TestDatabase;
import eu.callorders.server.Await;
import eu.callorders.server.TestHttpClient;
import eu.callorders.server.config.InvalidConfigException;
import eu.callorders.server.json.Json;
import eu.callorders.server.webhook.delivery.Receiver;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Rotates the master key: a new key in front of the old one, then removal of the old one. */
@Tag("long")
class MasterKeyRotationTest {
  private static final byte[] OLD = key(1);
  private static final byte[] NEW = key(2);
  private static final String RESEAL = "/admin/v1/master-keys/reencrypt";

  private final TestDatabase database = TestDatabase.create();
  private final Vertx vertx = Vertx.vertx();
  private final Receiver receiver = new Receiver(vertx);

  @AfterEach
  void close() {
    vertx.close().await();
    database.close();
  }

  @Test
  void oldKeyCanBeRemovedAfterRotation() throws Exception {
    String token;
    String tenantId;
    String client;
    String clientSecret;
    String endpoint;
    SigningSecret secret;
    try (RunningService service = start(OLD)) {
      RunningTenant tenant = service.newTenant();
      tenantId = tenant.id();
      client = tenant.clientId();
      clientSecret = tenant.clientSecret();
      token = tenant.token();
      receiver.respondToChallenges();
      ServiceResponse registered =
          tenant
              .api()
              .post(
                  TestWebhookEndpoints.PATH, TestWebhookEndpoints.body().put("url", receiver.url()))
              .is(201);
      endpoint = registered.id();
      secret = SigningSecret.parse(registered.at("/secret"));
      awaitActive(tenant.api(), endpoint);
      service.admin().post("/admin/v1/signing-keys/rotate", "");
      assertThat(keys(service.admin().get("/admin/v1/master-keys").body().path("data")))
          .containsExactly(
              id(OLD)
                  + " encrypts {evidence_keys=1, hold_keys=1, signing_keys=1, webhook_secrets=1}");
    }
    assertThatThrownBy(() -> start(NEW))
        .isInstanceOf(InvalidConfigException.class)
        .hasMessageContaining("CALLORDERS_MASTER_KEY")
        .hasMessageContaining(id(OLD));

    try (RunningService service = start(NEW, OLD)) {
      assertThat(keys(service.admin().get("/admin/v1/master-keys").body().path("data")))
          .containsExactly(
              id(NEW) + " encrypts {}",
              id(OLD) + " {evidence_keys=1, hold_keys=1, signing_keys=1, webhook_secrets=1}");
      RunningTenant other = service.newTenant();
      new TestWebhookEndpoints(other).pending();
      TestHttpClient.Response done = service.admin().post(RESEAL, "");
      assertThat(done.body().path("reencrypted").asInt()).isEqualTo(4);
      assertThat(keys(done.body().path("keys")))
          .containsExactly(
              id(NEW)
                  + " encrypts {evidence_keys=1, hold_keys=1, signing_keys=1, webhook_secrets=2}",
              id(OLD) + " {}");
      assertThat(service.admin().post(RESEAL, "").body().path("reencrypted").asInt()).isZero();
      List<String> noted =
          service.admin().get("/admin/v1/audit-log").body().path("data").findValuesAsText("action");
      assertThat(noted).startsWith("master_key.reencrypted", "master_key.reencryption_started");
      assertThat(service.admin().get("/admin/v1/audit-log").text()).contains(id(NEW));
    }

    try (RunningService service = start(NEW)) {
      assertThat(kids(service))
          .as("including the key of an old token")
          .hasSize(2)
          .contains(kid(token));
      String fresh =
          service
              .requestToken(
                  "grant_type=client_credentials&client_id="
                      + client
                      + "&client_secret="
                      + clientSecret)
              .path("access_token")
              .asText();
      Api api = service.apiWithToken(fresh);
      assertThat(kids(service)).contains(kid(fresh));
      assertThat(api.get("/v1/tenant").is(200).at("/tenant_id")).isEqualTo(tenantId);
      receiver.respondWith(204);
      api.post(TestWebhookEndpoints.path(endpoint) + "/test").is(200);
      Receiver.ReceivedRequest ping = receiver.requests.getLast();
      assertThat(ping.json().path("type").asText()).isEqualTo("webhook_endpoint.ping");
      assertThat(ping.headers().get("webhook-signature")).isEqualTo(signature(secret, ping));
    }
  }

  @Test
  void resumesAndSkipsUnreadableRows() {
    try (RunningService service = start(OLD)) {
      TestWebhookEndpoints hooks = new TestWebhookEndpoints(service.newTenant());
      for (int each = 0; each < 4; each++) {
        hooks.pending();
      }
    }
    try (RunningService service = start(NEW, OLD)) {
      // Half of the rows are already re-encrypted; one is corrupted.
      service.sql(
          "CREATE FUNCTION stop_reseal() RETURNS trigger LANGUAGE plpgsql AS"
              + " $$ BEGIN RAISE EXCEPTION 'enough'; END $$");
      service.sql(
          "CREATE TRIGGER stop_reseal BEFORE UPDATE ON webhook_secret FOR EACH STATEMENT EXECUTE"
              + " FUNCTION stop_reseal()");
      assertThat(service.admin().post(RESEAL, "").status()).isEqualTo(500);
      assertThat(keys(service.admin().get("/admin/v1/master-keys").body().path("data")))
          .containsExactly(
              id(NEW) + " encrypts {evidence_keys=1, signing_keys=1}",
              id(OLD) + " {hold_keys=1, webhook_secrets=4}");
      service.sql("DROP TRIGGER stop_reseal ON webhook_secret");
      service.sql(
          "UPDATE webhook_secret SET ciphertext = set_byte(ciphertext, 30, get_byte(ciphertext, 30)"
              + " # 1) WHERE id = (SELECT min(id::text)::uuid FROM webhook_secret)");

      TestHttpClient.Response done = service.admin().post(RESEAL, "");

      assertThat(done.body().path("reencrypted").asInt()).isEqualTo(4);
      assertThat(keys(done.body().path("keys")))
          .containsExactly(
              id(NEW)
                  + " encrypts {evidence_keys=1, hold_keys=1, signing_keys=1, webhook_secrets=3}",
              id(OLD) + " {webhook_secrets=1}");
    }
  }

  private RunningService start(byte[]... ring) {
    String keys =
        Arrays.stream(ring)
            .map(key -> Base64.getEncoder().encodeToString(key))
            .collect(Collectors.joining(","));
    return RunningService.withDatabase(
        DatabaseSetup.keeping(database),
        Map.of(
            "CALLORDERS_MASTER_KEY",
            keys,
            "CALLORDERS_DEMO",
            "false",
            "CALLORDERS_WEBHOOK_EXTRA_TARGETS",
            receiver.hostAndPort() + ",localhost:9"));
  }

  private static void awaitActive(Api api, String endpoint) {
    Await.until(
        "the endpoint is verified",
        () -> api.get(TestWebhookEndpoints.path(endpoint)).at("/status"),
        "active"::equals);
  }

  private static String kid(String token) {
    byte[] head = Base64.getUrlDecoder().decode(token.substring(0, token.indexOf('.')));
    return Json.parse(new String(head, StandardCharsets.UTF_8)).path("kid").asText();
  }

  private static List<String> kids(RunningService service) {
    return Json.parse(service.tokens().get("/.well-known/jwks.json").body())
        .findValuesAsText("kid");
  }

  private static List<String> keys(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false)
        .map(
            key ->
                Stream.of(
                        key.path("key_id").asText(),
                        key.path("encrypts").asBoolean() ? "encrypts" : "",
                        sealed(key.path("encrypted")))
                    .filter(part -> !part.isEmpty())
                    .collect(Collectors.joining(" ")))
        .toList();
  }

  private static String sealed(JsonNode counts) {
    return Json.parse(counts.toString()).properties().stream()
        .map(each -> each.getKey() + "=" + each.getValue())
        .collect(Collectors.joining(", ", "{", "}"));
  }

  private static String signature(SigningSecret secret, Receiver.ReceivedRequest got)
      throws Exception {
    javax.crypto.Mac mac = javax.crypto.Mac.getInstance("HmacSHA256");
    byte[] key = Base64.getDecoder().decode(secret.encode().substring("whsec_".length()));
    mac.init(new javax.crypto.spec.SecretKeySpec(key, "HmacSHA256"));
    String head = got.id() + "." + got.headers().get("webhook-timestamp") + ".";
    mac.update(head.getBytes(StandardCharsets.US_ASCII));
    return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(got.bytes().getBytes()));
  }

  private static String id(byte[] key) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(key), 0, 8);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static byte[] key(int fill) {
    byte[] key = new byte[32];
    Arrays.fill(key, (byte) fill);
    return key;
  }
}
