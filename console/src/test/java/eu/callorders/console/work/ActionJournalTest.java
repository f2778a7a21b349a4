package eu.callorders.console.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Problem;
import eu.callorders.console.work.ActionJournal.Header;
import eu.callorders.console.work.ActionJournal.Item;
import eu.callorders.console.work.ActionJournal.State;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class ActionJournalTest {
  private static final List<String> IDS = List.of("ord_1", "ord_2", "ord_3");

  @TempDir private Path directory;

  private static Header header(String tenant) {
    return new Header(
        "cancel_orders",
        "http://localhost",
        tenant,
        "2026-11-20T10:00:00Z",
        Json.object().put("reason", "paid"));
  }

  private ActionJournal create() throws ApiException {
    return ActionJournal.create(directory, header("tn_1"), IDS);
  }

  private Optional<ActionJournal> findInterrupted() {
    return ActionJournal.findInterrupted(directory, header("tn_1"));
  }

  private Path file() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.findFirst().orElseThrow();
    }
  }

  private static List<State> states(ActionJournal journal) {
    return journal.items().stream().map(Item::state).toList();
  }

  @Test
  void keepsWhatWasDoneAndRepeatsAnUnknownRequestUnderItsKey() throws Exception {
    String sent;
    try (ActionJournal journal = create()) {
      journal.begin("ord_1");
      journal.end("ord_1", null);
      sent = journal.begin("ord_2");
    }
    try (ActionJournal found = findInterrupted().orElseThrow()) {
      assertThat(found.items()).extracting(Item::id).isEqualTo(IDS);
      assertThat(states(found)).containsExactly(State.DONE, State.SENT, State.OPEN);
      assertThat(found.header()).isEqualTo(header("tn_1"));
      assertThat(found.begin("ord_2")).isEqualTo(sent);
      assertThat(found.begin("ord_3")).isNotEqualTo(sent);
    }
  }

  @Test
  void sendsARefusedRequestAgainUnderAnotherKey() throws Exception {
    Failure refusal =
        new Failure.Refused(new Problem(409, "order_not_cancelable", "", "", "", List.of()));
    String first;
    try (ActionJournal journal = create()) {
      first = journal.begin("ord_1");
      journal.end("ord_1", refusal);
    }
    try (ActionJournal found = findInterrupted().orElseThrow()) {
      assertThat(found.items().getFirst()).isEqualTo(new Item("ord_1", State.REFUSED, 1, refusal));
      assertThat(found.begin("ord_1")).isNotEqualTo(first);
    }
  }

  @Test
  void ignoresAnIncompleteLineAndLinesOfLaterVersions() throws Exception {
    try (ActionJournal journal = create()) {
      journal.begin("ord_1");
    }
    Files.writeString(
        file(),
        "{\"id\":\"ord_1\",\"state\":\"WONDERED\"}\nnull\n{\"id\":\"ord_2\",\"sta",
        StandardOpenOption.APPEND);
    try (ActionJournal found = findInterrupted().orElseThrow()) {
      assertThat(states(found)).containsExactly(State.SENT, State.OPEN, State.OPEN);
      found.begin("ord_3");
    }
    try (ActionJournal found = findInterrupted().orElseThrow()) {
      assertThat(states(found)).containsExactly(State.SENT, State.OPEN, State.SENT);
    }
  }

  @Test
  void findsNeitherRunningActionsNorThoseOfOtherTenantsNorOtherFiles() throws Exception {
    Files.writeString(directory.resolve("noise.jsonl"), "no journal");
    Files.write(directory.resolve("binary.jsonl"), new byte[] {(byte) 0xff, 10});
    ActionJournal.create(directory, header("tn_2"), IDS).close();
    try (ActionJournal running = create()) {
      assertThat(findInterrupted()).isEmpty();
      assertThat(running.items()).hasSize(3);
    }
    ActionJournal found = findInterrupted().orElseThrow();
    found.delete();
    assertThat(findInterrupted()).isEmpty();
    assertThat(directory.toFile().list()).hasSize(3);
  }

  @Test
  void recordsNothingOnceItIsClosed() throws Exception {
    ActionJournal journal = create();
    journal.close();
    assertThatThrownBy(() -> journal.begin("ord_1"))
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> assertThat(e.failure()).isInstanceOf(Failure.NotWritten.class));
    assertThat(states(journal)).containsOnly(State.OPEN);
  }

  @Test
  void beginsNothingWhereItCannotWrite() throws IOException {
    Path blocked = Files.writeString(directory.resolve("file"), "").resolve("actions");
    assertThatThrownBy(() -> ActionJournal.create(blocked, header("tn_1"), IDS))
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> assertThat(e.failure()).isEqualTo(new Failure.NotWritten(blocked.toString())));
    assertThat(ActionJournal.findInterrupted(blocked, header("tn_1"))).isEmpty();
  }

  @Test
  void replacesALineThatWasNotWrittenWhole() throws Exception {
    create().close();
    Files.writeString(file(), "{\"id\":\"ord_1\",\"state\":\"DONE\"}", StandardOpenOption.APPEND);
    try (ActionJournal found = findInterrupted().orElseThrow()) {
      assertThat(states(found)).containsOnly(State.OPEN);
      found.begin("ord_2");
    }
    try (ActionJournal found = findInterrupted().orElseThrow()) {
      assertThat(states(found)).containsExactly(State.OPEN, State.SENT, State.OPEN);
    }
  }

  private Process start(Class<?> console) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            console.getName(),
            directory.toString())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private static void kill(Process console) throws InterruptedException {
    console.destroyForcibly();
    assertThat(console.waitFor(60, TimeUnit.SECONDS)).isTrue();
  }

  /** A console that is killed between a request and its outcome. */
  @Test
  @Timeout(120)
  void isFoundOnceItsProcessWasKilled() throws Exception {
    Process console = start(KilledConsole.class);
    try (BufferedReader said = console.inputReader()) {
      String key = said.readLine();
      assertThat(findInterrupted()).as("while the process runs").isEmpty();
      kill(console);
      try (ActionJournal found = findInterrupted().orElseThrow()) {
        assertThat(states(found)).containsExactly(State.DONE, State.SENT, State.OPEN);
        assertThat(found.begin("ord_2")).isEqualTo(key);
      }
    } finally {
      console.destroyForcibly();
    }
  }

  @Test
  @Timeout(120)
  void isLeftToTheProcessThatHasFoundIt() throws Exception {
    create().close();
    Process console = start(NextConsole.class);
    try (BufferedReader said = console.inputReader()) {
      assertThat(said.readLine()).isEqualTo("true");
      assertThat(findInterrupted()).as("while the process runs").isEmpty();
      kill(console);
      findInterrupted().orElseThrow().close();
    } finally {
      console.destroyForcibly();
    }
  }

  @Test
  @Timeout(120)
  void staysWithItsProcessThatLooksForOthers() throws Exception {
    try (ActionJournal running = create()) {
      assertThat(findInterrupted()).isEmpty();
      Process console = start(NextConsole.class);
      try (BufferedReader said = console.inputReader()) {
        assertThat(said.readLine()).isEqualTo("false");
        assertThat(states(running)).containsOnly(State.OPEN);
      } finally {
        console.destroyForcibly();
      }
    }
  }

  /** Sends the second request, and waits for its end. */
  static final class KilledConsole {
    private KilledConsole() {}

    static void main(String[] arguments) throws Exception {
      ActionJournal journal = ActionJournal.create(Path.of(arguments[0]), header("tn_1"), IDS);
      journal.begin("ord_1");
      journal.end("ord_1", null);
      System.out.println(journal.begin("ord_2"));
      System.in.read();
    }
  }

  /** Says whether it finds an action, and waits for its end. */
  static final class NextConsole {
    private NextConsole() {}

    static void main(String[] arguments) throws Exception {
      Optional<ActionJournal> found =
          ActionJournal.findInterrupted(Path.of(arguments[0]), header("tn_1"));
      System.out.println(found.isPresent());
      System.in.read();
    }
  }
}
