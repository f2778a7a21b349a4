package eu.callorders.console.app;

import eu.callorders.console.api.ConnectionStatus;
import eu.callorders.console.api.Failure;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.BackgroundExecutor;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import org.jspecify.annotations.Nullable;

/** Replaces rejected credentials of the session. */
final class SignInViewModel {
  private final StringProperty clientId = new SimpleStringProperty("");
  private final StringProperty secret = new SimpleStringProperty("");
  private final ReadOnlyBooleanWrapper needed = new ReadOnlyBooleanWrapper();
  private final ReadOnlyBooleanWrapper busy = new ReadOnlyBooleanWrapper();
  private final ReadOnlyObjectWrapper<@Nullable Failure> failure = new ReadOnlyObjectWrapper<>();
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

  StringProperty clientId() {
    return clientId;
  }

  StringProperty secret() {
    return secret;
  }

  ReadOnlyBooleanProperty needed() {
    return needed.getReadOnlyProperty();
  }

  ReadOnlyBooleanProperty busy() {
    return busy.getReadOnlyProperty();
  }

  /** Why sign-in is needed, or why it failed. */
  ReadOnlyObjectProperty<@Nullable Failure> failure() {
    return failure.getReadOnlyProperty();
  }
}
