package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.server.cli.CommandLine;
import eu.callorders.server.json.Json;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** {@code admin audit-log verify} against a running service. */
class AuditLogVerifyTest {
  @AutoClose private static RunningService service;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeAll
  static void start() {
    service = RunningService.sandbox(Map.of());
    for (int i = 0; i < 60; i++) {
      service.newTenant();
    }
  }

  @Test
  void detectsBrokenChain() {
    assertThat(verify()).isZero();
    assertThat(out.toString()).matches("intact: [0-9]{3} entries, last hash [0-9a-f]{64}\\n");
    String hash = out.toString().strip().replaceFirst(".* ", "");
    assertThat(verifyAsJson(0).path("intact").asBoolean()).isTrue();
    assertThat(verifyAsJson(0).path("entries_read").asInt()).isGreaterThan(100);
    assertThat(verifyAsJson(0).path("last_hash").asText()).isEqualTo(hash);
    service.newTenant();
    assertThat(verify("--expect", hash)).isZero();
    assertThat(verify("--expect", hash.replace('a', 'b').replace('1', '2'))).isEqualTo(1);
    assertThat(err.toString()).contains("has no entry with hash");

    service.sql("ALTER TABLE audit_entry DISABLE TRIGGER audit_entry_append_only");
    service.sql("UPDATE audit_entry SET target = 'x' WHERE position = 3");
    assertThat(verify()).isEqualTo(1);
    assertThat(err.toString()).contains("has been altered").doesNotContain("\tat ");

    JsonNode altered = verifyAsJson(1);
    assertThat(altered.path("intact").asBoolean(true)).isFalse();
    assertThat(altered.path("fault").asText()).contains("has been altered");

    service.sql("DELETE FROM audit_entry WHERE position = 3");
    assertThat(verify()).isEqualTo(1);
    assertThat(err.toString()).contains("is not the predecessor of the next entry");

    service.sql("DELETE FROM audit_entry WHERE position < 3");
    service.sql("DELETE FROM audit_entry WHERE position < 4");
    assertThat(verify()).isEqualTo(1);
    assertThat(err.toString()).contains("does not begin with its first entry");
  }

  private JsonNode verifyAsJson(int exit) {
    out.getBuffer().setLength(0);
    assertThat(verify("--json")).isEqualTo(exit);
    return Json.parse(out.toString());
  }

  private int verify(String... options) {
    String[] arguments = new String[3 + options.length];
    System.arraycopy(new String[] {"admin", "audit-log", "verify"}, 0, arguments, 0, 3);
    System.arraycopy(options, 0, arguments, 3, options.length);
    return CommandLine.of(
            Map.of(
                "CALLORDERS_ADMIN_PORT",
                Integer.toString(service.adminPort()),
                "CALLORDERS_ADMIN_TOKEN",
                RunningService.ADMIN_TOKEN))
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(arguments);
  }
}
