package eu.callorders.console.ui;

import java.util.List;
import java.util.function.BooleanSupplier;
import javafx.application.Platform;
import javafx.beans.binding.Bindings;
import javafx.event.ActionEvent;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ButtonBar;
import javafx.scene.control.ButtonType;
import javafx.scene.control.Dialog;
import javafx.scene.control.DialogPane;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.stage.Window;
import javafx.stage.WindowEvent;
import org.jspecify.annotations.Nullable;

/**
 * Asks before an action, and says what it will do. Enter agrees to a {@link #harmless} action only:
 * any other needs a click, or the space bar on its button. Enter closes a notice. Escape cancels.
 *
 * <p>The texts of an action: {@code .question}, {@code .effect} (what will happen; may be absent),
 * {@code .yes} (the action's button; absent for a notice), {@code .no} (otherwise {@code cancel}),
 * and for a reason {@code .presets}, separated by bars, and {@code .reason}, the label of its field
 * (otherwise {@code reason}).
 */
public final class ActionDialog {
  private static final double WIDTH = 520;
  private static final double SPACING = 10;

  private final Texts texts;
  private final String action;
  private final Dialog<ButtonType> dialog = new Dialog<>();
  private final ButtonType yes;
  private final ButtonType no;
  private final Button accept;
  private final Button decline;
  private final VBox content = new VBox(SPACING);
  private final Label effect = Labels.wrapped("");
  private final TextField reason = new TextField();
  private @Nullable ButtonType chosen;
  private BooleanSupplier mayClose = () -> true;
  private Node first;

  /**
   * Prepares the dialog.
   *
   * @param action prefix of the text keys
   * @param target arguments of the question
   */
  public ActionDialog(Window owner, Texts texts, String action, Object... target) {
    this.texts = texts;
    this.action = action;
    // neither kind is the default button of a dialog
    yes = new ButtonType(optional(action + ".yes", ""), ButtonBar.ButtonData.APPLY);
    no =
        new ButtonType(
            optional(action + ".no", texts.get("cancel")), ButtonBar.ButtonData.CANCEL_CLOSE);
    dialog.initOwner(owner);
    question(target);
    DialogPane pane = dialog.getDialogPane();
    pane.setId(action.replace('.', '-') + "-dialog");
    pane.setMinHeight(Region.USE_PREF_SIZE);
    pane.setPrefWidth(WIDTH);
    pane.setContent(content);
    pane.getButtonTypes().setAll(yes, no);
    accept = button(yes, "dialog-accept");
    pane.addEventFilter(KeyEvent.KEY_PRESSED, this::pressed);
    decline = button(no, "dialog-decline");
    decline.setDefaultButton(yes.getText().isEmpty());
    Visibility.set(accept, !yes.getText().isEmpty());
    dialog.setTitle(yes.getText().isEmpty() ? dialog.getHeaderText() : yes.getText());
    first = decline;
    effect.setId("dialog-effect");
    content.getChildren().add(effect);
    effect(optional(action + ".effect", ""));
  }

  private void pressed(KeyEvent key) {
    boolean acts = key.getTarget() instanceof Button button && !button.isCancelButton();
    if (key.getCode() == KeyCode.ENTER && acts && !accept.isDefaultButton()) {
      key.consume(); // it would press the button
    } else if (key.getCode() == KeyCode.ESCAPE) {
      key.consume(); // a control with the focus may keep it
      if (mayClose.getAsBoolean()) {
        close();
      }
    }
  }

  private String optional(String key, String otherwise) {
    return texts.bundle().containsKey(key) ? texts.get(key) : otherwise;
  }

  private Button button(ButtonType type, String id) {
    Button button = (Button) dialog.getDialogPane().lookupButton(type);
    button.setId(id);
    button.setMinWidth(Region.USE_PREF_SIZE);
    ButtonBar.setButtonUniformSize(button, false);
    return button;
  }

  /** Asks about another target. */
  public void question(Object... target) {
    dialog.setHeaderText(texts.get(action + ".question", target));
    resize();
  }

  /** Says what will happen, instead of the text {@code .effect}. */
  public ActionDialog effect(String text) {
    effect.setText(text);
    Visibility.set(effect, !text.isEmpty());
    return this;
  }

  /** Marks an action that cannot be undone. */
  public ActionDialog danger() {
    accept.getStyleClass().add("danger");
    return this;
  }

  /** Adds a second action, with a wider effect; see {@link #isWider}. */
  public ActionDialog withWider(String text) {
    ButtonType wider = new ButtonType(text, ButtonBar.ButtonData.APPLY);
    dialog.getDialogPane().getButtonTypes().add(wider);
    Button button = button(wider, "dialog-wider");
    button.getStyleClass().add("danger");
    button.disableProperty().bind(accept.disableProperty());
    return this;
  }

  /** Whether the operator has agreed to the second action. */
  public boolean isWider() {
    return chosen != yes;
  }

  /** Lets Enter press the action's button, since the action does no harm. */
  public ActionDialog harmless() {
    accept.setDefaultButton(true);
    return this;
  }

  /** Closes by Escape, or by the cross of the window, only if it may; by its buttons always. */
  public ActionDialog closeIf(BooleanSupplier permission) {
    mayClose = permission;
    dialog.setOnShowing(
        ignored ->
            dialog
                .getDialogPane()
                .getScene()
                .getWindow()
                .addEventFilter(WindowEvent.WINDOW_CLOSE_REQUEST, this::askBeforeClose));
    return this;
  }

  private void askBeforeClose(WindowEvent request) {
    if (!mayClose.getAsBoolean()) {
      request.consume();
    }
  }

  public ActionDialog with(Node... nodes) {
    content.getChildren().addAll(List.of(nodes));
    return this;
  }

  public ActionDialog focus(Node node) {
    first = node;
    return this;
  }

  /**
   * Adds a field for a reason, with presets.
   *
   * @param maxLength in code points
   * @param required whether the action needs a reason
   */
  public ActionDialog withReason(int maxLength, boolean required) {
    reason.setId("dialog-reason");
    TextLength length = new TextLength(reason, maxLength);
    length.managedProperty().addListener(ignored -> resize());
    Label label =
        Labels.wrapped(optional(action + ".reason", texts.get("reason")), "timeline-time");
    label.setLabelFor(reason);
    ReasonPresets presets = new ReasonPresets();
    presets.show(texts.get(action + ".presets"), reason);
    accept
        .disableProperty()
        .bind(
            length
                .isExceeded()
                .or(
                    Bindings.createBooleanBinding(
                        () -> required && reason.getText().isBlank(), reason.textProperty())));
    return with(label, reason, length, presets).focus(reason);
  }

  /** The entered reason, possibly blank. */
  public String reason() {
    return reason.getText();
  }

  /** The action's button, for dialogs that check input. */
  public Button accept() {
    return accept;
  }

  /** Waits until the operator agrees or cancels. */
  public boolean confirm() {
    focusWhenShown();
    chosen = dialog.showAndWait().orElse(no);
    return chosen != no;
  }

  /** Opens the dialog; its button runs the action, and it stays open until it is closed. */
  public void show(Runnable onAccept) {
    accept.addEventFilter(
        ActionEvent.ACTION,
        pressed -> {
          pressed.consume();
          onAccept.run();
        });
    focusWhenShown();
    dialog.show();
  }

  /** By default a dialog focuses one of its buttons. */
  private void focusWhenShown() {
    dialog.setOnShown(ignored -> Platform.runLater(first::requestFocus));
  }

  public ActionDialog onClosed(Runnable listener) {
    dialog.setOnHidden(ignored -> listener.run());
    return this;
  }

  /** Closes the dialog without the action. */
  public void close() {
    dialog.setResult(no); // closes it, and runs the listener once
  }

  /** Fits the window to changed content. */
  public void resize() {
    if (dialog.isShowing()) {
      dialog.getDialogPane().getScene().getWindow().sizeToScene();
    }
  }
}
