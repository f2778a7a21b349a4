package eu.callorders.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.server.app.RunningService;
import eu.callorders.server.app.RunningTenant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine.Model.CommandSpec;

/** {@code admin ...}: every command against a running service. */
@Tag("long")
class AdminCommandTest {
  /** Where the identifier is in a response that later commands use. */
  private static final Map<String, String> CREATED_ID =
      Map.of(
          "tenant create", "tenant_id",
          "registration create", "client_id",
          "secret create", "secret_id",
          "operator create", "operator_id",
          "holds create", "id",
          "call list", "data/0/call_id",
          "legal-hold create", "id");

  private final RunningService service = RunningService.shared();
  private final Map<String, String> environment =
      Map.of("CALLORDERS_DATA_DIR", service.dataDirectory().toString());
  private final List<String> done = new ArrayList<>();

  @Test
  void executesEveryOperation(@TempDir Path directory) throws IOException {
    Path holds = directory.resolve("holds.jsonl");
    Files.writeString(holds, "{\"subject_reference\": \"two\", \"reason\": \"other\"}\n");
    String tenant = done("tenant create", "--name", "By hand", "--caller-ids", "+493023125000");
    done("tenant list", "--limit", "2");
    done("tenant show", tenant);
    done(
        "tenant update",
        tenant,
        "--quotas-max-open-orders",
        "7",
        "--features-sequences-enabled",
        "--predial-check-url",
        "http://localhost:9/predial");
    done("predial-check rotate-secret", tenant);
    String client = done("registration create", tenant, "--name", "ERP", "--scopes", "orders:read");
    done("registration list", tenant);
    done("registration show", tenant, client);
    done("registration update", tenant, client, "--rate-limit", "5/10");
    done("registration unlock", tenant, client);
    String secret = done("secret create", tenant, client);
    done("secret revoke", tenant, client, secret, "--revoke-tokens");
    done("dialing list");
    String operator = done("operator create", "--name", "Ada of the command", "--role", "read");
    done("operator list");
    done("operator update", operator, "--role", "operate", "--disabled");
    done("country list");
    done("country show", "SM");
    done("country set", "SM", "--local-call-times=[]", "--reviewed-on=2026-11-27", "--source=law");
    done("dialing halt", "--tenant-id", tenant, "--reason", "a drill");
    done("dialing resume", "--tenant-id", tenant, "--reason", "over");
    done("recovery show");
    done("recovery accept", "--reason", "nothing is missing");
    done("maintenance resume", "--reason", "the deployment was stopped for a week");
    done("test-clock show", tenant);
    done("test-clock advance", tenant, "--by", "PT1M");
    done("subject export", tenant, "some body/x");
    done("subject erase", tenant, "some body/x");
    String hold =
        done("legal-hold create", tenant, "--subject-reference", "held", "--reason", "a court");
    done("legal-hold list", tenant, "--subject-reference", "held");
    done("legal-hold show", tenant, hold);
    done("legal-hold release", tenant, hold);
    String stop = done("holds create", tenant, "--subject-reference", "held", "--reason", "other");
    done("holds list", tenant, "--subject-reference", "held");
    done("holds show", tenant, stop);
    done("holds release", tenant, stop);
    done("holds import", tenant, holds.toString());
    done("signing-keys rotate");
    done("master-keys list");
    done("master-keys reencrypt");
    done("audit-log list", "--tenant-id", tenant, "--action", "tenant.updated");
    done("audit-log verify");
    done("overview");
    done("search", "--q", "some body", "--tenant-id", tenant);
    done("statistics", "--tenant-id", tenant, "--step", "P1D");
    done("tenant delete", tenant, "--confirm", "By hand");
    RunningTenant other = service.newTenant();
    done("order explain", other.id(), other.create(other.laterOrder()));
    other.await(
        other.create(other.order("06").set("/simulate/delays/talk_ms", 600_000)), "in_progress");
    done("call hangup", other.id(), done("call list", other.id()), "--reason", "a drill");

    assertThat(done)
        .containsExactlyInAnyOrderElementsOf(
            AdminCommandRunner.all().map(AdminCommandRunner::words).toList());
  }

  /** Runs a command that must succeed; returns the identifier of the created resource, if any. */
  private String done(String command, String... arguments) {
    done.add(command);
    List<String> all = new ArrayList<>(List.of(command.split(" ")));
    all.addAll(List.of(arguments));
    all.add("--json");
    AdminCommandRunner.Result ran = admin(all.toArray(String[]::new));
    assertThat(ran.exit()).as(command + ": " + ran.err()).isZero();
    assertThat(ran.err()).isEmpty();
    String member = CREATED_ID.getOrDefault(command, "");
    return member.isEmpty() ? "" : ran.json().at("/" + member).asText();
  }

  @Test
  void sendsOptions() {
    AdminCommandRunner.Result created =
        admin(
            "tenant",
            "create",
            "--name",
            "Stadtwerke",
            "--timezone",
            "Europe/Vienna",
            "--disabled",
            "--caller-ids",
            "+493023125000,+493023125001",
            "--calling-hours-local-call-times",
            "[{\"days\": [\"mon\"], \"from\": \"09:00\", \"to\": \"12:00\"}]",
            "--json");
    JsonNode tenant = created.json();

    assertThat(tenant.path("timezone").asText()).isEqualTo("Europe/Vienna");
    assertThat(tenant.path("disabled").asBoolean()).isTrue();
    assertThat(tenant.path("caller_ids")).hasSize(2);
    assertThat(tenant.at("/calling_hours/local_call_times/0/to").asText()).isEqualTo("12:00");

    String id = tenant.path("tenant_id").asText();
    JsonNode changed =
        admin(
                "tenant",
                "update",
                id,
                "--timezone",
                "default",
                "--disabled=false",
                "--caller-ids",
                "",
                "--json")
            .json();
    assertThat(changed.path("timezone").asText()).isEqualTo("Europe/Berlin");
    assertThat(changed.path("disabled").asBoolean()).isFalse();
    assertThat(changed.path("caller_ids")).isEmpty();
    assertThat(changed.path("name").asText()).isEqualTo("Stadtwerke");
  }

  @Test
  void formatsTextOutput() {
    RunningTenant tenancy = service.newTenant();
    String registration = admin("registration", "create", tenancy.id(), "--name", "ERP").out();

    assertThat(registration).containsPattern("(?m)^client_id +cli_[0-9a-z]{26}$");
    assertThat(registration).containsPattern("(?m)^client_secret +cosk_\\S+$");
    assertThat(registration).containsPattern("(?m)^secrets$").doesNotContain("{");
    assertThat(admin("tenant", "list", "--limit", "1").out())
        .containsPattern("^tenant_id +name +environment +disabled +deletion_requested_at\\ntn_")
        .containsPattern("(?m)^more: --after \\S+$");
    assertThat(admin("registration", "list", tenancy.id(), "--limit", "100").out())
        .contains("ERP")
        .doesNotContain("more:");
    assertThat(admin("subject", "export", tenancy.id(), "some-body").json().isObject()).isTrue();
    assertThat(admin("overview").out()).containsPattern("(?m)^orders.completed +[0-9]+$");
    assertThat(admin("audit-log", "list", "--action", "nothing.such").out()).isEqualTo("(none)\n");
  }

  @Test
  void printsEveryFaultWithItsPointer() {
    AdminCommandRunner.Result refused =
        admin(
            "tenant",
            "create",
            "--name",
            "",
            "--timezone",
            "Mars/Base",
            "--quotas-max-open-orders=-1");

    assertThat(refused.exit()).isEqualTo(1);
    assertThat(refused.out()).isEmpty();
    assertThat(refused.err())
        .contains("(validation_failed, 422)", "/name: ", "(min_length)")
        .contains("/timezone: ", "(unknown_time_zone)", "/quotas/max_open_orders: ")
        .doesNotContain("\tat ");
    assertThat(admin("tenant", "show", "tn_x").err()).contains("(not_found, 404)");
    assertThat(admin("overview", "--token", "wrong").err()).contains("(unauthorized, 401)");
  }

  @Test
  void sendsHeaders() {
    String stale =
        "country set AX --local-call-times [] --reviewed-on 2026-11-27 --source x --if-match \"9\"";

    assertThat(admin(stale.split(" ")).err()).contains("(precondition_failed, 412)");
  }

  @ParameterizedTest
  @CsvSource({
    "'', Missing subcommand: admin overview | tenant",
    "tenant, Missing subcommand: admin tenant create | list | show | update",
    "tenant show, 'Missing required parameter: '",
    "tenant create, 'Missing required option: '",
    "search, 'Missing required option: '",
    "tenant bogus, 'Unmatched argument'",
    "tenant create --name x --bogus, 'Unknown option'",
    "tenant create --name x --quotas-max-open-orders many, --quotas-max-open-orders: must be",
    "tenant create --name x --disabled=perhaps, --disabled: must be true or false",
    "tenant create --name x --calling-hours-local-call-times {, --calling-hours-local-call-times:"
        + " must be JSON"
  })
  void rejectsInvalidUsage(String arguments, String message) {
    AdminCommandRunner.Result misunderstood =
        admin(arguments.isEmpty() ? new String[0] : arguments.split(" "));

    assertThat(misunderstood.exit()).isEqualTo(2);
    assertThat(misunderstood.err()).contains(message.strip());
  }

  @Test
  void printsHelpOnEachLevel() {
    assertThat(admin("--help").out()).startsWith("Usage: call-orders admin").contains("tenant");
    assertThat(admin("tenant", "--help").out()).contains("create", "update");
    for (CommandSpec command : AdminCommandRunner.all().toList()) {
      List<String> words = new ArrayList<>(List.of(AdminCommandRunner.words(command).split(" ")));
      words.add("--help");
      AdminCommandRunner.Result helped = admin(words.toArray(String[]::new));
      assertThat(helped.exit()).isZero();
      assertThat(helped.out())
          .startsWith("Usage: " + command.qualifiedName())
          .contains("--address", "--token", "--json");
    }
    assertThat(admin("tenant", "update", "--help").out())
        .contains("--quotas-max-open-orders=N", "TENANT_ID", "`default` takes a setting back");
  }

  private AdminCommandRunner.Result admin(String... arguments) {
    return AdminCommandRunner.run(
        environment,
        Stream.concat(Stream.of("admin"), Stream.of(arguments)).toArray(String[]::new));
  }
}
