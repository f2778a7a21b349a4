package eu.callorders.client.bulk;

import static eu.callorders.client.bulk.ImportFixture.row;
import static eu.callorders.client.bulk.ImportFixture.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.client.ClientJson;
import eu.callorders.client.StubService.Fault;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OrderImportTest {
  @TempDir private Path directory;
  @AutoClose private ImportFixture imports;

  @BeforeEach
  void open() throws IOException {
    imports = new ImportFixture(directory);
  }

  @Test
  void sendsEachRowOnce() throws Exception {
    ImportReport first = imports.run(rows("a", "b", "c"));
    ImportReport second = imports.run(rows("a", "b", "c"));

    assertThat(first.accepted()).isEqualTo(3);
    assertThat(first.isComplete()).isTrue();
    assertThat(second.plan()).isEqualTo(new ImportPlan(3, 0, 3, 0, 0, 0));
    assertThat(imports.names()).containsExactlyInAnyOrder("a", "b", "c");
  }

  @Test
  void checksAllRowsBeforeTheFirstIsSent() throws Exception {
    assertThat(imports.check(rows("a", "bad", "c"))).isEqualTo(new ImportPlan(3, 2, 0, 0, 0, 1));
    assertThat(imports.names()).isEmpty();
    assertThat(imports.result).doesNotExist();
  }

  @Test
  void sendsCorrectedRowsOnly() throws Exception {
    ImportReport report = imports.run(rows("a", "bad", "c"));
    assertThat(report.isComplete()).isFalse();

    assertThat(imports.run(rows("a", "good", "c")).accepted()).isEqualTo(1);
    assertThat(imports.names()).containsExactlyInAnyOrder("a", "c", "good");
  }

  @Test
  void doesNotSendAnAcceptedRowThatWasEdited() throws Exception {
    imports.run(List.of(row("r1", "a"), rows("b").get(0)));

    ImportReport report = imports.run(List.of(row("r1", "edited"), rows("edited too").get(0)));

    assertThat(report.plan()).isEqualTo(new ImportPlan(2, 0, 2, 2, 0, 0));
    assertThat(report.isComplete()).isFalse();
    assertThat(imports.names()).containsExactlyInAnyOrder("a", "b");
  }

  @Test
  void sendsInsertedRowsOnly() throws Exception {
    imports.run(rows("a", "b", "c"));

    ImportReport report = imports.run(rows("new", "a", "b", "c"));

    assertThat(report.plan()).isEqualTo(new ImportPlan(4, 1, 3, 0, 0, 0));
    assertThat(imports.names()).containsExactlyInAnyOrder("a", "b", "c", "new");
  }

  @Test
  void refusesDuplicates() throws Exception {
    ImportReport report =
        imports.run(List.of(rows("a").get(0), rows("a").get(0), row("r", "b"), row("r", "c")));

    assertThat(report.plan()).isEqualTo(new ImportPlan(4, 2, 0, 0, 0, 2));
    assertThat(imports.names()).containsExactlyInAnyOrder("a", "b");
    assertThat(Files.readString(imports.result)).contains("is the same as row 1");
  }

  @Test
  void marksARowOnTheDiskBeforeItsRequest() throws Exception {
    List<Boolean> marked = Collections.synchronizedList(new ArrayList<>());
    imports.service.beforeEach =
        headers -> {
          String key = headers.getFirst("Idempotency-Key").split("-")[1];
          marked.add(text(imports.result).contains(key + "\",\"sent_at\""));
        };
    imports.run(rows("a", "b", "c", "d", "e", "f"));
    assertThat(marked).hasSize(6).containsOnly(true);
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A process that is killed leaves any beginning of the file; the service may know more. */
  @Test
  void createsNoSecondOrderAfterAKillAtAnyByte() throws Exception {
    List<ObjectNode> rows = rows("a", "b", "c");
    rows.add(row("r", "d"));
    imports.run(rows);
    byte[] complete = Files.readAllBytes(imports.result);
    int header = new String(complete, StandardCharsets.UTF_8).indexOf('\n') + 1;

    for (int length = header; length < complete.length; length += 7) {
      Path killed = directory.resolve("killed-" + length);
      Files.write(killed, Arrays.copyOf(complete, length));
      assertThat(imports.run(rows, killed).isComplete()).isTrue();
      assertThat(imports.names()).as("killed at byte " + length).hasSize(4);
    }
  }

  @Test
  void looksForAnOrderWhoseKeyHasExpired() throws Exception {
    List<ObjectNode> rows = List.of(rows("a").get(0), row("r", "b"));
    imports.loseAnswers(rows);
    imports.expireKeys();

    assertThat(imports.run(rows).isComplete()).isTrue();
    assertThat(imports.names()).containsExactlyInAnyOrder("a", "b");
  }

  @Test
  void looksForTheOrderOfARowThatWasEditedWhileItsOutcomeWasUnknown() throws Exception {
    List<ObjectNode> original = List.of(rows("a").get(0), row("r", "b"));
    imports.loseAnswers(original);
    imports.advance(Duration.ofMinutes(5));

    List<ObjectNode> edited = List.of(rows("edited").get(0), row("r", "edited too"));
    ImportReport report = imports.run(edited);

    assertThat(imports.names()).containsExactlyInAnyOrder("a", "b");
    assertThat(report.plan()).isEqualTo(new ImportPlan(2, 0, 2, 2, 0, 0));
    assertThat(report.accepted()).isZero();
    assertThat(report.isComplete()).isFalse();
    assertThat(imports.run(edited).plan()).isEqualTo(new ImportPlan(2, 0, 2, 2, 0, 0));
    assertThat(imports.run(original).isComplete()).isTrue();
  }

  @Test
  void looksForTheOrderOfARowThatHasAReferenceNow() throws Exception {
    imports.loseAnswers(rows("a"));
    imports.advance(Duration.ofMinutes(5));

    assertThat(imports.run(List.of(row("r", "a"))).plan().changed()).isEqualTo(1);
    assertThat(imports.run(List.of(row("r", "a"))).plan().changed()).isEqualTo(1);
    assertThat(imports.names()).containsExactly("a");
  }

  @Test
  void sendsARowWhoseRequestNeverArrived() throws Exception {
    imports.loseAnswers(List.of(row("r", "a")));
    Files.writeString(
        imports.result,
        "{\"row\":2,\"key\":\"%s\",\"sent_at\":\"%s\",\"refusals\":0}\n"
            .formatted(RowHash.of(RowHash.bytes(rows("b").get(0))).hex(), imports.now),
        StandardOpenOption.APPEND);
    imports.advance(Duration.ofHours(50));

    imports.run(List.of(row("r", "a"), rows("b").get(0)));

    assertThat(imports.names()).containsExactlyInAnyOrder("a", "b");
  }

  /** After 48 hours the service no longer knows the key. */
  @Test
  void doesNotRepeatARequestWhoseKeyHasExpired() throws Exception {
    imports.service.faults.add(Fault.lost());
    imports.service.beforeEach = headers -> imports.expireKeys(); // the machine sleeps

    ImportReport stopped = imports.run(rows("a"));

    assertThat(stopped.isUnreachable()).isTrue();
    imports.service.beforeEach = headers -> {};
    assertThat(imports.run(rows("a")).isComplete()).isTrue();
    assertThat(imports.names()).containsExactly("a");
  }

  @Test
  void stopsAfterTheRequestsUnderWayAndContinuesLater() throws Exception {
    List<ObjectNode> rows = rows("a", "b", "c", "d", "e", "f", "g", "h", "i", "j");
    OrderImport stopped = ImportFixture.orderImport(rows);
    imports.service.beforeEach = headers -> stopped.stop();

    ImportReport report = stopped.run(imports.service.client().build(), imports.result, imports, 1);

    assertThat(report.accepted()).isBetween(1, rows.size() - 1);
    assertThat(report.stopped()).isEmpty();
    imports.service.beforeEach = headers -> {};
    assertThat(imports.run(rows).plan().done()).isEqualTo(report.accepted());
    assertThat(imports.names()).hasSize(rows.size()).doesNotHaveDuplicates();
  }

  /** Of no use where the service is down: the run would wait for it. */
  @Test
  void doesNotRetryOnceItIsStopped() throws Exception {
    imports.service.faults.add(Fault.refusal(503, "unavailable"));
    OrderImport stopped = ImportFixture.orderImport(rows("a"));
    imports.service.beforeEach = headers -> stopped.stop();

    ImportReport report = stopped.run(imports.service.client().build(), imports.result, imports, 1);

    assertThat(report.stopped()).contains("unavailable");
    assertThat(imports.service.requests).hasSize(1);
  }

  @Test
  void refusesARowOfMoreThanAMebibyte() throws Exception {
    List<ObjectNode> rows = rows("x".repeat(1 << 20), "b");
    assertThat(imports.run(rows).plan()).isEqualTo(new ImportPlan(2, 1, 0, 0, 0, 1));
    assertThat(Files.readString(imports.result)).contains("it has 1.0 MiB, an order at most 1 MiB");
  }

  @Test
  void ignoresTheOrderOfMembers() throws Exception {
    ObjectNode one = ClientJson.mapper().createObjectNode().put("name", "a").put("city", "b");
    ObjectNode other = ClientJson.mapper().createObjectNode().put("city", "b").put("name", "a");
    imports.run(List.of(one));
    assertThat(imports.run(List.of(other)).plan().done()).isEqualTo(1);
  }

  @Test
  void refusesADamagedOrForeignResultFile() throws Exception {
    Files.writeString(imports.result, "row,id\n1,2\n");
    assertThatThrownBy(() -> imports.run(rows("a"))).hasMessageContaining("damaged");
    Files.writeString(imports.result, "{\"x\":1}\n");
    assertThatThrownBy(() -> imports.run(rows("a"))).hasMessageContaining("no result file");
  }

  @Test
  void refusesAResultFileInUse() throws Exception {
    try (ResultFile file = ResultFile.open(imports.result, line -> {})) {
      assertThat(file.importId()).startsWith("imp_");
      assertThatThrownBy(() -> imports.run(rows("a"))).hasMessageContaining("another import");
    }
  }
}
