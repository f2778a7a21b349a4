package eu.callorders.console.imports;

import eu.callorders.client.files.FileHead;
import eu.callorders.console.ui.Labels;
import eu.callorders.console.ui.TextWidth;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.ValueConverter;
import java.text.Collator;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Control;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** How a file is read: its encoding and country, its columns, and the values for all rows. */
public final class MappingPane extends VBox {
  private static final double SPACING = 8;
  private static final double WIDTH = 300;
  private static final double NAME_WIDTH = 200;
  private static final List<String> ENCODINGS =
      List.of("", "windows-1252", "ISO-8859-15", "IBM850", "UTF-16LE");

  private final Texts texts = Texts.of(MappingPane.class);
  private final GridPane options = grid();
  private final GridPane columns = grid();
  private final GridPane constants = grid();
  private final ComboBox<String> encoding = choice("import-encoding", ENCODINGS, this::encoding);
  private final ComboBox<String> country =
      choice("import-country", countries(), code -> countryName(texts, code));
  private FileHead shown = new FileHead(List.of(), List.of());
  private List<String> missing = List.of();

  public MappingPane() {
    super(SPACING);
    getStyleClass().add("detail-page");
    columns.setId("column-grid");
    getChildren().setAll(options, constants, columns);
    addRow(options, 0, texts.get("encoding"), encoding);
    addRow(options, 1, texts.get("country"), country);
  }

  private static GridPane grid() {
    GridPane grid = new GridPane();
    grid.setHgap(SPACING);
    grid.setVgap(SPACING);
    return grid;
  }

  private static ComboBox<String> choice(
      String id, List<String> values, UnaryOperator<String> name) {
    ComboBox<String> choice = new ComboBox<>();
    choice.setId(id);
    choice.getItems().setAll(values);
    choice.setConverter(new ValueConverter<>(value -> value == null ? "" : name.apply(value)));
    TextWidth.fitChoices(choice);
    return choice;
  }

  /** Those whose amounts this Java can read. */
  private static List<String> countries() {
    Stream<String> known =
        Arrays.stream(Locale.getAvailableLocales())
            .map(Locale::getCountry)
            .filter(code -> code.matches("[A-Z]{2}"))
            .distinct()
            .sorted(
                Comparator.comparing(
                    code -> Locale.of("", code).getDisplayCountry(), Collator.getInstance()));
    return Stream.concat(Stream.of(""), known).toList();
  }

  static String countryName(Texts texts, String code) {
    return code.isEmpty() ? texts.get("country.none") : Locale.of("", code).getDisplayCountry();
  }

  private String encoding(String name) {
    return name.isEmpty() ? texts.get("encoding.automatic") : name;
  }

  private static void addRow(GridPane grid, int row, String name, Control control) {
    Label label = Labels.wrapped(name);
    label.setPrefWidth(NAME_WIDTH);
    label.setMinWidth(NAME_WIDTH);
    label.setLabelFor(control);
    control.setAccessibleText(name);
    grid.addRow(row, label, control);
  }

  void show(ImportViewModel imports) {
    onChoice(encoding, imports::setEncoding);
    onChoice(country, code -> imports.change(job -> job.withCountry(code)));
    imports.job.subscribe(ignored -> render(imports));
    imports.head.subscribe(ignored -> render(imports));
  }

  private static void onChoice(ComboBox<String> choice, Consumer<String> change) {
    choice
        .valueProperty()
        .subscribe(
            value -> {
              if (value != null) {
                change.accept(value);
              }
            });
  }

  private void render(ImportViewModel imports) {
    @Nullable ImportJob job = imports.job.get();
    setVisible(job != null);
    if (job == null) {
      return;
    }
    encoding.setValue(job.encoding());
    country.setValue(job.country());
    FileHead head = imports.head.get();
    if (!head.equals(shown)) {
      shown = head;
      showColumns(imports, job, head);
    }
    List<String> needed = head.columns().isEmpty() ? List.of() : job.missing();
    if (!needed.equals(missing)) {
      missing = needed;
      showConstants(imports, job);
    }
  }

  private void showColumns(ImportViewModel imports, ImportJob job, FileHead head) {
    columns.getChildren().clear();
    if (head.columns().isEmpty()) {
      return;
    }
    columns.addRow(0, section("column"), section("member"), section("samples"));
    for (int index = 0; index < head.columns().size(); index++) {
      String column = head.columns().get(index);
      ComboBox<String> member =
          choice(
              "column-" + index,
              imports.fields.choices(),
              path -> path.isEmpty() ? texts.get("ignored") : imports.fields.name(path));
      member.setValue(job.mapping().getOrDefault(column, ""));
      addRow(columns, index + 1, column, member);
      onChoice(member, path -> imports.change(before -> before.withColumn(column, path)));
      Label samples = Labels.wrapped(samples(head, index), "text-muted");
      GridPane.setHgrow(samples, Priority.ALWAYS);
      columns.add(samples, 2, index + 1);
    }
  }

  private static String samples(FileHead head, int column) {
    return head.rows().stream()
        .filter(cells -> column < cells.size())
        .map(cells -> cells.get(column))
        .collect(Collectors.joining(" · "));
  }

  private Label section(String key) {
    Label title = new Label(texts.get(key));
    title.getStyleClass().add("section");
    return title;
  }

  private void showConstants(ImportViewModel imports, ImportJob job) {
    constants.getChildren().clear();
    if (!missing.isEmpty()) {
      constants.add(section("constants"), 0, 0, 2, 1);
    }
    for (int index = 0; index < missing.size(); index++) {
      String path = missing.get(index);
      TextField value = new TextField(job.constant(path));
      value.setId("constant-" + path.replace('.', '-'));
      value.setPrefWidth(WIDTH);
      addRow(constants, index + 1, imports.fields.name(path), value);
      value
          .textProperty()
          .addListener(
              (ignored, before, now) -> imports.change(present -> present.withConstant(path, now)));
    }
  }
}
