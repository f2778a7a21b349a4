package eu.callorders.console.alert;

import eu.callorders.console.ui.ScreenContext;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.TimestampFormatter;
import java.util.List;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.StackPane;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.javafx.FontIcon;

/** The bell in the header, and above the screen the notification and the drawer. */
public final class AlertsView {
  /** Above the footer of a list. */
  private static final Insets ABOVE_FOOTER = new Insets(0, 0, 44, 12);

  private final Texts texts = Texts.of(AlertsView.class);
  private final AlertsViewModel model;
  private final ScreenContext context;
  private final StackPane layers;
  private final Button bell = new Button("", new FontIcon("fth-bell"));
  private final AlertToast toast;
  private final AlertDrawer drawer;
  private @Nullable Node focusedBefore;

  /**
   * @param layers contains the screen
   */
  public AlertsView(AlertsViewModel model, ScreenContext context, StackPane layers) {
    this.model = model;
    this.context = context;
    this.layers = layers;
    AlertFormatter formatter =
        new AlertFormatter(texts, new TimestampFormatter(context.session().clock()));
    toast = new AlertToast(texts, formatter, this::follow, this::open);
    drawer = new AlertDrawer(model, texts, formatter, entry -> follow(entry.alert()), this::close);
    StackPane.setAlignment(toast, Pos.BOTTOM_LEFT);
    StackPane.setMargin(toast, ABOVE_FOOTER);
    StackPane.setAlignment(drawer, Pos.CENTER_RIGHT);
    layers.getChildren().add(toast);
    bell.setId("alert-bell");
    bell.setMinWidth(Button.USE_PREF_SIZE);
    bell.getStyleClass().add("flat");
    bell.setOnAction(ignored -> toggle());
    model.unread().subscribe(unread -> showUnread(unread.intValue()));
    model.onBegin(this::begun);
  }

  public Button bell() {
    return bell;
  }

  private void showUnread(int unread) {
    bell.setText(unread == 0 ? "" : Integer.toString(unread));
    bell.setAccessibleText(texts.get("bell", unread));
    bell.setTooltip(new Tooltip(bell.getAccessibleText()));
  }

  private void begun(List<Alert> alerts) {
    if (!isOpen()) {
      toast.show(alerts);
    }
  }

  private boolean isOpen() {
    return layers.getChildren().contains(drawer);
  }

  /** Opens or closes the drawer. */
  public void toggle() {
    if (isOpen()) {
      close();
    } else {
      open();
    }
  }

  private void open() {
    toast.hide();
    focusedBefore = layers.getScene().getFocusOwner();
    layers.getChildren().add(drawer);
    drawer.enter();
  }

  /** What was in the drawer is seen; the focus returns to where it was. */
  private void close() {
    layers.getChildren().remove(drawer);
    model.read(ignored -> true);
    if (focusedBefore != null) {
      focusedBefore.requestFocus();
    }
  }

  private void follow(Alert alert) {
    if (isOpen()) {
      close();
    }
    model.read(shown -> shown.cause().equals(alert.cause()));
    context.navigation().go(alert.link());
  }
}
