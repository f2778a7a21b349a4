package eu.callorders.console.bulk;

import eu.callorders.console.ui.Labels;
import eu.callorders.console.ui.Link;
import eu.callorders.console.ui.Navigation;
import eu.callorders.console.ui.Texts;
import javafx.beans.binding.Bindings;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;

/** Shows above each screen an action that runs, or has left rows undone, out of sight. */
public final class BulkBar extends HBox {
  public BulkBar(BulkViewModel model, Navigation navigation) {
    Label message = Labels.wrapped("");
    message
        .textProperty()
        .bind(
            Bindings.createStringBinding(
                model::progress, model.items, model.running(), model.pending()));
    message.setMaxWidth(Double.MAX_VALUE);
    HBox.setHgrow(message, Priority.ALWAYS);
    Button show = new Button(Texts.of(BulkBar.class).get("bulk.show"));
    show.setId("show-bulk-" + model.actions.feature());
    show.setMinWidth(USE_PREF_SIZE);
    show.setOnAction(
        ignored -> {
          navigation.go(Link.to(model.actions.feature(), ""));
          model.show();
        });
    setId("bulk-bar-" + model.actions.feature());
    getStyleClass().add("bulk-bar");
    getChildren().setAll(message, show);
    visibleProperty().bind(model.pending().and(model.visible.not()));
    managedProperty().bind(visibleProperty());
  }
}
