package eu.callorders.console.admin;

import eu.callorders.console.ui.Texts;
import javafx.beans.binding.Bindings;
import javafx.beans.value.ObservableValue;
import javafx.scene.control.Button;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import org.kordamp.ikonli.javafx.FontIcon;

/** Says above every screen what is halted of a tenant, and leads to where it can be resumed. */
public final class HaltBar extends HBox {
  private final HaltBanner banner = new HaltBanner();

  /**
   * @param elsewhere whether another screen than the administration is in sight, which says more
   * @param way leads there
   */
  public HaltBar(
      HaltViewModel model, String tenantId, ObservableValue<Boolean> elsewhere, Runnable way) {
    Texts texts = Texts.beside(HaltBar.class);
    Button there = new Button(texts.get("banner.link"), new FontIcon("fth-shield"));
    there.setId("to-halts");
    there.setMinWidth(USE_PREF_SIZE);
    there.setOnAction(ignored -> way.run());
    banner.setId("halt-head");
    banner.follow(model, halt -> halt.scope().concerns(tenantId));
    setHgrow(banner, Priority.ALWAYS);
    getStyleClass().add("halt-bar");
    getChildren().setAll(banner, there);
    visibleProperty()
        .bind(
            Bindings.createBooleanBinding(
                () -> banner.isVisible() && elsewhere.getValue(),
                banner.visibleProperty(),
                elsewhere));
    managedProperty().bind(visibleProperty());
  }
}
