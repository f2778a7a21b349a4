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

/** The way from what an operator wants to a session: one attempt at a time. */
final class Connector {
  /**
   * What was decided by the time of connecting: another profile may be looked at since.
   *
   * @param isDemo nothing of a demo is kept
   * @param keep whether its keys are to be kept
   * @param wereKept whether they were so far
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
      SessionOpener opening,
      ProfileStore kept,
      Consumer<Session> connected) {
    this.background = background;
    this.opening = opening;
    this.kept = kept;
    this.connected = connected;
  }

  /** Connects, unless that is under way. */
  void begin(ConnectRequest wanted) {
    if (busy.get()) {
      return;
    }
    busy.set(true);
    failure.set(null);
    work = background.run(() -> open(wanted), session -> arrived(wanted, session), this::failed);
  }

  void cancel() {
    if (work != null) {
      work.cancel();
    }
    busy.set(false);
  }

  /** What went wrong the last time matters no more. */
  void forget() {
    failure.set(null);
  }

  /** The profile is written down before anybody goes on, so that nothing is under way later. */
  private Session open(ConnectRequest wanted) throws ApiException {
    Session session =
        opening.open(wanted.profile(), wanted.keys().secret(), wanted.keys().adminToken());
    if (!wanted.isDemo()) {
      kept.keep(wanted.profile());
    }
    return session;
  }

  private void arrived(ConnectRequest wanted, Session session) {
    busy.set(false);
    session.api().onGrant(grant -> background.draw(() -> session.grant(grant.scopes())));
    if (!wanted.isDemo()) {
      keep(wanted);
      session.onSignIn(kept.following(wanted.profile().name(), wanted.keep()));
    }
    connected.accept(session);
  }

  private void keep(ConnectRequest wanted) {
    String name = wanted.profile().name();
    if (wanted.keep()) {
      kept.keepKeys(name, wanted.keys());
    } else if (wanted.wereKept()) {
      kept.forgetKeys(name);
    }
  }

  private void failed(Failure why) {
    busy.set(false);
    failure.set(why);
  }

  ReadOnlyBooleanProperty busy() {
    return busy.getReadOnlyProperty();
  }

  ReadOnlyObjectProperty<@Nullable Failure> failure() {
    return failure.getReadOnlyProperty();
  }
}
