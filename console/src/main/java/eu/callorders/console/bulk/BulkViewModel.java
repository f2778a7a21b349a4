package eu.callorders.console.bulk;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Scope;
import eu.callorders.console.session.Session;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.work.ActionJournal;
import eu.callorders.console.work.ActionJournal.Header;
import eu.callorders.console.work.ActionJournal.Item;
import eu.callorders.console.work.ActionJournal.State;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.BackgroundTask;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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
 * Executes an action on many rows one after the other, and leaves half of the rate limit to the
 * feed and the lists. A journal keeps what was done when the console ends or loses the connection
 * in between: each request has its own idempotency key, which a later console sends again while the
 * outcome is unknown.
 */
public final class BulkViewModel implements AutoCloseable {
  final BulkActions actions;
  final ObjectProperty<Selection> selected = new SimpleObjectProperty<>(Selection.NONE);

  /** The rows of the action that runs, or has not been dismissed. */
  final ObservableList<Item> items = FXCollections.observableArrayList();

  /** Whether the pane of the action is visible, and not hidden. */
  final BooleanProperty visible = new SimpleBooleanProperty();

  private final ReadOnlyBooleanWrapper running = new ReadOnlyBooleanWrapper();
  private final ReadOnlyBooleanWrapper pending = new ReadOnlyBooleanWrapper();
  private final ReadOnlyObjectWrapper<@Nullable Failure> failure = new ReadOnlyObjectWrapper<>();
  private final BackgroundExecutor background;
  private final Session session;
  private final Path directory;
  private BulkAction action;
  private volatile @Nullable ActionJournal journal;
  private volatile boolean stopping;
  private volatile boolean closed;
  private @Nullable BackgroundTask task;
  private Runnable onShow = () -> {};

  /**
   * @param home directory of the settings
   */
  public BulkViewModel(
      BackgroundExecutor background, Session session, Path home, BulkActions actions) {
    this.background = background;
    this.session = session;
    this.directory = home.resolve("actions");
    this.actions = actions;
    this.action = actions.all().getFirst();
  }

  /** Looks for an action that a console of this tenant did not end. */
  public void findInterrupted() {
    Header[] like = actions.all().stream().map(it -> header(it, "")).toArray(Header[]::new);
    background.run(
        () -> ActionJournal.findInterrupted(directory, like),
        found -> found.ifPresent(this::take),
        ignored -> {});
  }

  private void take(ActionJournal found) {
    if (closed || pending.get()) {
      found.close(); // the operator has begun another action meanwhile
      return;
    }
    journal = found;
    action = actions.named(found.header().action());
    items.setAll(found.items());
    pending.set(true);
  }

  private Header header(BulkAction of, String reason) {
    ObjectNode body = Json.object();
    Json.putUnlessEmpty(body, "reason", reason.strip());
    return new Header(
        of.name(),
        session.api().base().toString(),
        session.tenantId(),
        session.api().clock().instant().toString(),
        body);
  }

  /** Sets the selected rows; another selection replaces what a complete action shows. */
  void select(Selection rows) {
    boolean isSame = rows.isSame(selected.get());
    selected.set(rows);
    if (!isSame && !pending.get()) {
      items.clear();
      failure.set(null);
    }
  }

  boolean may(BulkAction wanted) {
    return session.may(wanted.scope());
  }

  /** The granted scopes, on the UI thread. */
  ReadOnlyObjectProperty<Set<Scope>> scopes() {
    return session.scopes();
  }

  /** Whether the session may do that with these rows, as far as known, and no action is left. */
  boolean canStart(BulkAction wanted, Selection rows) {
    return !pending.get() && may(wanted) && rows.permits(wanted);
  }

  /** Does that with these rows, unless another action has not ended; the reason may be blank. */
  void start(BulkAction wanted, List<String> ids, String reason) {
    if (!pending.get()) {
      action = wanted;
      Header header = header(wanted, reason);
      execute(() -> ActionJournal.create(directory, header, ids));
    }
  }

  /** Sends what is not done: refused requests once more, unclear ones under their old keys. */
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
    BulkAction.Request request = action.request();
    task = background.run(() -> sendAll(open.call(), request), this::ended, this::failed);
  }

  private ActionJournal sendAll(ActionJournal opened, BulkAction.Request request)
      throws ApiException {
    journal = opened;
    show(opened);
    try {
      for (Item item : opened.items()) {
        if (stopping) {
          throw new ApiException(new Failure.Stopped());
        }
        if (item.state() != State.DONE) {
          send(opened, request, item.id());
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
  private void send(ActionJournal opened, BulkAction.Request request, String id)
      throws ApiException {
    String key = opened.begin(id);
    Failure refusal = null;
    try {
      request.send(session, id, key, opened.header().body());
    } catch (ApiException e) {
      refusal = e.failure();
      if (!refusal.isFinalRefusal()) {
        throw e;
      }
    }
    opened.end(id, refusal);
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

  /** The action that runs, or was the last one. */
  BulkAction action() {
    return action;
  }

  /** When the action was started; empty for none. */
  Optional<String> startedAt() {
    return Optional.ofNullable(journal).map(present -> present.header().startedAt());
  }

  long done() {
    return items.stream().filter(item -> item.state() == State.DONE).count();
  }

  /** How much of the action is done, as a sentence. */
  String progress() {
    if (!pending.get()) {
      return actions.text(action, "done", items.size());
    }
    String key = running.get() ? "running" : "incomplete";
    return actions.text(action, key, done(), items.size());
  }

  /** What goes on only while the session lasts, for the question before its end. */
  public List<String> unsaved() {
    return running.get()
        ? List.of(Texts.of(BulkViewModel.class).get("bulk.leave", progress()))
        : List.of();
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
  void onShow(Runnable listener) {
    onShow = listener;
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
