package eu.callorders.server.cli.suppressions;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.app.RunningService;
import eu.callorders.server.app.RunningTenant;
import eu.callorders.server.cli.client.ClientCommandRun;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SuppressionsCommandTest {
  private final RunningService service = RunningService.shared();
  private final RunningTenant tenant = service.newTenant();
  private final Map<String, String> environment =
      ClientCommandRun.environment(service.address(), tenant);
  @TempDir private Path directory;

  private ClientCommandRun run(String... arguments) {
    return ClientCommandRun.of(environment, arguments);
  }

  private String file(String text) throws Exception {
    return file(text, StandardCharsets.UTF_8);
  }

  private String file(String text, Charset charset) throws Exception {
    return Files.write(directory.resolve("entries.csv"), text.getBytes(charset)).toString();
  }

  @Test
  void addsListsAndRemovesAnEntry() {
    ClientCommandRun added =
        run("suppressions", "add", "--phone", "+493023125021", "--reason", "by letter", "--json");
    assertThat(added.exit()).as(added.err()).isZero();
    String id = added.json().path("id").asText();

    assertThat(run("suppressions", "list", "--phone", "+493023125021").out())
        .contains(id, "by letter");
    ClientCommandRun removed = run("suppressions", "remove", id);
    assertThat(removed.exit()).as(removed.err()).isZero();
    assertThat(removed.out()).contains("removed " + id);
    assertThat(run("suppressions", "list").out()).contains("(none)");
    ClientCommandRun again = run("suppressions", "remove", id);
    assertThat(again.exit()).isEqualTo(1);
    assertThat(again.err()).contains("not_found");
  }

  @Test
  void rejectsAnEntryWithoutNumberAndPerson() {
    assertThat(run("suppressions", "add", "--reason", "by letter").exit()).isEqualTo(2);
  }

  @Test
  void importsAFileRepeatedly() throws Exception {
    String file =
        file("\uFEFFphone;reason;note\r\n030 23125021;\"moved; away\";x\r\n030 23125022;;\r\n");
    String[] command = {"suppressions", "import", file, "--country", "de", "--json"};

    ClientCommandRun first = run(command);
    assertThat(first.exit()).as(first.err()).isZero();
    assertThat(first.json().path("added").asInt()).isEqualTo(2);
    ClientCommandRun second = run(command);
    assertThat(second.exit()).as(second.err()).isZero();
    assertThat(second.json().path("added").asInt()).isZero();
    assertThat(second.json().path("existing").asInt()).isEqualTo(2);
    assertThat(run("suppressions", "list").out()).contains("+493023125021", "moved; away");
  }

  @Test
  void sendsNothingWhileARowIsFaulty() throws Exception {
    ClientCommandRun run =
        run("suppressions", "import", file("phone\n+493023125021\n030 23125022\n"), "--json");

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.json().path("faulty").asInt()).isEqualTo(1);
    assertThat(run.err()).contains("row 2", "030 23125022", "--country DE");
    assertThat(run("suppressions", "list").out()).contains("(none)");
  }

  @Test
  void rejectsAFileOfOtherColumnsOrEncoding() throws Exception {
    ClientCommandRun columns = run("suppressions", "import", file("number\n1\n"));
    assertThat(columns.exit()).isEqualTo(2);
    assertThat(columns.err()).contains("no column phone or subject_reference");

    String file = file("phone,reason\n+493023125021,f\u00fcr immer\n", StandardCharsets.ISO_8859_1);
    ClientCommandRun encoding = run("suppressions", "import", file);
    assertThat(encoding.exit()).isEqualTo(2);
    assertThat(encoding.err()).contains("--encoding windows-1252");
    assertThat(run("suppressions", "import", file, "--encoding", "windows-1252").exit()).isZero();
    assertThat(run("suppressions", "list").out()).contains("f\u00fcr immer");
  }

  @Test
  void importsItsOwnExport() throws Exception {
    String reason = "said \"no, never\"";
    run("suppressions", "add", "--phone", "+493023125021", "--reason", reason);
    run("suppressions", "add", "--subject-reference", "debtor-1");
    ClientCommandRun export = run("suppressions", "export");
    assertThat(export.out().lines()).hasSize(3);
    assertThat(run("suppressions", "export", "--json").out().lines()).hasSize(2);

    Map<String, String> other =
        ClientCommandRun.environment(service.address(), service.newTenant());
    ClientCommandRun imported =
        ClientCommandRun.of(other, "suppressions", "import", file(export.out()), "--json");

    assertThat(imported.exit()).as(imported.err()).isZero();
    assertThat(imported.json().path("added").asInt()).isEqualTo(2);
    assertThat(ClientCommandRun.of(other, "suppressions", "list").out())
        .contains(reason, "debtor-1");
  }
}
