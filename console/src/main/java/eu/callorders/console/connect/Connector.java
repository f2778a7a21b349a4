package eu.callorders.console.connect;

import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Failure;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.BackgroundTask;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.jspecify.annotations.Nullable;

/** Opens a session and stores its profile; one attempt at a time. */
final class Connector {
  /**
   * Snapshot at the time of connecting, since the operator may select another profile meanwhile.
   *
   * @param isDemo a demo is never stored
   * @param keep whether to store the secrets
   * @param wereKept whether they were stored before
   */
  record ConnectRequest(
      Profile profile,
      ProfileStore.ProfileSecrets keys,
      boolean isDemo,
      boolean keep,
      boolean wereKept) {}

  private final BackgroundExecutor background;
  private final SessionOpener opening;
  private final ProfileStore kept;
  private final Consumer<Session> connected;
  private final ReadOnlyBooleanWrapper busy = new ReadOnlyBooleanWrapper();
  private final ReadOnlyObjectWrapper<@Nullable Failure> failure = new ReadOnlyObjectWrapper<>();
  private @Nullable BackgroundTask work;

  Connector(
      BackgroundExecutor background,
      SessionOpener opener,
      ProfileStore store,
      Consumer<Session> connected) {
    this.background = background;
    this.opening = opener;
    this.kept = store;
    this.connected = connected;
  }

  /** Starts an attempt unless one is running. */
  void begin(ConnectRequest request) {
    if (busy.get()) {
      return;
    }
    busy.set(true);
    failure.set(null);
    work = background.run(() -> open(request), session -> arrived(request, session), this::failed);
  }

  void cancel() {
    if (work != null) {
      work.cancel();
    }
    busy.set(false);
  }

  void forget() {
    failure.set(null);
  }

  /** Saves the profile before the session starts, so that no save is pending later. */
  private Session open(ConnectRequest request) throws ApiException {
    Session session =
        opening.open(request.profile(), request.keys().secret(), request.keys().adminToken());
    if (!request.isDemo()) {
      kept.keep(request.profile());
    }
    return session;
  }

  private void arrived(ConnectRequest request, Session session) {
    busy.set(false);
    session.api().onGrant(token -> background.draw(() -> session.grant(token.scopes())));
    if (!request.isDemo()) {
      keep(request);
      session.onSignIn(kept.following(request.profile().name(), request.keep()));
    }
    connected.accept(session);
  }

  private void keep(ConnectRequest request) {
    String name = request.profile().name();
    if (request.keep()) {
      kept.keepKeys(name, request.keys());
    } else if (request.wereKept()) {
      kept.forgetKeys(name);
    }
  }

  private void failed(Failure cause) {
    busy.set(false);
    failure.set(cause);
  }

  ReadOnlyBooleanProperty busy() {
    return busy.getReadOnlyProperty();
  }

  ReadOnlyObjectProperty<@Nullable Failure> failure() {
    return failure.getReadOnlyProperty();
  }
}
