package eu.callorders.console.connect;

import eu.callorders.console.api.Failure;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.BackgroundExecutor;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;

/** Selects and edits a profile, and connects. */
final class ConnectViewModel {
  final ObservableList<String> profiles = FXCollections.observableArrayList();
  final ObjectProperty<@Nullable String> selected = new SimpleObjectProperty<>();
  final ConnectForm form = new ConnectForm();

  /** Whether to store the secrets in the system's key store. */
  final BooleanProperty rememberSecrets = new SimpleBooleanProperty();

  private final ProfileStore store;
  private final Optional<DemoProfile> demo;
  private final Connector connector;
  private boolean secretsWereStored;

  ConnectViewModel(
      BackgroundExecutor background,
      SessionOpener opener,
      ProfileStore store,
      Optional<DemoProfile> demo,
      Consumer<Session> connected) {
    this.store = store;
    this.demo = demo;
    this.connector = new Connector(background, opener, store, connected);
    selected.addListener((ignored, before, now) -> fill(now));
    list();
    if (!profiles.isEmpty()) {
      selected.set(profiles.getFirst());
    }
  }

  /** The demo on this machine comes first. */
  private void list() {
    demo.ifPresent(found -> profiles.add(found.profile().name()));
    store.names().stream().filter(it -> !profiles.contains(it)).forEach(profiles::add);
  }

  private void fill(@Nullable String profileName) {
    connector.clearFailure();
    rememberSecrets.set(false);
    secretsWereStored = false;
    if (demo.isPresent() && isDemo()) {
      form.fill(demo.get().profile(), demo.get().secret(), demo.get().adminToken());
      return;
    }
    form.clear();
    Optional.ofNullable(profileName).flatMap(store::find).ifPresent(this::fill);
  }

  private void fill(Profile profile) {
    form.fill(profile, "", "");
    store.loadSecrets(profile.name(), secrets -> fillSecrets(profile.name(), secrets));
  }

  private void fillSecrets(String profileName, ProfileStore.ProfileSecrets secrets) {
    if (profileName.equals(selected.get())) {
      form.fillSecrets(secrets.secret(), secrets.adminToken());
      secretsWereStored = true;
      rememberSecrets.set(true);
    }
  }

  /** Clears the form for a new profile. */
  void startNew() {
    selected.set(null);
  }

  /** Deletes the selected profile and its secrets. */
  void remove() throws IOException {
    String name = selected.get();
    if (name != null && !isDemo()) {
      store.remove(name);
      profiles.remove(name);
    }
  }

  boolean isDemo() {
    return demo.map(it -> it.profile().name().equals(selected.get())).orElse(false);
  }

  void connect() {
    form.profile().map(this::request).ifPresent(connector::start);
  }

  private Connector.ConnectRequest request(Profile profile) {
    ProfileStore.ProfileSecrets secrets =
        new ProfileStore.ProfileSecrets(form.secret.get().strip(), form.adminToken.get().strip());
    return new Connector.ConnectRequest(
        profile, secrets, isDemo(), rememberSecrets.get(), secretsWereStored);
  }

  void cancel() {
    connector.cancel();
  }

  boolean canStoreSecrets() {
    return store.canStoreSecrets();
  }

  ReadOnlyBooleanProperty busy() {
    return connector.busy;
  }

  ReadOnlyObjectProperty<@Nullable Failure> failure() {
    return connector.failure;
  }
}
