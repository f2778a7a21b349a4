package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.ui.Facts;
import eu.callorders.console.ui.Fxml;
import eu.callorders.console.ui.JsonPane;
import eu.callorders.console.ui.Pill;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.Times;
import eu.callorders.console.ui.TroublePane;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.fxml.FXML;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.control.TextInputDialog;
import javafx.scene.control.Tooltip;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** One order beside the list. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class OrderDetailView {
  @FXML private TextField id;
  @FXML private StackPane status;
  @FXML private Button cancel;
  @FXML private Button edit;
  @FXML private TroublePane trouble;
  @FXML private Label explanation;
  @FXML private VBox rules;
  @FXML private VBox timeline;
  @FXML private Facts order;
  @FXML private Facts result;
  @FXML private Label resultTitle;
  @FXML private Facts person;
  @FXML private VBox calls;
  @FXML private JsonPane json;

  private final OrderDetailViewModel model;
  private final Texts texts = Texts.beside(OrderDetailView.class);
  private final Times times = new Times();
  private final OrderFacts facts = new OrderFacts(texts, times);
  private final OrderTimeline moments = new OrderTimeline(texts, times);
  private final Explanations explanations = new Explanations(texts, times);
  private final CallCards cards;
  private final Consumer<OrderDetail> edited;
  private final Runnable closed;
  private final Parent root;

  /**
   * @param edited what the list does when the operator wants to change the order
   * @param closed what the list does when the operator has seen enough
   */
  OrderDetailView(OrderDetailViewModel model, Consumer<OrderDetail> edited, Runnable closed) {
    this.model = model;
    this.edited = edited;
    this.closed = closed;
    this.cards = new CallCards(texts, times, model);
    this.root = Fxml.load(this, texts);
  }

  Parent root() {
    return root;
  }

  @FXML
  void initialize() {
    model.detail().addListener((ignored, before, now) -> show(now));
    model.failure().addListener((ignored, before, now) -> trouble.show(now));
    model.transcript().addListener((ignored, before, now) -> cards.transcript(now));
    model.transcriptFailure().addListener((ignored, before, now) -> cards.transcriptFailed(now));
    if (!model.mayCancel()) {
      cancel.setTooltip(new Tooltip(texts.get("needs.scope", "orders:write")));
    }
    if (!model.mayChange()) {
      edit.setTooltip(new Tooltip(texts.get("needs.scope", "orders:write")));
    }
    show(null);
  }

  private void show(@Nullable OrderDetail detail) {
    if (detail == null) {
      id.setText("");
      status.getChildren().clear();
      cancel.setDisable(true);
      edit.setDisable(true);
      return;
    }
    JsonNode shown = detail.order();
    id.setText(detail.id());
    status
        .getChildren()
        .setAll(
            new Pill(texts.value("status", detail.status()), OrderStatus.tone(detail.status())));
    cancel.setDisable(!model.mayCancel() || !detail.canBeCanceled());
    edit.setDisable(!model.mayChange() || !detail.canBeChanged());
    facts.order(order, shown);
    facts.result(result, shown);
    facts.person(person, shown);
    visible(resultTitle, shown.has("result"));
    timeline.getChildren().setAll(moments.of(detail).stream().map(MomentLine::of).toList());
    cards.show(calls, shown);
    json.show(shown);
    explain(detail.explanation());
  }

  private void explain(JsonNode said) {
    boolean known = !said.isMissingNode();
    explanation.setText(
        known
            ? explanations.sentence(said)
            : texts.get(model.explains() ? "explanation.away" : "needs.administration"));
    rules.getChildren().setAll(explanations.rules(said));
  }

  private static void visible(javafx.scene.Node node, boolean visible) {
    node.setVisible(visible);
    node.setManaged(visible);
  }

  @FXML
  void edit() {
    OrderDetail shown = model.detail().get();
    if (shown != null) {
      edited.accept(shown);
    }
  }

  @FXML
  void cancel() {
    TextInputDialog dialog = new TextInputDialog();
    dialog.initOwner(root.getScene().getWindow());
    dialog.setTitle(texts.get("cancel.title"));
    dialog.setHeaderText(texts.get("cancel.question", id.getText()));
    dialog.setContentText(texts.get("cancel.reason"));
    Optional<String> reason = dialog.showAndWait();
    reason.ifPresent(model::cancel);
  }

  @FXML
  void copy() {
    ClipboardContent content = new ClipboardContent();
    content.putString(model.curl());
    Clipboard.getSystemClipboard().setContent(content);
  }

  @FXML
  void close() {
    closed.run();
  }
}
