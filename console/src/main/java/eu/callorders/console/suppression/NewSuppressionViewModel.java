package eu.callorders.console.suppression;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.ActionRunner;
import eu.callorders.console.work.BackgroundExecutor;
import java.util.List;
import java.util.function.Consumer;

/** Adds do-not-call entries. */
final class NewSuppressionViewModel {
  private static final int EXISTED = 200;

  final ActionRunner actions;
  private final Session session;
  private final Consumer<Boolean> onAdded;

  /**
   * @param onAdded receives whether equal entries existed
   */
  NewSuppressionViewModel(
      BackgroundExecutor background, Session session, Consumer<Boolean> onAdded) {
    this.actions = new ActionRunner(background);
    this.session = session;
    this.onAdded = onAdded;
  }

  /** Adds the entry, one for each phone. A failure is in {@link #actions}. */
  void add(NewSuppression entry) {
    if (entry.faults().isEmpty()) {
      actions.start(() -> post(entry.bodies()), onAdded);
    }
  }

  /** After a failure all of them can be sent again: an entry that exists is not added twice. */
  private boolean post(List<? extends JsonNode> bodies) throws ApiException {
    boolean existed = true;
    for (JsonNode body : bodies) {
      existed &= session.api().post(SuppressionsViewModel.PATH, body).status() == EXISTED;
    }
    return existed;
  }
}
