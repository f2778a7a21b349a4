package eu.callorders.console.ui;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import javafx.geometry.Pos;
import javafx.geometry.VPos;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** Two versions of a resource side by side; members that differ are marked. */
public final class VersionComparison extends VBox {
  private static final double SPACING = 8;
  private static final double MARK_WIDTH = 18;
  private static final double NAME_PERCENT = 28;
  private static final double VALUE_PERCENT = 31;

  private final Texts texts = Texts.of(VersionComparison.class);
  private final ComboBox<Integer> left = choice("compare.left");
  private final ComboBox<Integer> right = choice("compare.right");
  private final CheckBox onlyChanged = new CheckBox(texts.get("compare.only_changed"));
  private final Label summary = Labels.wrapped("", "card-title");
  private final GridPane grid = new GridPane();
  private Function<JsonNode, Map<String, String>> members = ignored -> Map.of();
  private List<JsonNode> versions = List.of();
  private String shownId = "";

  public VersionComparison() {
    super(SPACING);
    left.setId("compare-left");
    right.setId("compare-right");
    summary.setId("compare-summary");
    onlyChanged.setId("compare-only-changed");
    onlyChanged.setOnAction(ignored -> compare());
    FlowPane choices = new FlowPane(SPACING, SPACING, left, right, onlyChanged);
    choices.setAlignment(Pos.CENTER_LEFT);
    grid.getStyleClass().add("compared");
    ColumnConstraints mark = new ColumnConstraints(MARK_WIDTH);
    ColumnConstraints value = percent(VALUE_PERCENT);
    grid.getColumnConstraints().setAll(mark, percent(NAME_PERCENT), value, percent(VALUE_PERCENT));
    getChildren().addAll(choices, summary, grid);
  }

  private ComboBox<Integer> choice(String name) {
    ComboBox<Integer> choice = new ComboBox<>();
    choice.getStyleClass().add("small");
    choice.setAccessibleText(texts.get(name));
    choice.setConverter(
        new ValueConverter<>(number -> number == null ? "" : texts.get("compare.version", number)));
    choice.valueProperty().addListener(ignored -> compare());
    return choice;
  }

  private static ColumnConstraints percent(double width) {
    ColumnConstraints column = new ColumnConstraints();
    column.setPercentWidth(width);
    column.setHgrow(Priority.ALWAYS);
    return column;
  }

  /** Shows the members of a version as that function names them. */
  public void namedBy(Function<JsonNode, Map<String, String>> names) {
    members = names;
  }

  /**
   * Offers the versions of a resource, at first the newest one and the one before.
   *
   * @param newestFirst each with its number as {@code version}
   */
  public void show(String id, List<JsonNode> newestFirst) {
    List<Integer> numbers = newestFirst.stream().map(VersionComparison::number).toList();
    boolean keepsChoice =
        id.equals(shownId)
            && numbers.contains(left.getValue())
            && numbers.contains(right.getValue());
    Integer before = left.getValue();
    Integer now = right.getValue();
    shownId = id;
    versions = List.copyOf(newestFirst);
    left.getItems().setAll(numbers);
    right.getItems().setAll(numbers);
    if (!numbers.isEmpty()) {
      left.setValue(keepsChoice ? before : numbers.get(Math.min(1, numbers.size() - 1)));
      right.setValue(keepsChoice ? now : numbers.getFirst());
    }
    compare();
  }

  private static int number(JsonNode version) {
    return version.path("version").asInt();
  }

  private Map<String, String> membersOf(@Nullable Integer number) {
    return versions.stream()
        .filter(version -> number != null && number(version) == number)
        .findFirst()
        .map(members)
        .orElse(Map.of());
  }

  private void compare() {
    List<ComparedMember> all =
        ComparedMember.of(membersOf(left.getValue()), membersOf(right.getValue()));
    long changed = all.stream().filter(ComparedMember::isChanged).count();
    summary.setText(
        switch (versions.size()) {
          case 0 -> "";
          case 1 -> texts.get("compare.single");
          default -> texts.get("compare.differences", changed);
        });
    grid.getChildren().clear();
    int row = 0;
    for (ComparedMember member : all) {
      if (member.isChanged() || !onlyChanged.isSelected()) {
        add(row++, member);
      }
    }
  }

  private void add(int row, ComparedMember member) {
    Label mark = new Label(member.isChanged() ? "≠" : "");
    mark.setAccessibleText(member.isChanged() ? texts.get("compare.changed", member.name()) : null);
    Label before = Labels.wrapped(member.before(), "compared-value");
    Label now = Labels.wrapped(member.now(), "compared-value");
    for (Label value : List.of(before, now)) {
      value.setMaxWidth(Double.MAX_VALUE);
      if (member.isChanged()) {
        value.getStyleClass().add("compared-changed");
      }
    }
    List<Label> cells = List.of(mark, Labels.wrapped(member.name(), "property-name"), before, now);
    cells.forEach(cell -> GridPane.setValignment(cell, VPos.TOP));
    grid.addRow(row, cells.toArray(Label[]::new));
  }
}
