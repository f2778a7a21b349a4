package eu.callorders.console.hold;

import eu.callorders.console.api.Query;
import eu.callorders.console.api.Scope;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.BackgroundTask;
import java.time.Duration;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.jspecify.annotations.Nullable;

/** Reads the claims of the person that a new hold names, once the input rests. */
final class KnownClaimsViewModel {
  static final Duration DELAY = Duration.ofMillis(400);
  private static final String PATH = "/v1/call-orders";

  private final BackgroundExecutor background;
  private final Session session;
  private final Duration delay;
  private final ReadOnlyObjectWrapper<KnownClaims> claims =
      new ReadOnlyObjectWrapper<>(KnownClaims.NONE);
  private @Nullable BackgroundTask task;

  /**
   * @param delay how long the input has to rest
   */
  KnownClaimsViewModel(BackgroundExecutor background, Session session, Duration delay) {
    this.background = background;
    this.session = session;
    this.delay = delay;
  }

  ReadOnlyObjectProperty<KnownClaims> claims() {
    return claims.getReadOnlyProperty();
  }

  /** Shows the claims of the person with that reference; none for a blank one. */
  void show(String input) {
    String reference = input.strip();
    if (reference.equals(claims.get().person().reference())) {
      return;
    }
    if (task != null) {
      task.cancel();
    }
    if (reference.isEmpty()) {
      claims.set(KnownClaims.NONE);
    } else if (session.may(Scope.ORDERS_READ)) {
      claims.set(KnownClaims.without(reference, KnownClaims.Extent.LOADING));
      task = background.after(delay, () -> read(reference));
    } else {
      claims.set(KnownClaims.without(reference, KnownClaims.Extent.UNREADABLE));
    }
  }

  private void read(String reference) {
    Query query = Query.none().with("subject_reference", reference);
    task =
        background.run(
            () -> KnownClaims.of(reference, session.api().page(PATH, query, "")),
            claims::set,
            ignored -> claims.set(KnownClaims.without(reference, KnownClaims.Extent.UNREADABLE)));
  }
}
