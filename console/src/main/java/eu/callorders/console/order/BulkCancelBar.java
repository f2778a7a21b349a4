package eu.callorders.console.order;

import eu.callorders.console.ui.Labels;
import eu.callorders.console.ui.Link;
import eu.callorders.console.ui.Navigation;
import eu.callorders.console.ui.Texts;
import javafx.beans.binding.Bindings;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;

/** Shows above each screen a cancellation that runs, or has left orders undone, out of sight. */
public final class BulkCancelBar extends HBox {
  public BulkCancelBar(BulkCancelViewModel model, Navigation navigation) {
    Texts texts = Texts.of(BulkCancelBar.class);
    Label message = Labels.wrapped("");
    message
        .textProperty()
        .bind(
            Bindings.createStringBinding(
                () ->
                    texts.get(
                        model.running().get() ? "bulk.running" : "bulk.incomplete",
                        model.done(),
                        model.items.size()),
                model.items,
                model.running()));
    message.setMaxWidth(Double.MAX_VALUE);
    HBox.setHgrow(message, Priority.ALWAYS);
    Button show = new Button(texts.get("bulk.show"));
    show.setId("show-bulk");
    show.setMinWidth(USE_PREF_SIZE);
    show.setOnAction(
        ignored -> {
          navigation.go(Link.to("orders", ""));
          model.show();
        });
    setId("bulk-bar");
    getStyleClass().add("bulk-bar");
    getChildren().setAll(message, show);
    visibleProperty().bind(model.pending().and(model.visible.not()));
    managedProperty().bind(visibleProperty());
  }
}
