package eu.callorders.console.bulk;

import eu.callorders.console.ui.NeededScope;
import java.util.function.Consumer;
import javafx.beans.binding.Bindings;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.FlowPane;

/** Says above a list how several rows are selected, and offers the actions on them. */
public final class SelectionBar extends FlowPane {
  private static final double SPACING = 8;

  /**
   * @param onAction asks before it does that with the selected rows
   */
  SelectionBar(BulkViewModel model, Consumer<BulkAction> onAction) {
    super(SPACING, SPACING);
    getStyleClass().add("toolbar");
    model.actions.all().forEach(action -> add(model, action, onAction));
    Label hint = new Label(model.actions.texts().get("bulk.hint"));
    hint.getStyleClass().add("text-muted");
    getChildren().add(hint);
  }

  private void add(BulkViewModel model, BulkAction action, Consumer<BulkAction> onAction) {
    Button button = new Button(model.actions.button(action, 0));
    button.setId(action.id() + "-selected");
    button.getStyleClass().add("small");
    button.setMinWidth(USE_PREF_SIZE);
    button.setOnAction(ignored -> onAction.accept(action));
    button
        .disableProperty()
        .bind(
            Bindings.createBooleanBinding(
                () -> !model.canStart(action, model.selected.get()),
                model.pending(),
                model.selected,
                model.scopes()));
    getChildren().add(button);
    NeededScope needed = new NeededScope(model.actions.texts(), action.scope(), button);
    model.scopes().subscribe(ignored -> needed.setGranted(model.may(action)));
  }
}
