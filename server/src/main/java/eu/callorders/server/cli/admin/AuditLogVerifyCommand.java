package eu.callorders.server.cli.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.audit.AuditEntry;
import eu.callorders.server.json.Json;
import java.io.PrintWriter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Verifies every hash of the audit log through the API. A truncated end is detected only with
 * {@code --expect}.
 */
@Command(
    name = "verify",
    description = {
      "Checks the chain of the audit log from its newest entry to its first.",
      "Store the printed hash: --expect checks in a later run that its entry still exists."
    })
final class AuditLogVerifyCommand implements Callable<Integer> {
  private static final String PAGE = "/admin/v1/audit-log?limit=100";

  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--expect",
      paramLabel = "HASH",
      description = "Hash of an entry that must exist.")
  private @Nullable String expected;

  private final GlobalOptions options;
  private long entries;
  private String newest = AuditEntry.GENESIS_HASH;
  private String expectedHash = "";

  AuditLogVerifyCommand(GlobalOptions options) {
    this.options = options;
  }

  @Override
  public Integer call() {
    String fault;
    try (AdminClient client = options.connect()) {
      fault = fault(client);
    }
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    if (options.asJson()) {
      out.println(json(fault).toPrettyString());
    } else if (fault.isEmpty()) {
      out.println("intact: " + entries + " entries, last hash " + newest);
    } else {
      throw new IllegalStateException(fault);
    }
    out.flush();
    return fault.isEmpty() ? 0 : 1;
  }

  private ObjectNode json(String fault) {
    ObjectNode json =
        Json.object()
            .put("intact", fault.isEmpty())
            .put("entries_read", entries)
            .put("last_hash", newest);
    return fault.isEmpty() ? json : json.put("fault", fault);
  }

  /** The first fault; empty when the log is intact. */
  private String fault(AdminClient client) {
    boolean found = expected == null || expected.equals(AuditEntry.GENESIS_HASH);
    JsonNode page = client.get(PAGE);
    while (true) {
      for (JsonNode entry : page.path("data")) {
        String fault = check((ObjectNode) entry);
        if (!fault.isEmpty()) {
          return fault;
        }
        found |= entry.path("hash").asText().equals(expected);
      }
      if (!page.path("has_more").asBoolean()) {
        break;
      }
      String after = page.path("next_cursor").asText();
      page = client.get(PAGE + "&after=" + URLEncoder.encode(after, StandardCharsets.UTF_8));
    }
    if (entries > 0 && !expectedHash.equals(AuditEntry.GENESIS_HASH)) {
      return "the log does not begin with its first entry";
    }
    return found ? "" : "the log has no entry with hash " + expected;
  }

  /**
   * Checks that an entry is the predecessor of the newer one before it. Returns its fault, or
   * empty.
   */
  private String check(ObjectNode entry) {
    ObjectNode content = entry.deepCopy();
    String hash = content.remove("hash").asText();
    String id = entry.path("id").asText();
    if (entries == 0) {
      newest = hash;
    } else if (!hash.equals(expectedHash)) {
      return "entry " + id + " is not the predecessor of the next entry";
    }
    if (!hash.equals(AuditEntry.hashOf(content))) {
      return "entry " + id + " has been altered";
    }
    expectedHash = entry.path("previous_hash").asText();
    entries++;
    return "";
  }
}
