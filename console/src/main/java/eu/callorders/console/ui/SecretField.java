package eu.callorders.console.ui;

import javafx.scene.control.TextArea;

/** All of a secret that is shown once, in several lines if needed; it can be selected. */
public final class SecretField extends TextArea {
  private static final int LINES = 2;

  private final String name;
  private boolean copied;

  /**
   * @param name read by screen readers
   */
  public SecretField(String name, String secret) {
    super(secret);
    this.name = name;
    setId("secret");
    setAccessibleText(name);
    setEditable(false);
    setWrapText(true);
    setPrefRowCount(LINES);
    getStyleClass().add("mono");
  }

  /** Copies the selected part. */
  @Override
  public void copy() {
    super.copy();
    copied |= getSelectedText().equals(getText());
  }

  /**
   * Opens a dialog that contains this secret; its button copies it. Closing asks unless the secret
   * was copied, or the operator says by the other button that it is stored.
   */
  public void showIn(ActionDialog dialog, Runnable onClosed) {
    dialog
        .harmless()
        .focus(dialog.accept())
        .closeIf(() -> copied || isLossAccepted())
        .onClosed(onClosed)
        .show(
            () -> {
              CopyAction.copy(getText(), dialog.accept());
              copied = true;
            });
  }

  private boolean isLossAccepted() {
    Texts texts = Texts.of(SecretField.class);
    return new ActionDialog(getScene().getWindow(), texts, "secret.close", name).danger().confirm();
  }
}
