package eu.callorders.console.admin;

import eu.callorders.console.api.AdminRole;
import eu.callorders.console.session.Session;
import eu.callorders.console.ui.ActionDialog;
import eu.callorders.console.ui.Labels;
import eu.callorders.console.ui.NeededScope;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.TimestampFormatter;
import eu.callorders.console.ui.ValueField;
import eu.callorders.console.ui.Visibility;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** The secrets of a registration, with actions to create and revoke. */
final class SecretsPane extends VBox {
  private final RegistrationsViewModel model;
  private final Session session;
  private final Texts texts = Texts.of(SecretsPane.class);
  private final TimestampFormatter times = new TimestampFormatter();
  private final VBox lines = new VBox(8);
  private final Label limitNote = Labels.wrapped("", "timeline-time");
  private final Button create = new Button(texts.get("secret.create"));
  private final NeededScope createRole;
  private @Nullable RegistrationRow shown;

  SecretsPane(RegistrationsViewModel model, Session session) {
    super(8);
    this.model = model;
    this.session = session;
    Label title = new Label(texts.get("secrets"));
    title.getStyleClass().add("section");
    create.setId("create-secret");
    create.setOnAction(ignored -> create());
    getChildren().addAll(title, lines, create, limitNote);
    createRole = new NeededScope(texts, AdminRole.ADMINISTER, create);
    model.actions.busy.addListener(ignored -> render());
  }

  /** Shows the secrets of a registration; null when its list is that of another tenant. */
  void show(@Nullable RegistrationRow registration) {
    shown = registration;
    render();
  }

  void render() {
    RegistrationRow registration = shown;
    Visibility.set(this, registration != null);
    if (registration == null) {
      return;
    }
    boolean permitted = session.may(AdminRole.ADMINISTER);
    boolean busy = model.actions.busy.get() || !permitted;
    boolean canCreate = RegistrationsViewModel.canCreateSecret(registration);
    lines
        .getChildren()
        .setAll(registration.secrets().stream().map(it -> line(registration, it, busy)).toList());
    createRole.setGranted(permitted);
    create.setDisable(busy || !canCreate);
    limitNote.setText(canCreate ? "" : texts.get("secrets.full"));
    limitNote.setManaged(!canCreate);
  }

  private Node line(RegistrationRow registration, RegistrationRow.Secret secret, boolean busy) {
    ValueField id = new ValueField(secret.id());
    id.setAccessibleText(texts.get("secret") + ": " + secret.id());
    Label when =
        Labels.wrapped(
            secret.isActive()
                ? texts.get("secret.since", times.text(secret.createdAt()))
                : texts.get(
                    "secret.until", times.text(secret.createdAt()), times.text(secret.revokedAt())),
            "timeline-time");
    VBox text = new VBox(2, id, when);
    HBox.setHgrow(text, Priority.ALWAYS);
    HBox line = new HBox(8, text);
    line.setAlignment(Pos.CENTER_LEFT);
    if (secret.isActive()) {
      Button revoke = new Button(texts.get("secret.revoke.open"));
      revoke.setId("revoke-secret");
      revoke.setMinWidth(USE_PREF_SIZE);
      revoke.getStyleClass().addAll("small", "button-outlined", "danger");
      revoke.setDisable(busy);
      revoke.setOnAction(ignored -> revoke(registration, secret));
      line.getChildren().add(revoke);
      new NeededScope(texts, AdminRole.ADMINISTER, revoke)
          .setGranted(session.may(AdminRole.ADMINISTER));
    }
    return line;
  }

  private void create() {
    if (shown != null) {
      model.createSecret(shown);
    }
  }

  private void revoke(RegistrationRow registration, RegistrationRow.Secret secret) {
    CheckBox tokens = new CheckBox(texts.get("secret.revoke.tokens"));
    tokens.setWrapText(true);
    tokens.setSelected(true);
    boolean isLast = registration.activeSecrets() <= 1;
    ActionDialog dialog =
        new ActionDialog(
                getScene().getWindow(),
                texts,
                "secret.revoke",
                registration.name(),
                registration.clientId(),
                times.text(secret.createdAt()))
            .danger()
            .with(tokens);
    if (isLast) {
      dialog.effect(texts.get("secret.revoke.last"));
    }
    if (dialog.confirm()) {
      model.revoke(registration, secret.id(), tokens.isSelected());
    }
  }
}
