package eu.callorders.console.admin;

import eu.callorders.console.api.AdminRole;
import eu.callorders.console.session.Session;
import eu.callorders.console.ui.NeededScope;
import eu.callorders.console.ui.Texts;
import javafx.scene.control.Button;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import org.kordamp.ikonli.javafx.FontIcon;

/** Halts the dialing of the session's tenant, or all dialing, from any screen. */
public final class HaltButton extends HBox {
  private final HaltViewModel model;
  private final Session session;
  private final Runnable openHalts;
  private final Button button;
  private final NeededScope neededRole;

  /**
   * @param openHalts opens the screen that shows why an action failed
   */
  public HaltButton(HaltViewModel model, Session session, Runnable openHalts) {
    this.model = model;
    this.session = session;
    this.openHalts = openHalts;
    Texts texts = Texts.of(HaltButton.class);
    button = new Button(texts.get("halt.header"), new FontIcon("fth-octagon"));
    button.setId("header-halt");
    button.setMinWidth(USE_PREF_SIZE);
    button.getStyleClass().addAll("button-outlined", "danger");
    button.setTooltip(new Tooltip(texts.get("halt.header.hint")));
    button.setOnAction(ignored -> ask());
    getChildren().add(button);
    neededRole = new NeededScope(texts, AdminRole.OPERATE, button);
    model.actions.busy.addListener(ignored -> update());
    session.role().addListener(ignored -> update());
    update();
  }

  private void update() {
    boolean permitted = session.may(AdminRole.OPERATE);
    neededRole.setGranted(permitted);
    button.setDisable(!permitted || model.actions.busy.get());
  }

  public boolean isEnabled() {
    return !button.isDisabled();
  }

  /** Asks what to halt, and why. */
  public void ask() {
    HaltDialog.askForScope(
        model, getScene().getWindow(), HaltScope.ofTenant(session.tenantId()), openHalts);
  }
}
