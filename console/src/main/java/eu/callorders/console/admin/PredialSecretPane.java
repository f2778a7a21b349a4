package eu.callorders.console.admin;

import eu.callorders.console.api.AdminRole;
import eu.callorders.console.session.Session;
import eu.callorders.console.ui.ActionDialog;
import eu.callorders.console.ui.NeededScope;
import eu.callorders.console.ui.SecretField;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.Visibility;
import java.util.function.Supplier;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.VBox;
import javafx.stage.Window;
import org.jspecify.annotations.Nullable;

/**
 * Rotates the secret of the question before each dial; hidden for tenants that ask none. A failure
 * is shown above the list of tenants.
 */
final class PredialSecretPane extends VBox {
  private static final double SPACING = 8;

  private final PredialSecretViewModel model;
  private final Session session;
  private final Supplier<Window> owner;
  private final Texts texts = Texts.of(PredialSecretPane.class);
  private final Button rotate = new Button(texts.get("predial.rotate.open"));
  private final NeededScope role;
  private @Nullable TenantRow shown;

  /**
   * @param owner of the dialogs
   */
  PredialSecretPane(PredialSecretViewModel model, Session session, Supplier<Window> owner) {
    super(SPACING);
    this.model = model;
    this.session = session;
    this.owner = owner;
    Label title = new Label(texts.get("predial.secret.title"));
    title.getStyleClass().add("section");
    rotate.setId("rotate-predial-secret");
    rotate.setOnAction(ignored -> rotate());
    getChildren().addAll(title, rotate);
    role = new NeededScope(texts, AdminRole.ADMINISTER, rotate);
    model.actions.busy.addListener(ignored -> render());
    model.issued.addListener((ignored, before, now) -> showSecret(now));
    render();
  }

  void show(TenantRow tenant) {
    shown = tenant;
    render();
  }

  void render() {
    boolean permitted = session.may(AdminRole.ADMINISTER);
    role.setGranted(permitted);
    rotate.setDisable(model.actions.busy.get() || !permitted);
    Visibility.set(this, shown != null && shown.tenant().path("predial_check").isObject());
  }

  private void rotate() {
    TenantRow tenant = shown;
    if (tenant != null
        && new ActionDialog(owner.get(), texts, "predial.rotate", tenant.name()).confirm()) {
      model.rotate(tenant);
    }
  }

  /** Shows a secret, which cannot be retrieved again. */
  private void showSecret(PredialSecretViewModel.@Nullable IssuedSecret issued) {
    if (issued == null) {
      return;
    }
    SecretField secret = new SecretField(texts.get("secret"), issued.secret());
    secret.showIn(
        new ActionDialog(owner.get(), texts, "predial.secret", issued.tenant()).with(secret),
        () -> model.issued.set(null));
  }
}
