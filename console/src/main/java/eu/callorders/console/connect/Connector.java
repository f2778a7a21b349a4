package eu.callorders.console.connect;

import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Failure;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.BackgroundTask;
import java.util.function.Consumer;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import org.jspecify.annotations.Nullable;

/** Opens a session and stores its profile; one attempt at a time. */
final class Connector {
  /**
   * Snapshot at the time of connecting, since the operator may select another profile meanwhile.
   *
   * @param isDemo a demo is never stored
   * @param storeSecrets whether to store the secrets
   * @param secretsWereStored whether they were stored before
   */
  record ConnectRequest(
      Profile profile,
      ProfileStore.ProfileSecrets secrets,
      boolean isDemo,
      boolean storeSecrets,
      boolean secretsWereStored) {}

  private final BackgroundExecutor background;
  private final SessionOpener opener;
  private final ProfileStore store;
  private final Consumer<Session> onConnected;
  final BooleanProperty busy = new SimpleBooleanProperty();
  final ObjectProperty<@Nullable Failure> failure = new SimpleObjectProperty<>();
  private @Nullable BackgroundTask task;

  Connector(
      BackgroundExecutor background,
      SessionOpener opener,
      ProfileStore store,
      Consumer<Session> connected) {
    this.background = background;
    this.opener = opener;
    this.store = store;
    this.onConnected = connected;
  }

  /** Starts an attempt unless one is running. */
  void start(ConnectRequest request) {
    if (busy.get()) {
      return;
    }
    busy.set(true);
    failure.set(null);
    task = background.run(() -> open(request), session -> opened(request, session), this::failed);
  }

  void cancel() {
    if (task != null) {
      task.cancel();
    }
    busy.set(false);
  }

  void clearFailure() {
    failure.set(null);
  }

  /** Saves the profile before the session starts, so that no save is pending later. */
  private Session open(ConnectRequest request) throws ApiException {
    Session session =
        opener.open(request.profile(), request.secrets().secret(), request.secrets().adminToken());
    if (!request.isDemo()) {
      store.save(request.profile());
    }
    return session;
  }

  private void opened(ConnectRequest request, Session session) {
    busy.set(false);
    session.api().onToken(token -> background.runOnFxThread(() -> session.grant(token.scopes())));
    if (!request.isDemo()) {
      storeSecrets(request);
      session.onSignIn(store.credentialsListener(request.profile().name(), request.storeSecrets()));
    }
    onConnected.accept(session);
  }

  private void storeSecrets(ConnectRequest request) {
    String name = request.profile().name();
    if (request.storeSecrets()) {
      store.storeSecrets(name, request.secrets());
    } else if (request.secretsWereStored()) {
      store.deleteSecrets(name);
    }
  }

  private void failed(Failure cause) {
    busy.set(false);
    failure.set(cause);
  }
}
