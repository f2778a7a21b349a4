package eu.callorders.console.connect;

import eu.callorders.console.api.ApiException;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.ActionRunner;
import eu.callorders.console.work.BackgroundExecutor;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;

/** Selects and edits a profile, and connects: opens a session and stores the profile. */
final class ConnectViewModel {
  /**
   * Snapshot at the time of connecting, since the operator may select another profile meanwhile.
   *
   * @param isDemo a demo is never stored
   * @param storeSecrets whether to store the secrets
   * @param secretsWereStored whether they were stored before
   */
  private record Attempt(
      Profile profile,
      ProfileStore.ProfileSecrets secrets,
      boolean isDemo,
      boolean storeSecrets,
      boolean secretsWereStored) {}

  final ObservableList<String> profiles = FXCollections.observableArrayList();
  final ObjectProperty<@Nullable String> selected = new SimpleObjectProperty<>();
  final ConnectForm form = new ConnectForm();

  /** Whether to store the secrets in the system's key store. */
  final BooleanProperty rememberSecrets = new SimpleBooleanProperty();

  final ActionRunner action;
  private final BackgroundExecutor background;
  private final SessionOpener opener;
  private final ProfileStore store;
  private final Optional<DemoProfile> demo;
  private final Consumer<Session> onConnected;
  private boolean secretsWereStored;

  ConnectViewModel(
      BackgroundExecutor background,
      SessionOpener opener,
      ProfileStore store,
      Optional<DemoProfile> demo,
      Consumer<Session> connected) {
    this.action = new ActionRunner(background);
    this.background = background;
    this.opener = opener;
    this.store = store;
    this.demo = demo;
    this.onConnected = connected;
    selected.addListener((ignored, before, now) -> fill(now));
    demo.ifPresent(found -> profiles.add(found.profile().name())); // comes first
    store.names().stream().filter(it -> !profiles.contains(it)).forEach(profiles::add);
    if (!profiles.isEmpty()) {
      selected.set(profiles.getFirst());
    }
  }

  private void fill(@Nullable String profileName) {
    action.failure.set(null);
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

  boolean canStoreSecrets() {
    return store.canStoreSecrets();
  }

  /** Starts an attempt if the form is complete, unless one is running. */
  void connect() {
    Optional<Profile> profile = form.profile();
    if (action.busy.get() || profile.isEmpty()) {
      return;
    }
    Attempt attempt =
        new Attempt(
            profile.get(),
            new ProfileStore.ProfileSecrets(
                form.secret.get().strip(), form.adminToken.get().strip()),
            isDemo(),
            rememberSecrets.get(),
            secretsWereStored);
    action.start(() -> open(attempt), session -> opened(attempt, session));
  }

  /** Saves the profile before the session starts, so that no save is pending later. */
  private Session open(Attempt attempt) throws ApiException {
    Session session =
        opener.open(attempt.profile(), attempt.secrets().secret(), attempt.secrets().adminToken());
    if (!attempt.isDemo()) {
      store.save(attempt.profile());
    }
    return session;
  }

  private void opened(Attempt attempt, Session session) {
    session.api().onToken(token -> background.runOnFxThread(() -> session.grant(token.scopes())));
    if (!attempt.isDemo()) {
      String name = attempt.profile().name();
      if (attempt.storeSecrets()) {
        store.storeSecrets(name, attempt.secrets());
      } else if (attempt.secretsWereStored()) {
        store.deleteSecrets(name);
      }
      session.onSignIn(store.credentialsListener(name, attempt.storeSecrets()));
    }
    onConnected.accept(session);
  }
}
