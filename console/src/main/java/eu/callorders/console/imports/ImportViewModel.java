package eu.callorders.console.imports;

import eu.callorders.client.bulk.ImportReport;
import eu.callorders.client.bulk.OrderImport;
import eu.callorders.client.files.FileHead;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Scope;
import eu.callorders.console.session.Session;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.work.ActionJournal;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.BackgroundTask;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import org.jspecify.annotations.Nullable;

/**
 * The import of a file. Its result file is the state, so that no row becomes two orders. One import
 * at a time; it goes on while other screens are visible.
 */
public final class ImportViewModel implements AutoCloseable {
  private static final FileHead NO_COLUMNS = new FileHead(List.of(), List.of());

  /** What the operator sees. */
  enum State {
    EMPTY,
    /** A file is chosen, and the mapping may be incomplete. */
    OPEN,
    CHECKING,
    CHECKED,
    RUNNING,
    /** Ended before the last row. */
    PAUSED,
    ENDED
  }

  final ObjectProperty<State> state = new SimpleObjectProperty<>(State.EMPTY);
  final ObjectProperty<@Nullable ImportJob> job = new SimpleObjectProperty<>();
  final ObjectProperty<FileHead> head = new SimpleObjectProperty<>(NO_COLUMNS);
  final ObjectProperty<@Nullable CheckedFile> checked = new SimpleObjectProperty<>();
  final ObjectProperty<ImportTally> tally = new SimpleObjectProperty<>(ImportTally.NONE);
  final ObjectProperty<@Nullable Failure> failure = new SimpleObjectProperty<>();

  /** Whether an import has begun and not ended, perhaps in an earlier console. */
  final BooleanProperty pending = new SimpleBooleanProperty();

  /** Whether the operator sees the import. */
  final BooleanProperty visible = new SimpleBooleanProperty();

  final FieldChoices fields;
  private final Texts texts = Texts.of(ImportViewModel.class);
  private final BackgroundExecutor background;
  private final Session session;
  private final ImportRunner runner;
  private final AtomicBoolean publishing = new AtomicBoolean();
  private int doneBefore;
  private long startedAt;
  private @Nullable BackgroundTask task;
  private @Nullable RowMonitor monitor;
  private @Nullable OrderImport orders;
  private boolean closed;

  /**
   * @param home directory of the settings
   */
  public ImportViewModel(BackgroundExecutor background, Session session, Path home) {
    this.background = background;
    this.session = session;
    this.runner = new ImportRunner(session, home.resolve("actions"));
    this.fields = new FieldChoices(texts);
  }

  /** Looks for an import that a console of this tenant did not end. */
  public void findInterrupted() {
    background.run(runner::findInterrupted, found -> found.ifPresent(this::take), ignored -> {});
  }

  private void take(ActionJournal found) {
    if (closed || state.get() != State.EMPTY) {
      found.close(); // the operator has chosen another file meanwhile
      return;
    }
    ImportJob interrupted = runner.take(found);
    pending.set(true);
    read(interrupted);
  }

  boolean canOpen() {
    return mayCreate() && !pending.get();
  }

  boolean mayCreate() {
    return session.may(Scope.ORDERS_WRITE);
  }

  /** Opens a file unless an import is pending; checks it when each needed member has a column. */
  public void open(Path file) {
    if (canOpen()) {
      read(ImportJob.of(file));
    }
  }

  private void read(ImportJob wanted) {
    cancelTask();
    job.set(wanted);
    head.set(NO_COLUMNS);
    changed();
    task =
        background.run(
            () -> runner.head(wanted),
            read -> {
              job.set(wanted.withColumns(read.columns(), fields));
              head.set(read);
              check();
            },
            failure::set);
  }

  /** A change makes another check necessary. */
  private void changed() {
    state.set(State.OPEN);
    monitor = null;
    checked.set(null);
    tally.set(ImportTally.NONE);
    failure.set(null);
  }

  void change(UnaryOperator<ImportJob> change) {
    ImportJob before = job.get();
    if (before != null && state.get() != State.RUNNING) {
      ImportJob now = change.apply(before);
      if (!now.equals(before)) {
        cancelTask();
        job.set(now);
        changed();
      }
    }
  }

  /** The columns of the file depend on it. */
  void setEncoding(String encoding) {
    ImportJob before = job.get();
    if (before != null && !before.encoding().equals(encoding) && state.get() != State.RUNNING) {
      read(before.withEncoding(encoding));
    }
  }

  boolean isComplete() {
    ImportJob present = job.get();
    return present != null
        && !head.get().columns().isEmpty()
        && present.unfilled().isEmpty()
        && present.doubled(head.get()).isEmpty();
  }

  /** Checks all rows, here and by the service, if the mapping is complete; creates nothing. */
  void check() {
    ImportJob present = job.get();
    if (present == null || !isComplete() || state.get() == State.RUNNING) {
      return;
    }
    cancelTask();
    changed();
    state.set(State.CHECKING);
    RowMonitor observed = new RowMonitor(new FaultFormatter(texts, fields, present), this::publish);
    monitor = observed;
    task =
        background.run(
            () -> runner.check(present, observed),
            result -> {
              doneBefore = result.plan().done();
              checked.set(result);
              tally.set(observed.tally());
              state.set(State.CHECKED);
            },
            this::failed);
  }

  /** Many rows at once become one change of the view. */
  private void publish() {
    if (!publishing.getAndSet(true)) {
      background.runOnFxThread(
          () -> {
            publishing.set(false);
            if (monitor != null) {
              tally.set(monitor.tally());
            }
          });
    }
  }

  /** Creates the orders that the check has found, and after a pause the rest of them. */
  void start() {
    ImportJob present = job.get();
    CheckedFile found = checked.get();
    RowMonitor observed = monitor;
    if (present == null || found == null || observed == null || state.get() == State.RUNNING) {
      return;
    }
    failure.set(null);
    pending.set(true);
    startedAt = System.nanoTime();
    state.set(State.RUNNING);
    OrderImport begun = ImportRunner.prepare(present, observed);
    orders = begun;
    task = background.run(() -> runner.run(present, found, begun), this::ended, this::failed);
  }

  private void ended(ImportReport report) {
    tally.set(monitor == null ? ImportTally.NONE : monitor.tally());
    Optional<Failure> cause = runner.failure(report);
    boolean isHandled = report.accepted() + report.refused() >= report.plan().toSend();
    if (cause.isEmpty() && isHandled) {
      forget();
      state.set(State.ENDED);
    } else {
      doneBefore = report.plan().done() + report.accepted();
      tally.set(new ImportTally(0, 0, 0, tally.get().errorCount(), tally.get().errors(), false));
      failure.set(cause.orElse(null));
      state.set(State.PAUSED);
    }
  }

  private void failed(Failure cause) {
    pending.set(runner.hasJournal());
    failure.set(cause);
    state.set(checked.get() == null ? State.OPEN : pending.get() ? State.PAUSED : State.CHECKED);
  }

  void pause() {
    if (orders != null) {
      orders.stop();
    }
  }

  /** By the rows of this run until now; zero when unknown. */
  Duration timeLeft() {
    ImportTally present = tally.get();
    int handled = present.accepted() + present.refused();
    int left = checked.get() == null ? 0 : checked.get().total() - doneBefore - handled;
    return handled == 0
        ? Duration.ZERO
        : Duration.ofNanos(System.nanoTime() - startedAt).multipliedBy(left).dividedBy(handled);
  }

  String result() {
    ImportJob present = job.get();
    return present == null ? "" : runner.result(present).toString();
  }

  /** The orders of the file that there are. */
  int done() {
    return doneBefore + tally.get().accepted();
  }

  /** Ends an import for good, or leaves the file; orders stay, and so does the result file. */
  void dismiss() {
    if (state.get() != State.RUNNING) {
      cancelTask();
      forget();
      job.set(null);
      head.set(NO_COLUMNS);
      changed();
      state.set(State.EMPTY);
      findInterrupted();
    }
  }

  private void forget() {
    runner.forget();
    pending.set(false);
  }

  private void cancelTask() {
    if (task != null) {
      task.cancel();
    }
  }

  /** The session ends, with the waits of a run; the next one continues what is not complete. */
  @Override
  public void close() {
    closed = true;
    pause();
    cancelTask();
    runner.close();
  }
}
