package eu.callorders.server.evidence;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.evidence.CallFacts;
import eu.callorders.core.evidence.EvidenceDocument;
import eu.callorders.server.call.CallAttempt;
import eu.callorders.server.encryption.Keyring;
import eu.callorders.server.json.Json;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Makes, signs and stores the evidence of closed calls in the transaction that closes them: no
 * crash comes between report and evidence.
 */
public final class EvidenceWriter {
  private static final TypeReference<Map<String, Object>> MAP = new TypeReference<>() {};
  private static final String PURPOSE = "evidence";

  private final EvidenceKeys keys;
  private final Keyring masterKeys;
  private final String environment;
  private final Supplier<String> issuer;
  private final InstantSource realTime;

  /**
   * @param environment {@code live} or {@code sandbox}
   * @param issuer public address of the service, known once the listener has a port
   */
  public EvidenceWriter(
      EvidenceKeys keys,
      Keyring masterKeys,
      String environment,
      Supplier<String> issuer,
      InstantSource realTime) {
    this.keys = keys;
    this.masterKeys = masterKeys;
    this.environment = environment;
    this.issuer = issuer;
    this.realTime = realTime;
  }

  /** Writes the evidence of calls that have none. */
  public Future<Void> write(SqlConnection connection, List<ClosedCall> calls) {
    if (calls.isEmpty()) {
      return Future.succeededFuture();
    }
    Instant now = realTime.instant();
    return keys.active(connection)
        .compose(
            key ->
                EvidenceStore.insert(
                    connection, calls.stream().map(call -> evidence(call, key, now)).toList()));
  }

  private EvidenceStore.New evidence(ClosedCall call, EvidenceKey key, Instant now) {
    CallAttempt attempt = call.attempt();
    byte[] payload = Json.bytes(Json.mapper().valueToTree(EvidenceDocument.of(facts(call, now))));
    return new EvidenceStore.New(attempt.id(), attempt.tenantId(), now, key.sign(payload));
  }

  private CallFacts facts(ClosedCall call, Instant now) {
    CallAttempt attempt = call.attempt();
    return new CallFacts(
        issuer.get(),
        environment,
        attempt.tenantId(),
        attempt.attempt(),
        attempt.intendedAt(),
        map(attempt.intent().decision()),
        hash(attempt.tenantId(), attempt.intent().callerId()),
        call.complianceBasis().isObject() ? map(call.complianceBasis()) : null,
        attempt.report() != null,
        attempt.followUp().gatewayEvents(),
        now);
  }

  private CallFacts.KeyedHash hash(UUID tenantId, PhoneNumber callerId) {
    byte[] text =
        ("caller id\n" + tenantId + "\n" + callerId.e164()).getBytes(StandardCharsets.UTF_8);
    return new CallFacts.KeyedHash(
        masterKeys.ids().getFirst(),
        HexFormat.of().formatHex(masterKeys.macs(PURPOSE, text).getFirst()));
  }

  private static Map<String, Object> map(JsonNode json) {
    return Json.mapper().convertValue(json, MAP);
  }
}
