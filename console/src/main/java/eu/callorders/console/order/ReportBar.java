package eu.callorders.console.order;

import eu.callorders.console.api.Failure;
import eu.callorders.console.ui.ErrorPane;
import eu.callorders.console.ui.Texts;
import java.io.File;
import java.nio.file.Path;
import javafx.beans.Observable;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;
import javafx.scene.control.ProgressIndicator;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.stage.FileChooser;
import org.jspecify.annotations.Nullable;

/** The way to a report, and a line that says how far it is; takes no room when there is none. */
final class ReportBar extends VBox {
  private static final double PROGRESS = 14;

  private final Texts texts;
  private final ReportViewModel model;
  private final Button begin = new Button();
  private final Button end = new Button();
  private final Label said = new Label();
  private final ProgressIndicator progress = new ProgressIndicator();
  private final HBox line = new HBox(8);
  private final ErrorPane trouble = new ErrorPane();
  private String orderId = "";

  ReportBar(Texts texts, ReportViewModel model) {
    super(6);
    this.texts = texts;
    this.model = model;
    begin.setText(texts.get("report.write"));
    begin.setId("report");
    begin.getStyleClass().add("small");
    begin.setOnAction(ignored -> begin());
    end.getStyleClass().addAll("small", "flat");
    end.setMinWidth(Region.USE_PREF_SIZE);
    end.setOnAction(ignored -> end());
    progress.setPrefSize(PROGRESS, PROGRESS);
    progress.setMinSize(PROGRESS, PROGRESS);
    said.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
    said.setMaxWidth(Double.MAX_VALUE);
    HBox.setHgrow(said, Priority.ALWAYS);
    line.setAlignment(Pos.CENTER_LEFT);
    line.getChildren().setAll(progress, said, end);
    getChildren().setAll(trouble, line);
    for (Observable each :
        new Observable[] {model.running(), model.transcript(), model.written(), model.failure()}) {
      each.addListener(ignored -> draw());
    }
    draw();
  }

  /** Begins a report of the order that is shown. */
  Button button() {
    return begin;
  }

  /** Which order that is; empty for none. */
  void of(String id) {
    orderId = id;
    draw();
  }

  private void draw() {
    boolean running = model.running().get();
    boolean isOfThis = model.about().equals(orderId);
    Path written = isOfThis ? model.written().get() : null;
    Failure failure = isOfThis ? model.failure().get() : null;
    begin.setDisable(running || orderId.isEmpty());
    int transcript = model.transcript().get();
    if (running) {
      said.setText(
          transcript == 0
              ? texts.get("report.reading")
              : texts.get("report.reading_transcript", transcript));
    } else {
      said.setText(written == null ? "" : texts.get("report.written", written));
    }
    said.setTooltip(said.getText().isEmpty() ? null : new Tooltip(said.getText()));
    end.setText(texts.get(running ? "cancel" : "close"));
    trouble.show(failure);
    visible(progress, running);
    visible(line, running || written != null || failure != null);
    visible(this, line.isVisible());
  }

  private static void visible(Node node, boolean visible) {
    node.setVisible(visible);
    node.setManaged(visible);
  }

  private void begin() {
    String id = orderId;
    FileChooser chooser = new FileChooser();
    chooser.setTitle(texts.get("report.save"));
    chooser.setInitialFileName(id.replaceAll("[^A-Za-z0-9_-]", "_") + ".html");
    chooser.getExtensionFilters().add(new FileChooser.ExtensionFilter("HTML", "*.html"));
    @Nullable File file = chooser.showSaveDialog(begin.getScene().getWindow());
    if (file != null) {
      model.write(id, file.toPath());
    }
  }

  private void end() {
    if (model.running().get()) {
      model.cancel();
    } else {
      model.dismiss();
    }
  }
}
