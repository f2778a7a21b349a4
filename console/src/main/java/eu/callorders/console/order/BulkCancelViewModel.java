package eu.callorders.console.order;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Scope;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.ActionJournal;
import eu.callorders.console.work.ActionJournal.Item;
import eu.callorders.console.work.ActionJournal.State;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.BackgroundTask;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;

/**
 * Cancels many orders one after the other, and leaves half of the rate limit to the feed and the
 * lists. A journal keeps what was done when the console ends or loses the connection in between:
 * each request has its own idempotency key, which a later console sends again while the outcome is
 * unknown.
 */
public final class BulkCancelViewModel implements AutoCloseable {
  private static final String ACTION = "cancel_orders";
  private static final String PATH = "/v1/call-orders/";
  private static final String CANCELED = "canceled";

  final ObjectProperty<SelectedOrders> selected = new SimpleObjectProperty<>(SelectedOrders.NONE);

  /** The orders of the action; empty for none. */
  final ObservableList<Item> items = FXCollections.observableArrayList();

  /** Whether the operator sees the action; a bar tells of one that is hidden. */
  final BooleanProperty visible = new SimpleBooleanProperty();

  private final ReadOnlyBooleanWrapper running = new ReadOnlyBooleanWrapper();
  private final ReadOnlyBooleanWrapper pending = new ReadOnlyBooleanWrapper();
  private final ReadOnlyObjectWrapper<@Nullable Failure> failure = new ReadOnlyObjectWrapper<>();
  private final BackgroundExecutor background;
  private final Session session;
  private final Path directory;
  private volatile @Nullable ActionJournal journal;
  private volatile boolean stopping;
  private volatile boolean closed;
  private @Nullable BackgroundTask task;
  private Runnable onShow = () -> {};

  /**
   * @param home directory of the settings
   */
  public BulkCancelViewModel(BackgroundExecutor background, Session session, Path home) {
    this.background = background;
    this.session = session;
    this.directory = home.resolve("actions");
  }

  /** Looks for an action that a console of this tenant did not end. */
  public void findInterrupted() {
    background.run(
        () -> ActionJournal.findInterrupted(directory, header("")),
        found -> found.ifPresent(this::take),
        ignored -> {});
  }

  private void take(ActionJournal found) {
    if (closed || pending.get()) {
      found.close(); // the operator has begun another action meanwhile
      return;
    }
    journal = found;
    items.setAll(found.items());
    pending.set(true);
  }

  private ActionJournal.Header header(String reason) {
    ObjectNode body = Json.object();
    Json.putUnlessEmpty(body, "reason", reason.strip());
    return new ActionJournal.Header(
        ACTION,
        session.api().base().toString(),
        session.tenantId(),
        session.api().clock().instant().toString(),
        body);
  }

  /** Sets the selected orders; another selection replaces what a complete action shows. */
  void select(SelectedOrders orders) {
    boolean isSame = orders.isSame(selected.get());
    selected.set(orders);
    if (!isSame && !pending.get()) {
      items.clear();
      failure.set(null);
    }
  }

  boolean mayCancel() {
    return session.may(Scope.ORDERS_WRITE);
  }

  /** Whether one action can cancel these orders, as far as known. */
  boolean canCancel(SelectedOrders orders) {
    return mayCancel() && orders.canBeCanceled();
  }

  /** Cancels these orders, unless another action has not ended; the reason may be blank. */
  void start(List<String> ids, String reason) {
    if (!pending.get()) {
      ActionJournal.Header header = header(reason);
      execute(() -> ActionJournal.create(directory, header, ids));
    }
  }

  /** Sends what is not done: refused orders once more, unclear ones under their old keys. */
  void retry() {
    ActionJournal present = journal;
    if (present != null && !running.get()) {
      execute(() -> present);
    }
  }

  private void execute(BackgroundExecutor.Call<ActionJournal> open) {
    pending.set(true);
    running.set(true);
    failure.set(null);
    stopping = false;
    task = background.run(() -> cancelAll(open.call()), this::ended, this::failed);
  }

  private ActionJournal cancelAll(ActionJournal opened) throws ApiException {
    journal = opened;
    show(opened);
    try {
      for (Item item : opened.items()) {
        if (stopping) {
          throw new ApiException(new Failure.Stopped());
        }
        if (item.state() != State.DONE) {
          cancel(opened, item.id());
          show(opened);
        }
      }
      return opened;
    } finally {
      show(opened);
      if (closed) {
        opened.close();
      }
    }
  }

  private void show(ActionJournal shown) {
    List<Item> now = shown.items();
    background.runOnFxThread(() -> items.setAll(now));
  }

  /** After any failure but a final refusal the request may be executed, and keeps its key. */
  private void cancel(ActionJournal opened, String id) throws ApiException {
    String key = opened.begin(id);
    try {
      session.api().postPaced(PATH + id + "/cancel", key, opened.header().body());
      opened.end(id, null);
    } catch (ApiException e) {
      Failure cause = e.failure();
      if (!cause.isFinalRefusal()) {
        throw e;
      }
      opened.end(id, isCanceled(id, cause) ? null : cause);
    }
  }

  /** An earlier request may have canceled it longer ago than the service keeps keys. */
  private boolean isCanceled(String id, Failure cause) throws ApiException {
    return cause.isRefused("order_not_cancelable")
        && session.may(Scope.ORDERS_READ)
        && JsonValues.text(session.api().get(PATH + id).body(), "status").equals(CANCELED);
  }

  private void ended(ActionJournal opened) {
    running.set(false);
    if (opened.items().stream().allMatch(item -> item.state() == State.DONE)) {
      opened.delete();
      journal = null;
      pending.set(false);
    }
  }

  private void failed(Failure cause) {
    running.set(false);
    pending.set(journal != null);
    failure.set(cause instanceof Failure.Stopped ? null : cause);
  }

  /** Ends the action after the running request. */
  void stop() {
    stopping = true;
  }

  /** Ends an action for good, done or not, and looks for another one. */
  void dismiss() {
    if (running.get()) {
      return;
    }
    ActionJournal present = journal;
    if (present != null) {
      present.delete();
    }
    journal = null;
    pending.set(false);
    items.clear();
    failure.set(null);
    findInterrupted();
  }

  /** When the action was started; empty for none. */
  Optional<String> startedAt() {
    return Optional.ofNullable(journal).map(present -> present.header().startedAt());
  }

  long done() {
    return items.stream().filter(item -> item.state() == State.DONE).count();
  }

  ReadOnlyBooleanProperty running() {
    return running.getReadOnlyProperty();
  }

  /** Whether an action is running, or has left something undone. */
  ReadOnlyBooleanProperty pending() {
    return pending.getReadOnlyProperty();
  }

  /** Why the action stopped. */
  ReadOnlyObjectProperty<@Nullable Failure> failure() {
    return failure.getReadOnlyProperty();
  }

  /** Sets what shows the action. */
  void onShow(Runnable action) {
    onShow = action;
  }

  void show() {
    onShow.run();
  }

  /** The session ends; the journal stays unless everything is done. */
  @Override
  public void close() {
    closed = true;
    stopping = true;
    if (task != null) {
      task.cancel();
    }
    ActionJournal present = journal;
    if (present != null) {
      present.close();
    }
  }
}
