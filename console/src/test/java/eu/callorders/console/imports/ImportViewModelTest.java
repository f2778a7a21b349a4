package eu.callorders.console.imports;

import static eu.callorders.console.imports.ImportModelFixture.HEADER;
import static eu.callorders.console.imports.ImportModelFixture.READY;
import static eu.callorders.console.imports.ImportModelFixture.row;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.api.Failure;
import eu.callorders.console.imports.ImportViewModel.State;
import eu.callorders.console.ui.Texts;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImportViewModelTest {
  private static final Charset WINDOWS = Charset.forName("windows-1252");

  @TempDir private Path directory;
  @AutoClose private ImportModelFixture fixture;

  @BeforeEach
  void open() {
    fixture = new ImportModelFixture(directory);
  }

  private static CheckedFile checked(ImportViewModel model) {
    return Objects.requireNonNull(model.checked.get());
  }

  private static ImportJob job(ImportViewModel model) {
    return Objects.requireNonNull(model.job.get());
  }

  private static String reason(ImportViewModel model) {
    return model.failure.get() instanceof Failure.UnusableFile(String reason, List<Object> ignored)
        ? reason
        : String.valueOf(model.failure.get());
  }

  private static List<String> errors(ImportViewModel model) {
    return model.tally.get().errors().stream()
        .map(error -> error.row() + " " + error.line() + " " + error.text())
        .toList();
  }

  @Test
  void checksAFileWithKnownColumnsAndCreatesNothing() throws Exception {
    ImportViewModel model = fixture.opened(fixture.file("p1", "p2", "p3"));

    assertThat(checked(model).sendable()).isEqualTo(3);
    assertThat(checked(model).preview().days().values()).containsExactly(3);
    ImportFormatter formatter = new ImportFormatter(Texts.of(ImportFormatter.class), model);
    assertThat(formatter.note()).endsWith("First calls: 30 Nov 2026: 3");
    assertThat(formatter.effect()).contains("First calls: 30 Nov 2026: 3");
    assertThat(model.head.get().rows().getFirst()).contains("p1", "Müller");
    assertThat(fixture.orders()).isEmpty();
    assertThat(directory.resolve("orders.csv.tn_1.result.jsonl")).doesNotExist();
    assertThat(fixture.journals()).isZero();
  }

  @Test
  void createsEachOrderOnce() throws Exception {
    fixture.accept();
    Path file = fixture.file("p1", "p2", "p3");
    ImportViewModel model = fixture.opened(file);
    model.start();
    fixture.await(model, State.ENDED);

    assertThat(model.done()).isEqualTo(3);
    assertThat(fixture.orders())
        .hasSize(3)
        .extracting(request -> request.header("Idempotency-key"))
        .doesNotHaveDuplicates();
    assertThat(Files.readString(Path.of(file + ".tn_1.result.jsonl"))).contains("\"id\":\"ord_1\"");
    assertThat(fixture.journals()).isZero();

    ImportViewModel again = fixture.opened(file);
    assertThat(checked(again).sendable()).isZero();
    assertThat(again.done()).isEqualTo(3);
  }

  @Test
  void leavesOutRowsWithErrorsAndNamesTheirColumns() throws Exception {
    fixture.accept();
    fixture.preview(
        List.of(
            READY,
            """
            {"verdict":"refused","problem":{"status":422,"code":"validation_failed","errors":
             [{"pointer":"/contacts/0/value","code":"pattern","message":"must be E.164"}]}}
            """));
    String rows = row("p1", "+493023125021") + "\n\n" + row("p2", "030/23125021") + "\nshort\n";
    Path file = fixture.write(HEADER + "\n" + rows, StandardCharsets.UTF_8);
    ImportViewModel model = fixture.opened(file);

    assertThat(checked(model).sendable()).isEqualTo(1);
    assertThat(errors(model))
        .anySatisfy(it -> assertThat(it).startsWith("2 4 phone “030/23125021”: "))
        .contains("3 5 It has one cell, the header has 8");
    model.start();
    fixture.await(model, State.ENDED);
    assertThat(fixture.orders()).hasSize(1);
    assertThat(model.tally.get().errorCount()).isEqualTo(2);
    assertThat(Files.readString(Path.of(file + ".tn_1.result.jsonl")))
        .contains("\"row\":2,\"fault\":\"it would be refused: validation_failed");
  }

  @Test
  void offersTheCountryWhoseNumbersTheFileHas() throws Exception {
    fixture.preview(
        List.of(
            """
            {"verdict":"refused","problem":{"status":422,"code":"validation_failed","errors":
             [{"pointer":"/contacts/0/value","code":"pattern","message":"must be E.164"}]}}
            """));
    Path file =
        fixture.write(HEADER + "\n" + row("p1", "030/23125021") + "\n", StandardCharsets.UTF_8);
    ImportViewModel model = fixture.opened(file);
    assertThat(model.tally.get().isLocal()).isTrue();

    model.change(before -> before.withCountry(FaultFormatter.offeredCountry()));
    model.check();
    fixture.await(model, State.CHECKED);
    assertThat(fixture.previews().getLast()).contains("+493023125021");
    assertThat(model.tally.get().isLocal()).isFalse();
  }

  @Test
  void waitsForColumnsAndValuesThatAreMissing() throws Exception {
    String rows = "Kunde;Wer;Wo;amount;currency\np1;Müller;+493023125021;1;EUR\n";
    ImportViewModel model = fixture.model();
    model.open(fixture.write(rows, StandardCharsets.UTF_8));
    fixture.uiExecutor.runUntil(() -> !model.head.get().columns().isEmpty());
    assertThat(job(model).unfilled())
        .contains("order_type", "subject.reference", "subject.name.family_name");
    model.check();
    assertThat(model.state.get()).isEqualTo(State.OPEN);

    model.change(before -> before.withColumn("Kunde", "subject.reference"));
    model.change(before -> before.withColumn("Wer", "subject.name.family_name"));
    model.change(before -> before.withColumn("Wo", "subject.name.family_name"));
    for (String path : job(model).missing()) {
      model.change(before -> before.withConstant(path, "x"));
    }
    assertThat(job(model).doubled(model.head.get())).containsExactly("subject.name.family_name");
    assertThat(model.isComplete()).isFalse();
    model.change(before -> before.withColumn("Wo", "contacts.0.value"));
    model.check();
    fixture.await(model, State.CHECKED);
    assertThat(fixture.previews().getLast())
        .contains("\"order_type\":\"x\"", "\"reference\":\"p1\"");
  }

  @Test
  void readsAnotherEncoding() throws Exception {
    ImportViewModel model = fixture.model();
    model.open(fixture.write(HEADER + "\n" + row("p1", "+493023125021"), WINDOWS));
    fixture.uiExecutor.runUntil(() -> model.failure.get() != null);
    assertThat(reason(model)).isEqualTo("encoding");

    model.setEncoding("windows-1252");
    fixture.await(model, State.CHECKED);
    assertThat(fixture.previews().getLast()).contains("Müller");
  }

  @Test
  void pausesAndContinues() throws Exception {
    fixture.accept();
    int persons = 40;
    ImportViewModel model = fixture.opened(fixture.file(persons));
    model.start();
    model.pause();
    fixture.await(model, State.PAUSED);
    assertThat(model.done()).isLessThan(persons);
    assertThat(model.failure.get()).isNull();

    model.start();
    fixture.await(model, State.ENDED);
    assertThat(model.done()).isEqualTo(persons);
    assertThat(fixture.orders()).hasSize(persons);
  }

  @Test
  void sendsNothingOfAFileThatHasChangedSinceTheCheck() throws Exception {
    Path file = fixture.file("p1");
    ImportViewModel model = fixture.opened(file);
    Files.writeString(file, "\n" + row("p2", "+493023125021"), StandardOpenOption.APPEND);
    model.start();
    fixture.await(model, State.CHECKED);
    assertThat(reason(model)).isEqualTo("changed");
    assertThat(fixture.orders()).isEmpty();
  }

  @Test
  void namesAMissingAndAnEmptyFile() throws Exception {
    ImportViewModel model = fixture.model();
    model.open(directory.resolve("none.csv"));
    fixture.uiExecutor.runUntil(() -> model.failure.get() != null);
    assertThat(reason(model)).isEqualTo("unreadable");
    model.open(fixture.write("", StandardCharsets.UTF_8));
    fixture.uiExecutor.runUntil(() -> model.failure.get() != null);
    assertThat(reason(model)).isEqualTo("empty");
  }

  @Test
  void endsAnInterruptedImportForGood() throws Exception {
    ImportViewModel model = fixture.paused();
    assertThat(fixture.journals()).isEqualTo(1);
    model.dismiss();
    assertThat(model.state.get()).isEqualTo(State.EMPTY);
    assertThat(model.pending.get()).isFalse();
    assertThat(fixture.journals()).isZero();
  }
}
