package eu.callorders.console.sequence;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Query;
import eu.callorders.console.ui.ActionDialog;
import eu.callorders.console.ui.ScreenContext;
import eu.callorders.console.ui.Texts;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import javafx.beans.binding.Bindings;
import javafx.beans.binding.BooleanBinding;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.layout.BorderPane;
import org.jspecify.annotations.Nullable;

/** Shows the form of a sequence in place of a page, which keeps its input while it is hidden. */
final class SequenceEditorPane {
  private static final Duration DELAY = Duration.ofMillis(400);

  private final BorderPane page;
  private final ScreenContext context;
  private final Texts texts;
  private final Runnable focusPage;
  private final Node head;
  private final Node body;
  private final StepFormats formats;
  private final SequenceEditorViewModel model;
  private final ObservableList<String> orderTypes = FXCollections.observableArrayList();
  private @Nullable SequenceEditorView view;

  /**
   * @param onSaved receives the sequence with its new version
   * @param focusPage moves the focus to the page
   */
  SequenceEditorPane(
      BorderPane page,
      ScreenContext context,
      Texts texts,
      Consumer<JsonNode> onSaved,
      Runnable focusPage) {
    this.page = page;
    this.context = context;
    this.texts = texts;
    this.focusPage = focusPage;
    this.head = page.getTop();
    this.body = page.getCenter();
    this.formats = StepFormats.of(texts);
    this.model =
        new SequenceEditorViewModel(context.background(), context.session(), formats, onSaved);
  }

  /** A new sequence, or the one that was begun. */
  void create() {
    if (model.unsaved.get() && model.isNew()) {
      show();
    } else if (mayDiscard()) {
      model.create();
      show();
    }
  }

  /** A new version with the content of that one, or the one that was begun. */
  void edit(JsonNode sequence, JsonNode version) {
    if (model.unsaved.get() && model.id().equals(sequence.path("id").asText())) {
      show();
    } else if (mayDiscard()) {
      model.edit(sequence, version);
      show();
    }
  }

  void show() {
    SequenceEditorView shown = view();
    page.setTop(null);
    page.setCenter(shown.root());
    loadTypes();
    shown.onShown();
  }

  private SequenceEditorView view() {
    SequenceEditorView existing = view;
    if (existing == null) {
      PreviewViewModel preview =
          new PreviewViewModel(
              context.background(), context.session().api(), formats.converter(), DELAY);
      existing = new SequenceEditorView(model, formats, preview, orderTypes, this::close);
      view = existing;
    }
    return existing;
  }

  /** A failure is ignored, since a key can be typed. */
  private void loadTypes() {
    if (orderTypes.isEmpty()) {
      Query active = Query.none().with("status", "active");
      context
          .background()
          .run(
              () -> context.session().api().page("/v1/order-types", active, "").rows(),
              types ->
                  orderTypes.setAll(types.stream().map(it -> it.path("key").asText()).toList()),
              ignored -> {});
    }
  }

  private void close() {
    hide();
    focusPage.run();
  }

  boolean isShown() {
    return !body.equals(page.getCenter());
  }

  void hide() {
    page.setTop(head);
    page.setCenter(body);
  }

  /** Whether input is kept that is not visible. */
  BooleanBinding hasHiddenInput() {
    return model.unsaved.and(Bindings.equal(page.centerProperty(), body));
  }

  /** Whether there is no input of another form, or the operator agrees to lose it. */
  private boolean mayDiscard() {
    if (!model.unsaved.get()) {
      return true;
    }
    Button resume = new Button(texts.get("unsaved.go"));
    resume.setId("go-to-changes");
    ActionDialog dialog =
        new ActionDialog(page.getScene().getWindow(), texts, "unsaved", name())
            .danger()
            .with(resume);
    resume.setOnAction(
        ignored -> {
          dialog.close();
          show();
        });
    return dialog.confirm();
  }

  private String name() {
    return model.isNew() ? texts.get("edit.new") : model.title();
  }

  /** Describes the input that would be lost; empty for none. */
  List<String> unsaved() {
    if (!model.unsaved.get()) {
      return List.of();
    }
    return List.of(
        model.isNew() ? texts.get("unsaved.new") : texts.get("unsaved.version", model.title()));
  }
}
