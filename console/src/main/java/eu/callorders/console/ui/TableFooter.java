package eu.callorders.console.ui;

import eu.callorders.console.api.Failure;
import eu.callorders.console.work.Export;
import eu.callorders.console.work.PagedRows;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.List;
import java.util.function.Supplier;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.collections.ListChangeListener;
import javafx.collections.SetChangeListener;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressIndicator;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.stage.FileChooser;

/** Footer of a table: row count, loading state, export. */
final class TableFooter<T> extends HBox {
  private static final double PROGRESS = 14;
  private static final double ROOM_FOR_ZONE = 450;

  private final Texts texts = Texts.of(TableFooter.class);
  private final Label count = new Label();
  private final Label error = Labels.explainedWhenCut(new Label());
  private final Label done = Labels.explainedWhenCut(new Label());
  private final Button retry = new Button(texts.get("retry"));
  private final Button export = new Button(texts.get("export"));
  private final Button cancel = new Button(texts.get("cancel"));
  private final ProgressIndicator progress = new ProgressIndicator();
  private final PagedRows<T> rows;

  /** Whether the operator has sorted the loaded rows. */
  final BooleanProperty sorted = new SimpleBooleanProperty();

  private final Export exporter;
  private final FileChoice files;

  TableFooter(
      String id, PagedRows<T> rows, Supplier<List<Column<T>>> columns, ScreenContext context) {
    super(8);
    this.rows = rows;
    this.exporter = new Export(context.background());
    this.files = context.files();
    progress.setPrefSize(PROGRESS, PROGRESS);
    error.getStyleClass().add("danger");
    retry.setOnAction(ignored -> rows.retry());
    cancel.setOnAction(ignored -> cancel());
    export.setId("export");
    export.setOnAction(ignored -> export(id, columns.get()));
    for (Button button : List.of(retry, export, cancel)) {
      button.getStyleClass().addAll("small", "flat");
      button.setMinWidth(USE_PREF_SIZE);
    }
    count.setMinWidth(USE_PREF_SIZE);
    Region space = new Region();
    HBox.setHgrow(space, Priority.ALWAYS);
    setAlignment(Pos.CENTER_LEFT);
    getStyleClass().add("table-footer");
    getChildren().addAll(count, progress, space, done, error, retry, cancel, export);
    rows.state().addListener(ignored -> redraw());
    rows.loadingAll().addListener(ignored -> redraw());
    rows.rows().addListener((ListChangeListener<T>) ignored -> redraw());
    rows.leaving().addListener((SetChangeListener<String>) ignored -> redraw());
    sorted.addListener(ignored -> redraw());
    exporter.progress().addListener(ignored -> redraw());
    exporter.running().addListener(ignored -> redraw());
    done.setId("exported");
    redraw();
  }

  /** Says which zone the times of the table are in, where there is room for it. */
  void showZone(ZoneId zone) {
    Label label = Labels.explainedWhenCut(new Label(texts.get("rows.zone", zone.getId())));
    label.visibleProperty().bind(widthProperty().greaterThan(ROOM_FOR_ZONE));
    label.managedProperty().bind(label.visibleProperty());
    getChildren().add(1, label);
  }

  private void redraw() {
    boolean writing = exporter.running().get();
    boolean loadingAll = rows.loadingAll().get();
    boolean failed = rows.state().get() == PagedRows.State.FAILED;
    count.setText(
        writing ? texts.get("export.running", exporter.progress().get()) : countText(loadingAll));
    progress.setVisible(writing || loadingAll || rows.state().get() == PagedRows.State.LOADING);
    Failure failure = failed ? rows.failure().get() : exporter.failure().get();
    error.setText(failure == null ? "" : FailureMessage.of(failure).title());
    Path file = exporter.complete().get();
    Visibility.set(done, file != null && !writing);
    done.setText(file == null ? "" : texts.get("export.done", exporter.progress().get(), file));
    Visibility.set(retry, failed);
    Visibility.set(cancel, writing || loadingAll);
    Visibility.set(export, !writing);
  }

  private String countText(boolean loadingAll) {
    int count = rows.rows().size() - rows.leaving().size();
    if (loadingAll) {
      return texts.get("rows.going_on", count);
    }
    return switch (rows.state().get()) {
      case IDLE -> ""; // nothing requested yet
      case COMPLETE -> texts.get("rows.all", count);
      case LOADING, PARTIAL, FAILED ->
          texts.get(sorted.get() ? "rows.sorted" : "rows.so_far", count);
    };
  }

  private void cancel() {
    rows.stopLoadingAll();
    exporter.cancel();
  }

  private void export(String id, List<Column<T>> columns) {
    FileChooser chooser = new FileChooser();
    chooser.setTitle(texts.get("export.title"));
    chooser.setInitialFileName(id + ".csv");
    PagedRows.Source<T> source = rows.source();
    if (source != null) {
      files
          .choose(chooser, getScene().getWindow())
          .ifPresent(
              file ->
                  exporter.start(
                      file,
                      Export.rows(source, Csv.header(columns), row -> Csv.row(columns, row))));
    }
  }
}
