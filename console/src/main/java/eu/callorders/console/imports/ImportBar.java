package eu.callorders.console.imports;

import eu.callorders.console.ui.Labels;
import eu.callorders.console.ui.Link;
import eu.callorders.console.ui.Navigation;
import eu.callorders.console.ui.Texts;
import javafx.beans.binding.Bindings;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;

/** Shows above each screen an import that runs, or is not complete, out of sight. */
public final class ImportBar extends HBox {
  public ImportBar(ImportViewModel model, Navigation navigation) {
    Texts texts = Texts.of(ImportBar.class);
    ImportFormatter formatter = new ImportFormatter(texts, model);
    Label message = Labels.wrapped("");
    message
        .textProperty()
        .bind(Bindings.createStringBinding(formatter::elsewhere, model.state, model.tally));
    message.setMaxWidth(Double.MAX_VALUE);
    HBox.setHgrow(message, Priority.ALWAYS);
    Button show = new Button(texts.get("show"));
    show.setId("show-import");
    show.setMinWidth(USE_PREF_SIZE);
    show.setOnAction(ignored -> navigation.go(Link.to("imports", "")));
    setId("import-bar");
    getStyleClass().add("bulk-bar");
    getChildren().setAll(message, show);
    visibleProperty().bind(model.pending.and(model.visible.not()));
    managedProperty().bind(visibleProperty());
  }
}
