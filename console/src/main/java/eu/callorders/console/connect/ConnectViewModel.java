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
  private final ObservableList<String> profiles = FXCollections.observableArrayList();
  private final ObjectProperty<@Nullable String> chosen = new SimpleObjectProperty<>();
  private final ConnectForm form = new ConnectForm();
  private final BooleanProperty keep = new SimpleBooleanProperty();

  private final ProfileStore kept;
  private final Optional<DemoProfile> demo;
  private final Connector connecting;
  private boolean recalled;

  ConnectViewModel(
      BackgroundExecutor background,
      SessionOpener opener,
      ProfileStore store,
      Optional<DemoProfile> demo,
      Consumer<Session> connected) {
    this.kept = store;
    this.demo = demo;
    this.connecting = new Connector(background, opener, store, connected);
    chosen.addListener((ignored, before, now) -> fill(now));
    list();
    if (!profiles.isEmpty()) {
      chosen.set(profiles.getFirst());
    }
  }

  /** The demo on this machine comes first. */
  private void list() {
    demo.ifPresent(found -> profiles.add(found.profile().name()));
    kept.names().stream().filter(it -> !profiles.contains(it)).forEach(profiles::add);
  }

  private void fill(@Nullable String profileName) {
    connecting.forget();
    keep.set(false);
    recalled = false;
    if (demo.isPresent() && isDemo()) {
      form.fill(demo.get().profile(), demo.get().secret(), demo.get().adminToken());
      return;
    }
    form.clear();
    Optional.ofNullable(profileName).flatMap(kept::find).ifPresent(this::fill);
  }

  private void fill(Profile profile) {
    form.fill(profile, "", "");
    kept.recall(profile.name(), secrets -> offer(profile.name(), secrets));
  }

  private void offer(String profileName, ProfileStore.ProfileSecrets secrets) {
    if (profileName.equals(chosen.get())) {
      form.offer(secrets.secret(), secrets.adminToken());
      recalled = true;
      keep.set(true);
    }
  }

  /** Clears the form for a new profile. */
  void startNew() {
    chosen.set(null);
  }

  /** Deletes the selected profile and its secrets. */
  void remove() throws IOException {
    String name = chosen.get();
    if (name != null && !isDemo()) {
      kept.remove(name);
      profiles.remove(name);
    }
  }

  boolean isDemo() {
    return demo.map(it -> it.profile().name().equals(chosen.get())).orElse(false);
  }

  void connect() {
    form.profile().map(this::wanted).ifPresent(connecting::begin);
  }

  private Connector.ConnectRequest wanted(Profile profile) {
    ProfileStore.ProfileSecrets secrets =
        new ProfileStore.ProfileSecrets(
            form.secret().get().strip(), form.adminToken().get().strip());
    return new Connector.ConnectRequest(profile, secrets, isDemo(), keep.get(), recalled);
  }

  void cancel() {
    connecting.cancel();
  }

  ObservableList<String> profiles() {
    return profiles;
  }

  ObjectProperty<@Nullable String> chosen() {
    return chosen;
  }

  ConnectForm form() {
    return form;
  }

  /** Whether to store the secrets in the system's key store. */
  BooleanProperty keep() {
    return keep;
  }

  boolean canKeep() {
    return kept.canKeepKeys();
  }

  ReadOnlyBooleanProperty busy() {
    return connecting.busy();
  }

  ReadOnlyObjectProperty<@Nullable Failure> failure() {
    return connecting.failure();
  }
}
