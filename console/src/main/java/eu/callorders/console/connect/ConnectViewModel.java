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

/** Choosing a profile, filling in what is missing, connecting. */
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
      SessionOpener opening,
      ProfileStore kept,
      Optional<DemoProfile> demo,
      Consumer<Session> connected) {
    this.kept = kept;
    this.demo = demo;
    this.connecting = new Connector(background, opening, kept, connected);
    chosen.addListener((ignored, before, now) -> fill(now));
    list();
    if (!profiles.isEmpty()) {
      chosen.set(profiles.getFirst());
    }
  }

  /** The demo on this machine first, then those that the operator has kept. */
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
    kept.recall(profile.name(), keys -> offer(profile.name(), keys));
  }

  private void offer(String profileName, ProfileStore.ProfileSecrets keys) {
    if (profileName.equals(chosen.get())) {
      form.offer(keys.secret(), keys.adminToken());
      recalled = true;
      keep.set(true);
    }
  }

  /** A form that belongs to no profile yet. */
  void startNew() {
    chosen.set(null);
  }

  /** Forgets the chosen profile and its secrets. */
  void remove() throws IOException {
    String gone = chosen.get();
    if (gone != null && !isDemo()) {
      kept.remove(gone);
      profiles.remove(gone);
    }
  }

  boolean isDemo() {
    return demo.map(it -> it.profile().name().equals(chosen.get())).orElse(false);
  }

  void connect() {
    form.profile().map(this::wanted).ifPresent(connecting::begin);
  }

  private Connector.ConnectRequest wanted(Profile profile) {
    ProfileStore.ProfileSecrets keys =
        new ProfileStore.ProfileSecrets(
            form.secret().get().strip(), form.adminToken().get().strip());
    return new Connector.ConnectRequest(profile, keys, isDemo(), keep.get(), recalled);
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

  /** Whether the secrets are to be kept, and stay kept. */
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
