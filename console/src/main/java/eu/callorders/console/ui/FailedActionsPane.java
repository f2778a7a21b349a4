package eu.callorders.console.ui;

import eu.callorders.console.work.FailedActions;
import eu.callorders.console.work.FailedActions.FailedAction;
import javafx.collections.ListChangeListener;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/** Shows failed actions on resources that are not shown, each with its name; hidden without any. */
final class FailedActionsPane extends VBox {
  private static final double SPACING = 8;

  private final Texts texts = Texts.of(FailedActionsPane.class);
  private final FailedActions actions;

  FailedActionsPane(FailedActions actions) {
    super(SPACING);
    this.actions = actions;
    setId("failed-actions");
    setMinHeight(Region.USE_PREF_SIZE);
    actions.entries().addListener((ListChangeListener<FailedAction>) ignored -> render());
    render();
  }

  private void render() {
    getChildren().setAll(actions.entries().stream().map(this::line).toList());
    Visibility.set(this, !getChildren().isEmpty());
  }

  private Node line(FailedAction action) {
    ErrorPane error = new ErrorPane();
    error.showOfWrite(action.cause(), action.target().name());
    HBox.setHgrow(error, Priority.ALWAYS);
    Button close = new Button(texts.get("close"));
    close.getStyleClass().addAll("small", "flat");
    close.setMinWidth(Region.USE_PREF_SIZE);
    close.setAccessibleText(action.target().name() + ": " + close.getText());
    close.setOnAction(ignored -> actions.remove(action.target().id()));
    return new HBox(SPACING, error, close);
  }
}
