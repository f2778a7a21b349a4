package eu.callorders.console.app;

import eu.callorders.console.api.ConnectionStatus;
import eu.callorders.console.api.Failure;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.BackgroundExecutor;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import org.jspecify.annotations.Nullable;

/** Replaces rejected credentials of the session. */
final class SignInViewModel {
  final StringProperty clientId = new SimpleStringProperty("");
  final StringProperty secret = new SimpleStringProperty("");
  final BooleanProperty needed = new SimpleBooleanProperty();
  final BooleanProperty busy = new SimpleBooleanProperty();

  /** Why sign-in is needed, or why it failed. */
  final ObjectProperty<@Nullable Failure> failure = new SimpleObjectProperty<>();

  private final BackgroundExecutor background;
  private final Session session;

  SignInViewModel(BackgroundExecutor background, Session session) {
    this.background = background;
    this.session = session;
  }

  void statusChanged(ConnectionStatus.State state) {
    if (state == ConnectionStatus.State.CREDENTIALS_REJECTED) {
      failure.set(new Failure.Revoked());
      needed.set(true);
    } else if (state == ConnectionStatus.State.ONLINE) {
      failure.set(null);
      needed.set(false);
    }
  }

  /** Empty fields keep their present values, since a registration can be enabled again. */
  void signIn() {
    if (busy.get()) {
      return;
    }
    busy.set(true);
    String newClientId = clientId.get().strip();
    String newSecret = secret.get().strip();
    background.run(
        () -> {
          session.signIn(newClientId, newSecret);
          return session;
        },
        ignored -> {
          busy.set(false);
          secret.set("");
          needed.set(false);
        },
        cause -> {
          busy.set(false);
          failure.set(cause);
        });
  }
}
