package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Failure;
import eu.callorders.console.ui.ErrorPane;
import eu.callorders.console.ui.Facts;
import eu.callorders.console.ui.FileChoice;
import eu.callorders.console.ui.Labels;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.TimestampFormatter;
import eu.callorders.console.ui.Visibility;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import javafx.beans.Observable;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import javafx.stage.FileChooser;
import org.jspecify.annotations.Nullable;

/** The opened evidence of a call, below the calls; takes no room while none is open. */
final class EvidencePane extends VBox {
  private static final double SPACING = 6;
  private static final double GAP = 8;

  private final Texts texts;
  private final EvidenceViewModel model;
  private final EvidenceFacts facts;
  private final FileChoice files;
  private final Label called = Labels.wrapped("", "text-muted");
  private final Label message = Labels.wrapped("", "text-muted");
  private final ErrorPane errorPane = new ErrorPane();
  private final Button page = new Button();
  private final Button signed = new Button();
  private final VBox parts = new VBox(SPACING);
  private final ScrollPane scroll = new ScrollPane(parts);

  EvidencePane(Texts texts, TimestampFormatter times, EvidenceViewModel model, FileChoice files) {
    super(SPACING);
    this.texts = texts;
    this.model = model;
    this.facts = new EvidenceFacts(texts, times);
    this.files = files;
    setId("evidence");
    Label title = new Label(texts.get("evidence"));
    title.getStyleClass().add("section");
    Button close = new Button(texts.get("close"));
    close.setOnAction(ignored -> model.clear());
    button(page, "evidence-page", "evidence.page");
    button(signed, "evidence-signed", "evidence.signed");
    page.setOnAction(ignored -> save(".html", "HTML", model::savePage));
    signed.setOnAction(ignored -> save(".jws", "JWS", model::saveSigned));
    close.getStyleClass().addAll("small", "flat");
    FlowPane head = new FlowPane(GAP, SPACING, title, page, signed, close);
    scroll.setFitToWidth(true);
    scroll.getStyleClass().add("edge-to-edge");
    VBox.setVgrow(scroll, Priority.ALWAYS);
    VBox.setVgrow(this, Priority.ALWAYS);
    called.setId("evidence-called");
    getChildren().setAll(head, errorPane, called, message, scroll);
    model.detail().addListener((ignored, before, now) -> show(now));
    for (Observable observable :
        List.of(
            model.failure(),
            model.loading(),
            model.export.running(),
            model.export.complete(),
            model.export.failure())) {
      observable.addListener(ignored -> render());
    }
    show(null);
  }

  private void button(Button button, String id, String text) {
    button.setText(texts.get(text));
    button.setId(id);
    button.getStyleClass().add("small");
  }

  private void show(@Nullable JsonNode evidence) {
    parts.getChildren().clear();
    if (evidence != null) {
      facts.parts(evidence).forEach(this::add);
      scroll.setVvalue(0);
    }
    render();
  }

  private void add(EvidenceFacts.Part part) {
    if (!part.title().isEmpty()) {
      Label title = Labels.wrapped(part.title(), "section");
      parts.getChildren().add(title);
    }
    Facts shown = new Facts();
    shown.show(part.facts());
    parts.getChildren().add(shown);
  }

  private void render() {
    boolean isLoaded = model.detail().get() != null;
    Failure unread = model.failure().get();
    Failure unwritten = model.failureOfSaving();
    Visibility.set(this, isLoaded || unread != null || model.loading().get());
    Visibility.set(scroll, isLoaded);
    called.setText(texts.get("evidence.called", model.called()));
    Visibility.set(called, isLoaded && !model.called().isEmpty());
    boolean busy = !isLoaded || model.export.running().get();
    page.setDisable(busy);
    signed.setDisable(busy);
    errorPane.show(unread == null ? unwritten : unread);
    message.setText(message());
    Visibility.set(message, !message.getText().isEmpty());
  }

  private String message() {
    Path written = model.savedFile();
    if (model.loading().get()) {
      return texts.get("evidence.loading");
    }
    return written == null ? "" : texts.get("report.written", written);
  }

  private void save(String ending, String format, Consumer<Path> write) {
    FileChooser chooser = new FileChooser();
    chooser.setTitle(texts.get("evidence.save"));
    chooser.setInitialFileName(model.id().replaceAll("[^A-Za-z0-9_-]", "_") + ending);
    chooser.getExtensionFilters().add(new FileChooser.ExtensionFilter(format, "*" + ending));
    files.choose(chooser, getScene().getWindow()).ifPresent(write);
  }
}
