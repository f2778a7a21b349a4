package eu.callorders.console.alert;

import eu.callorders.console.ui.Labels;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.Visibility;
import java.util.List;
import java.util.function.Consumer;
import javafx.animation.PauseTransition;
import javafx.scene.AccessibleAttribute;
import javafx.scene.control.Button;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import javafx.util.Duration;
import org.kordamp.ikonli.javafx.FontIcon;

/** Says for a moment that alerts have begun. It takes no focus, and stays while it is used. */
final class AlertToast extends HBox {
  private static final Duration SHOWN = Duration.seconds(12);
  private static final double WIDTH = 420;
  private static final double GAP = 8;

  private final Texts texts;
  private final AlertFormatter formatter;
  private final Consumer<Alert> follow;
  private final Runnable openDrawer;
  private final Label text = Labels.wrapped("");
  private final Hyperlink link = new Hyperlink();
  private final PauseTransition time = new PauseTransition(SHOWN);

  /**
   * @param follow goes to the cause of an alert
   */
  AlertToast(Texts texts, AlertFormatter formatter, Consumer<Alert> follow, Runnable openDrawer) {
    super(GAP);
    this.texts = texts;
    this.formatter = formatter;
    this.follow = follow;
    this.openDrawer = openDrawer;
    Button close = new Button("", new FontIcon("fth-x"));
    close.setId("close-alert");
    close.setAccessibleText(texts.get("close"));
    close.getStyleClass().addAll("button-icon", "flat", "small");
    close.setMinWidth(USE_PREF_SIZE);
    close.setOnAction(ignored -> hide());
    text.setId("alert-text");
    link.setId("alert-cause");
    link.getStyleClass().add("order-link");
    VBox lines = new VBox(GAP / 2, text, link);
    setHgrow(lines, Priority.ALWAYS);
    setId("alert-toast");
    getStyleClass().add("alert-toast");
    setMaxSize(WIDTH, USE_PREF_SIZE);
    getChildren().setAll(lines, close);
    time.setOnFinished(ignored -> elapsed());
    hide();
  }

  /** Shows one alert with the link to its cause, or how many have begun. */
  void show(List<Alert> begun) {
    Alert first = begun.getFirst();
    boolean isOne = begun.size() == 1;
    text.setText(isOne ? formatter.text(first) : texts.get("begun", begun.size()));
    link.setText(texts.get(isOne ? "cause" : "show"));
    link.setOnAction(
        ignored -> {
          hide();
          if (isOne) {
            follow.accept(first);
          } else {
            openDrawer.run();
          }
        });
    Visibility.set(this, true);
    text.notifyAccessibleAttributeChanged(AccessibleAttribute.TEXT);
    time.playFromStart();
  }

  private void elapsed() {
    if (isHover() || isFocusWithin()) {
      time.playFromStart();
    } else {
      hide();
    }
  }

  void hide() {
    time.stop();
    Visibility.set(this, false);
  }
}
