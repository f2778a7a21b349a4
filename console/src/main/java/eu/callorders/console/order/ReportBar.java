package eu.callorders.console.order;

import eu.callorders.console.api.Failure;
import eu.callorders.console.ui.ErrorPane;
import eu.callorders.console.ui.FileChoice;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.Visibility;
import eu.callorders.console.work.ActionTarget;
import eu.callorders.console.work.Export;
import java.nio.file.Path;
import java.util.List;
import javafx.beans.Observable;
import javafx.geometry.Pos;
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

/** Starts a report and shows its progress; hidden while idle. */
final class ReportBar extends VBox {
  private static final double PROGRESS = 14;

  private final Texts texts;
  private final ReportViewModel model;
  private final Export export;
  private final FileChoice files;
  private final Button startButton = new Button();
  private final Button endButton = new Button();
  private final Label message = new Label();
  private final ProgressIndicator progress = new ProgressIndicator();
  private final HBox line = new HBox(8);
  private final ErrorPane errorPane = new ErrorPane();
  private ActionTarget order = new ActionTarget("", "");

  ReportBar(Texts texts, ReportViewModel model, FileChoice files) {
    super(6);
    this.texts = texts;
    this.model = model;
    this.export = model.export;
    this.files = files;
    startButton.setText(texts.get("report.write"));
    startButton.setId("report");
    startButton.getStyleClass().add("small");
    startButton.setOnAction(ignored -> startReport());
    endButton.getStyleClass().addAll("small", "flat");
    endButton.setMinWidth(Region.USE_PREF_SIZE);
    endButton.setOnAction(ignored -> cancelOrDismiss());
    progress.setPrefSize(PROGRESS, PROGRESS);
    progress.setMinSize(PROGRESS, PROGRESS);
    message.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
    message.setMaxWidth(Double.MAX_VALUE);
    HBox.setHgrow(message, Priority.ALWAYS);
    line.setAlignment(Pos.CENTER_LEFT);
    line.getChildren().setAll(progress, message, endButton);
    getChildren().setAll(errorPane, line);
    for (Observable observable :
        List.of(export.running(), export.progress(), export.complete(), export.failure())) {
      observable.addListener(ignored -> render());
    }
    render();
  }

  Button startButton() {
    return startButton;
  }

  /** Sets the shown order; null for none. */
  void setOrder(@Nullable OrderDetail detail) {
    order =
        detail == null
            ? new ActionTarget("", "")
            : new ActionTarget(detail.id(), detail.person().textWith(detail.id()));
    render();
  }

  private void render() {
    boolean running = export.running().get();
    boolean concernsShown = model.reported().id().equals(order.id());
    Path written = concernsShown ? export.complete().get() : null;
    Failure failure = concernsShown ? export.failure().get() : null;
    startButton.setDisable(running || order.id().isEmpty());
    int transcript = export.progress().get();
    if (running) {
      message.setText(
          transcript == 0
              ? texts.get("report.reading")
              : texts.get("report.reading_transcript", transcript));
    } else {
      message.setText(written == null ? "" : texts.get("report.written", written));
    }
    message.setTooltip(message.getText().isEmpty() ? null : new Tooltip(message.getText()));
    endButton.setText(texts.get(running ? "cancel" : "close"));
    errorPane.show(failure);
    Visibility.set(progress, running);
    Visibility.set(line, running || written != null || failure != null);
    Visibility.set(this, line.isVisible());
  }

  private void startReport() {
    ActionTarget target = order;
    FileChooser chooser = new FileChooser();
    chooser.setTitle(texts.get("report.save"));
    chooser.setInitialFileName(target.id().replaceAll("[^A-Za-z0-9_-]", "_") + ".html");
    chooser.getExtensionFilters().add(new FileChooser.ExtensionFilter("HTML", "*.html"));
    files
        .choose(chooser, startButton.getScene().getWindow())
        .ifPresent(file -> model.write(target, file));
  }

  private void cancelOrDismiss() {
    if (export.running().get()) {
      export.cancel();
    } else {
      export.dismiss();
    }
  }
}
