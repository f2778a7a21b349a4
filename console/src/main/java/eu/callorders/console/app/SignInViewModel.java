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

/** Going on with other credentials when those of the session are no longer taken. */
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

  /** How it stands with the service by now. */
  void found(ConnectionStatus.State state) {
    if (state == ConnectionStatus.State.REFUSED) {
      failure.set(new Failure.Revoked());
      needed.set(true);
    } else if (state == ConnectionStatus.State.ANSWERS) {
      failure.set(null);
      needed.set(false);
    }
  }

  /** What is left empty stays as it was: a registration can be enabled again. */
  void signIn() {
    if (busy.get()) {
      return;
    }
    busy.set(true);
    String asWhom = clientId.get().strip();
    String with = secret.get().strip();
    background.run(
        () -> {
          session.signIn(asWhom, with);
          return session;
        },
        ignored -> {
          busy.set(false);
          secret.set("");
          needed.set(false);
        },
        why -> {
          busy.set(false);
          failure.set(why);
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

  /** Why it is needed, or why it came to nothing. */
  ReadOnlyObjectProperty<@Nullable Failure> failure() {
    return failure.getReadOnlyProperty();
  }
}
