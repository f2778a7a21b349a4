package eu.callorders.console.admin;

import eu.callorders.console.session.Session;
import eu.callorders.console.ui.Texts;
import javafx.beans.binding.Bindings;
import javafx.beans.value.ObservableValue;
import javafx.scene.control.Button;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import org.kordamp.ikonli.javafx.FontIcon;

/** Shows the active halts of a tenant above each screen, with a link to the administration. */
public final class HaltBar extends HBox {
  private final HaltBanner banner = new HaltBanner();

  /**
   * @param elsewhere whether another screen than the administration is visible
   * @param openAdministration opens the administration
   */
  public HaltBar(
      HaltViewModel model,
      Session session,
      ObservableValue<Boolean> elsewhere,
      Runnable openAdministration) {
    Texts texts = Texts.of(HaltBar.class);
    Button link = new Button(texts.get("banner.link"), new FontIcon("fth-shield"));
    link.setId("to-halts");
    link.setMinWidth(USE_PREF_SIZE);
    link.setOnAction(ignored -> openAdministration.run());
    banner.setId("halt-head");
    banner.bind(model, halt -> halt.scope().affects(session.tenantId()), session.clock());
    setHgrow(banner, Priority.ALWAYS);
    getStyleClass().add("halt-bar");
    getChildren().setAll(banner, link);
    visibleProperty()
        .bind(
            Bindings.createBooleanBinding(
                () -> banner.isVisible() && elsewhere.getValue(),
                banner.visibleProperty(),
                elsewhere));
    managedProperty().bind(visibleProperty());
  }
}
