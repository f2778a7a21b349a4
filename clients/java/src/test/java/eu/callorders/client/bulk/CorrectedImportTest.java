package eu.callorders.client.bulk;

import static eu.callorders.client.bulk.ImportFixture.row;
import static eu.callorders.client.bulk.ImportFixture.rows;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.client.StubService.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files that were corrected after some of their rows became orders. */
class CorrectedImportTest {
  @TempDir private Path directory;
  @AutoClose private ImportFixture imports;

  @BeforeEach
  void open() throws IOException {
    imports = new ImportFixture(directory);
  }

  private static List<ObjectNode> file(String names) {
    return rows(names.split(" "));
  }

  /** An edited name has the suffix {@code +}. */
  @ParameterizedTest
  @CsvSource({
    "inserted and edited, a b c, new a b+ c, 2",
    "inserted and the next one edited, a b c, new a+ b c, 1",
    "inserted and all edited, a b c, new a+ b+ c+, 1",
    "removed and edited, a b c d, a c d+ new, 1",
    "removed and appended, a b c, b c new, 1",
    "edited and moved to the end, a b c, a c b+, 1",
    "last one edited and one appended, a b c, a b c+ new, 1",
    "edited so that it is invalid, a b c, a bad c new, 1"
  })
  void holdsBackARowThatMayBeAnAcceptedOne(String change, String before, String after, int held)
      throws Exception {
    imports.run(file(before));

    ImportPlan check = imports.check(file(after));
    ImportReport report = imports.run(file(after));
    ImportReport repeated = imports.run(file(after));

    assertThat(imports.names()).as(change).containsExactlyInAnyOrder(before.split(" "));
    assertThat(report.plan()).as(change).isEqualTo(check).isEqualTo(repeated.plan());
    assertThat(report.plan().heldBack()).as(change).isEqualTo(held);
    assertThat(report.isComplete()).isFalse();
    assertThat(imports.run(file(before)).isComplete()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "appended, a b c, a b c new",
    "inserted, a b c, a new b c",
    "moved and inserted, a b c, c new a b",
    "edited in place between rows in place and appended, a b c, a b+ c new"
  })
  void sendsANewRowThatCannotBeAnAcceptedOne(String change, String before, String after)
      throws Exception {
    imports.run(file(before));

    ImportReport report = imports.run(file(after));

    assertThat(report.plan().heldBack()).as(change).isZero();
    assertThat(report.accepted()).as(change).isEqualTo(1);
    assertThat(imports.names()).as(change).contains("new").noneMatch(name -> name.endsWith("+"));
    assertThat(imports.run(file(after)).plan().toSend()).as(change).isZero();
  }

  @Test
  void saysWhichRowsAreMissing() throws Exception {
    imports.run(file("a b c"));
    imports.run(file("new a b+ c"));

    assertThat(Files.readString(imports.result))
        .contains("{\"row\":1,\"fault\":\"rows that are orders")
        .contains("{\"row\":3,\"fault\":\"rows that are orders")
        .contains("(1, the first was row 2)");
  }

  @Test
  void sendsAHeldBackRowOnceTheMissingRowIsBack() throws Exception {
    imports.run(file("a b c"));
    imports.run(file("new a b+ c"));

    assertThat(imports.run(file("new a b c")).isComplete()).isTrue();
    assertThat(imports.names()).containsExactlyInAnyOrder("a", "b", "c", "new");
  }

  @Test
  void sendsANewRowWithAReference() throws Exception {
    imports.run(file("a b c"));
    List<ObjectNode> corrected = new ArrayList<>(file("a b+ c"));
    corrected.add(0, row("r1", "new"));

    ImportReport report = imports.run(corrected);

    assertThat(report.plan()).isEqualTo(new ImportPlan(4, 1, 2, 0, 1, 0));
    assertThat(imports.names()).containsExactlyInAnyOrder("a", "b", "c", "new");
  }

  /** The advice for rows that are held back: a shifted row must not become another order by it. */
  @Test
  void recognizesARowThatGetsAReferenceAndAnotherNumber() throws Exception {
    imports.run(file("a b c"));

    ImportReport report =
        imports.run(List.of(row("r0", "new"), row("r1", "a"), row("r2", "b"), row("r3", "c")));

    assertThat(report.plan()).isEqualTo(new ImportPlan(4, 1, 3, 3, 0, 0));
    assertThat(imports.names()).containsExactlyInAnyOrder("a", "b", "c", "new");
  }

  @Test
  void sendsARowThatDiffersFromAnotherOneByItsReference() throws Exception {
    imports.run(file("a"));

    assertThat(imports.run(List.of(rows("a").get(0), row("r1", "a"))).accepted()).isEqualTo(1);
  }

  @Test
  void holdsBackARowThatHasLostItsReference() throws Exception {
    imports.run(List.of(row("r1", "a")));

    assertThat(imports.run(file("a")).plan()).isEqualTo(new ImportPlan(1, 0, 0, 0, 1, 0));
    assertThat(imports.names()).containsExactly("a");
  }

  @Test
  void doesNotMissARowThatWasRefused() throws Exception {
    imports.service.faults.add(Fault.refusal(422, "order_type_not_active"));
    imports.run(file("a"));

    assertThat(imports.run(file("new a+")).accepted()).isEqualTo(2);
  }

  @Test
  void holdsBackARowThatMayBeOneOfUnknownOutcome() throws Exception {
    imports.loseAnswers(file("a b c"));
    imports.advance(Duration.ofMinutes(5));

    imports.run(file("new a b+ c"));
    imports.run(file("b+ a c"));

    assertThat(imports.names()).containsExactlyInAnyOrder("a", "b", "c");
  }

  /** Only the mark of its request exists. */
  @Test
  void doesNotMissAnEditedRowWhoseRequestNeverArrived() throws Exception {
    imports.loseAnswers(List.of(row("r", "x")));
    Files.writeString(
        imports.result,
        "{\"row\":2,\"key\":\"%s\",\"sent_at\":\"%s\",\"refusals\":0}\n"
            .formatted(RowHash.of(RowHash.bytes(rows("a").get(0))).hex(), imports.now),
        StandardOpenOption.APPEND);
    imports.advance(Duration.ofMinutes(5));
    List<ObjectNode> edited = List.of(row("r", "x"), rows("a+").get(0));
    List<ObjectNode> appended = List.of(edited.get(0), edited.get(1), rows("new").get(0));

    assertThat(imports.run(edited).isComplete()).isTrue();
    assertThat(imports.run(appended).isComplete()).isTrue();
    assertThat(imports.names()).containsExactlyInAnyOrder("x", "a+", "new");
  }

  @Test
  void continuesAStoppedRunOfACorrectedFile() throws Exception {
    OrderImport stopped = ImportFixture.orderImport(file("a b c d e f"));
    imports.service.beforeEach =
        headers -> {
          if (imports.service.requests.size() >= 3) {
            stopped.stop();
          }
        };
    stopped.run(imports.service.client().build(), imports.result, imports, 1);
    imports.service.beforeEach = headers -> {};
    assertThat(imports.names()).startsWith("a", "b", "c").doesNotContain("f");

    ImportReport report = imports.run(file("a b+ c d e f"));

    assertThat(report.plan().changed()).isEqualTo(1);
    assertThat(imports.names()).containsExactlyInAnyOrder("a", "b", "c", "d", "e", "f");
  }
}
