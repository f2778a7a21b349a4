package eu.callorders.console.admin;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Page;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.BackgroundTask;
import eu.callorders.console.work.PagedRows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.jspecify.annotations.Nullable;

/** The emergency halt: what is halted by anybody, halting more, and letting it go on. */
public final class HaltViewModel {
  private static final Duration REST = Duration.ofSeconds(5);
  private static final Pattern REASON = Pattern.compile("[^\\u0000-\\u001f\\u007f]{1,500}");

  /** What is done to a scope, and ends the path. */
  enum Action {
    HALT,
    RESUME
  }

  /** What there is to say of the last deed. */
  enum Outcome {
    /** No answer came, but it has been done. */
    DONE_ALL_THE_SAME,
    /** No answer came, and it has not been done so far. */
    NOT_DONE,
    /** No answer came, and nobody can tell. */
    UNKNOWN,
    /** It has been resumed, but something wider holds it. */
    STILL_HELD
  }

  record Notice(Action deed, HaltScope scope, Outcome outcome) {}

  private final BackgroundExecutor background;
  private final ApiClient administration;
  private final PagedRows<HaltRow> rows;
  private final ActionRunner changing;
  private final ReadOnlyObjectWrapper<@Nullable Failure> unread = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyObjectWrapper<@Nullable Notice> notice = new ReadOnlyObjectWrapper<>();
  private @Nullable BackgroundTask watching;
  private @Nullable List<HaltRow> known;

  /** Counts what is known by answers: a reading from before that tells nothing any more. */
  private final AtomicInteger age = new AtomicInteger();

  public HaltViewModel(BackgroundExecutor background, ApiClient administration) {
    this.background = background;
    this.administration = administration;
    this.rows = new PagedRows<>(background, HaltRow::id, HaltRow.ALIKE);
    this.changing = new ActionRunner(background);
  }

  /** The halts in force, oldest first. */
  PagedRows<HaltRow> rows() {
    return rows;
  }

  /** Begins to follow what other operators do, unless it does already. */
  public void start() {
    if (watching == null) {
      watching = background.repeat(this::watch);
    }
  }

  public void stop() {
    if (watching != null) {
      watching.cancel();
      watching = null;
    }
  }

  /** Reads it now. */
  void load() {
    int read = age.get();
    background.run(this::inForce, halts -> show(read, halts), unread::set);
  }

  private Duration watch() throws ApiException {
    int read = age.get();
    try {
      List<HaltRow> halts = inForce();
      background.draw(() -> show(read, halts));
    } catch (ApiException e) {
      if (e.failure() instanceof Failure.Stopped) {
        throw e;
      }
      background.draw(() -> unread.set(e.failure()));
    }
    return REST;
  }

  private List<HaltRow> inForce() throws ApiException {
    return halts(administration.get("/admin/v1/overview").body());
  }

  private static List<HaltRow> halts(JsonNode holder) {
    List<HaltRow> halts = new ArrayList<>();
    holder.path("halts").forEach(halt -> halts.add(HaltRow.of(halt)));
    return halts;
  }

  private void show(int read, List<HaltRow> halts) {
    if (read == age.get()) {
      show(halts);
    }
  }

  /** What has not changed stays as it is, chosen perhaps. */
  private void show(List<HaltRow> halts) {
    unread.set(null);
    if (!halts.equals(known)) {
      known = halts;
      rows.restart(ignored -> new Page<>(halts, false, ""));
    }
  }

  /** Whether the service takes that reason. */
  static boolean isReason(String reason) {
    return REASON.matcher(reason.strip()).matches();
  }

  /** Does that; whatever lies within the scope goes on when it is resumed. */
  void act(Action deed, HaltScope scope, String reason) {
    if (changing.busy().get() || !scope.isValid() || !isReason(reason)) {
      return;
    }
    notice.set(null);
    String path = "/admin/v1/dialing/" + (deed == Action.HALT ? "halt" : "resume");
    changing.begin(
        () -> administration.post(path, scope.body(reason)).body(),
        answer -> done(deed, scope, halts(answer)),
        why -> failed(deed, scope, why));
  }

  private void done(Action deed, HaltScope scope, List<HaltRow> halts) {
    age.incrementAndGet();
    show(halts);
    if (deed == Action.RESUME && halts.stream().anyMatch(halt -> halt.scope().covers(scope))) {
      notice.set(new Notice(deed, scope, Outcome.STILL_HELD));
    }
  }

  /** When an answer was lost, only what is in force tells what has become of it. */
  private void failed(Action deed, HaltScope scope, Failure why) {
    age.incrementAndGet();
    if (!why.leavesDoubt()) {
      load();
      return;
    }
    background.run(
        this::inForce,
        halts -> {
          show(halts);
          boolean done = isDone(deed, scope, halts);
          if (done) {
            changing.forget();
          }
          notice.set(new Notice(deed, scope, done ? Outcome.DONE_ALL_THE_SAME : Outcome.NOT_DONE));
        },
        ignored -> notice.set(new Notice(deed, scope, Outcome.UNKNOWN)));
  }

  private static boolean isDone(Action deed, HaltScope scope, List<HaltRow> halts) {
    return switch (deed) {
      case HALT -> halts.stream().anyMatch(halt -> halt.scope().equals(scope));
      case RESUME -> halts.stream().noneMatch(halt -> scope.covers(halt.scope()));
    };
  }

  ActionRunner changing() {
    return changing;
  }

  /** Why nobody here knows what is in force now. */
  ReadOnlyObjectProperty<@Nullable Failure> unread() {
    return unread.getReadOnlyProperty();
  }

  ReadOnlyObjectProperty<@Nullable Notice> notice() {
    return notice.getReadOnlyProperty();
  }
}
