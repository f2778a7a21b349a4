package eu.callorders.console.order;

import eu.callorders.console.session.Session;
import eu.callorders.console.ui.Labels;
import eu.callorders.console.ui.PagedTable;
import eu.callorders.console.ui.Texts;
import java.util.List;
import java.util.function.Consumer;
import javafx.beans.binding.Bindings;
import javafx.scene.control.Button;
import javafx.scene.layout.HBox;

/** Says above the list how several orders are selected, and cancels them. */
final class SelectionBar extends HBox {
  private static final double SPACING = 8;

  final Button cancel;

  SelectionBar(
      Texts texts,
      BulkCancelViewModel model,
      Session session,
      PagedTable<OrderRow> table,
      Consumer<List<OrderRow>> onCancel) {
    super(SPACING);
    cancel = new Button(texts.get("bulk.cancel_selected"));
    cancel.setId("cancel-selected");
    cancel.getStyleClass().add("small");
    cancel.setMinWidth(USE_PREF_SIZE);
    cancel.setOnAction(ignored -> onCancel.accept(table.selectedRows().toList()));
    cancel
        .disableProperty()
        .bind(
            Bindings.createBooleanBinding(
                () -> model.pending().get() || !model.canCancel(model.selected.get()),
                model.pending(),
                model.selected,
                session.scopes()));
    getStyleClass().add("toolbar");
    getChildren().setAll(cancel, Labels.wrapped(texts.get("bulk.hint"), "text-muted"));
  }
}
