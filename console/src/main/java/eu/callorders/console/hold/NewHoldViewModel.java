package eu.callorders.console.hold;

import eu.callorders.console.session.Session;
import eu.callorders.console.work.ActionRunner;
import eu.callorders.console.work.BackgroundExecutor;
import java.util.function.Consumer;

/** Places holds. */
final class NewHoldViewModel {
  private static final int EXISTED = 200;

  final ActionRunner actions;
  private final Session session;
  private final Consumer<Boolean> onPlaced;

  /**
   * @param onPlaced receives whether an equal hold stood already
   */
  NewHoldViewModel(BackgroundExecutor background, Session session, Consumer<Boolean> onPlaced) {
    this.actions = new ActionRunner(background);
    this.session = session;
    this.onPlaced = onPlaced;
  }

  /** Places a valid hold. A failure is in {@link #actions}; the same hold can be sent again. */
  void place(NewHold hold) {
    if (hold.faults().isEmpty()) {
      actions.start(
          () -> session.api().post(HoldsViewModel.PATH, hold.body()).status() == EXISTED, onPlaced);
    }
  }
}
