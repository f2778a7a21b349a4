package eu.callorders.console.ui;

import java.util.List;
import javafx.beans.value.ObservableValue;
import javafx.geometry.VPos;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Priority;

/**
 * Names and values in two columns; values can be selected and copied. A name may need several lines
 * but is broken between words only.
 */
public final class Facts extends GridPane {
  private static final double NAME_WIDTH = 150;
  private final ColumnConstraints names = new ColumnConstraints(NAME_WIDTH);
  private int rows;

  public Facts() {
    getStyleClass().add("properties");
    ColumnConstraints values = new ColumnConstraints();
    values.setHgrow(Priority.ALWAYS);
    getColumnConstraints().addAll(names, values);
  }

  public void clear() {
    getChildren().clear();
    names.setPrefWidth(NAME_WIDTH);
    rows = 0;
  }

  /** Shows only those facts. */
  public void show(List<Fact> facts) {
    clear();
    for (Fact fact : facts) {
      if (fact.isProse()) {
        addText(fact.name(), fact.value());
      } else {
        add(fact.name(), fact.value());
      }
    }
  }

  /** Adds a single-line value, unless it is blank. */
  public void add(String name, String value) {
    if (!value.isBlank()) {
      ValueField shown = line();
      shown.setText(value);
      shown.setAccessibleText(name + ": " + value);
      add(name, shown);
    }
  }

  /** Adds a single-line value that may arrive later; hidden while it is blank. */
  public void add(String name, ObservableValue<String> value) {
    ValueField shown = line();
    shown.textProperty().bind(value);
    shown.accessibleTextProperty().bind(value.map(text -> name + ": " + text));
    Label label = Labels.wrapped(name, "property-name");
    for (Node node : List.of(label, shown)) {
      node.visibleProperty().bind(value.map(text -> !text.isBlank()));
      node.managedProperty().bind(node.visibleProperty());
    }
    add(label, shown);
  }

  private static ValueField line() {
    ValueField line = new ValueField();
    line.setFocusTraversable(false);
    return line;
  }

  /** Adds a value that opens another screen, if the session may see it. */
  public void addLink(String name, String value, Link link, ScreenContext context) {
    if (value.isBlank() || context.navigation().missing(link).isPresent()) {
      add(name, value);
      return;
    }
    Hyperlink hyperlink = Labels.explainedWhenCut(new Hyperlink(value));
    hyperlink.getStyleClass().add("order-link");
    hyperlink.setAccessibleText(name + ": " + value);
    hyperlink.setOnAction(ignored -> context.navigation().go(link));
    add(name, hyperlink);
  }

  /** Adds a value that may need several lines. */
  public void addText(String name, String value) {
    if (!value.isBlank()) {
      add(name, Labels.wrapped(value));
    }
  }

  public void add(String name, Node value) {
    add(Labels.wrapped(name, "property-name"), value);
  }

  /** The first lines of both are side by side. */
  private void add(Label name, Node value) {
    addRow(rows++, name, value);
    double longestWord = TextWidth.longest(List.of(name.getText().split(" ")), TextWidth.NORMAL);
    names.setPrefWidth(Math.max(names.getPrefWidth(), Math.ceil(longestWord)));
    GridPane.setValignment(name, VPos.TOP);
    GridPane.setValignment(value, VPos.TOP);
  }
}
