package eu.callorders.console.connect;

import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Transport;
import eu.callorders.console.session.Session;
import eu.callorders.console.ui.ActionDialog;
import eu.callorders.console.ui.ErrorPane;
import eu.callorders.console.ui.Fxml;
import eu.callorders.console.ui.Settings;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.Visibility;
import eu.callorders.console.work.BackgroundExecutor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import javafx.fxml.FXML;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.PasswordField;
import javafx.scene.control.ProgressIndicator;
import javafx.scene.control.TextField;
import org.jspecify.annotations.Nullable;

/** The connect window: service address and credentials. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
public final class ConnectView {
  @FXML private ListView<String> profiles;
  @FXML private TextField name;
  @FXML private TextField base;
  @FXML private TextField issuer;
  @FXML private TextField clientId;
  @FXML private PasswordField secret;
  @FXML private TextField administration;
  @FXML private PasswordField adminToken;
  @FXML private CheckBox keep;
  @FXML private Label notKept;
  @FXML private ErrorPane error;
  @FXML private Button remove;
  @FXML private Button connect;
  @FXML private Button cancel;
  @FXML private ProgressIndicator progress;

  private final ConnectViewModel model;
  private final Texts texts = Texts.of(ConnectView.class);
  private @Nullable Parent root;

  /** Offers the saved profiles and the demo of a sandbox in or above the directory. */
  public ConnectView(
      BackgroundExecutor background,
      Settings settings,
      Path directory,
      Consumer<Session> connected) {
    Path home = settings.directory();
    this.model =
        new ConnectViewModel(
            background,
            new SessionOpener(Transport.Timeouts.DEFAULT),
            new ProfileStore(background, new ProfilesFile(home), SecretStore.ofThisSystem(home)),
            DemoProfile.find(directory, texts.get("demo")),
            connected);
  }

  /** Created lazily, since an immediate connection never shows it. */
  public Parent root() {
    if (root == null) {
      root = Fxml.load(this, texts);
    }
    return root;
  }

  /** Connects immediately if there is a demo. */
  public boolean connectToDemo() {
    if (model.isDemo()) {
      model.connect();
    }
    return model.isDemo();
  }

  @FXML
  void initialize() {
    profiles.setItems(model.profiles);
    profiles.setCellFactory(ignored -> new ProfileCell());
    profiles.getSelectionModel().select(model.selected.get());
    profiles
        .getSelectionModel()
        .selectedItemProperty()
        .addListener((ignored, before, now) -> model.selected.set(now));
    ConnectForm form = model.form;
    name.textProperty().bindBidirectional(form.name);
    base.textProperty().bindBidirectional(form.base);
    issuer.textProperty().bindBidirectional(form.issuer);
    clientId.textProperty().bindBidirectional(form.clientId);
    secret.textProperty().bindBidirectional(form.secret);
    administration.textProperty().bindBidirectional(form.administration);
    adminToken.textProperty().bindBidirectional(form.adminToken);
    keep.selectedProperty().bindBidirectional(model.rememberSecrets);
    Visibility.set(keep, model.canStoreSecrets());
    Visibility.set(notKept, !model.canStoreSecrets());
    connect.disableProperty().bind(form.complete.not().or(model.action.busy));
    connect.setOnAction(ignored -> model.connect());
    cancel.setOnAction(ignored -> model.action.cancel());
    remove.disableProperty().bind(model.selected.isNull());
    model.action.busy.addListener((ignored, before, now) -> showBusy(now));
    showBusy(model.action.busy.get());
    model.action.failure.addListener((ignored, before, now) -> error.show(now));
    error.show(model.action.failure.get());
  }

  private void showBusy(boolean visible) {
    Visibility.set(progress, visible);
    Visibility.set(cancel, visible);
  }

  @FXML
  void add() {
    profiles.getSelectionModel().clearSelection();
    name.requestFocus();
  }

  @FXML
  void remove() {
    String profile = model.selected.get();
    if (profile == null
        || model.isDemo()
        || !new ActionDialog(remove.getScene().getWindow(), texts, "remove", profile)
            .danger()
            .confirm()) {
      return;
    }
    try {
      model.remove();
    } catch (IOException e) {
      error.show(new Failure.Unexpected(e.toString()));
    }
  }

  /** A long name takes several lines. */
  private static final class ProfileCell extends ListCell<String> {
    private ProfileCell() {
      setWrapText(true);
      setPrefWidth(0); // of the list, which then never scrolls sideways
    }

    @Override
    protected void updateItem(@Nullable String profile, boolean empty) {
      super.updateItem(profile, empty);
      setText(profile);
    }
  }
}
