package eu.callorders.console.admin;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Page;
import eu.callorders.console.work.ActionRunner;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.PagedRows;
import eu.callorders.console.work.Poller;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import org.jspecify.annotations.Nullable;

/** The active halts of the deployment, with the actions to halt and resume dialing. */
public final class HaltViewModel {
  private static final Duration POLL_INTERVAL = Duration.ofSeconds(5);
  static final int MAX_REASON_LENGTH = 500;
  private static final Pattern REASON =
      Pattern.compile("[^\\u0000-\\u001f\\u007f]{1," + MAX_REASON_LENGTH + "}");

  /** The last segment of the path. */
  enum Action {
    HALT,
    RESUME
  }

  /** What the operator needs to know about the last action. */
  enum Outcome {
    /** No response, but the action was executed. */
    DONE_ALL_THE_SAME,
    /** No response, and the action has not been executed so far. */
    NOT_DONE,
    /** No response, and the state could not be read. */
    UNKNOWN,
    /** Resumed, but a wider halt is still active. */
    STILL_HELD
  }

  record Notice(Action action, HaltScope scope, Outcome outcome) {}

  /** The active halts as read after that number of responses. */
  private record Reading(int responses, List<HaltRow> halts) {}

  final TenantNames tenants;

  /** The active halts, oldest first. */
  final PagedRows<HaltRow> rows;

  final ActionRunner actions;

  /** Why the active halts are unknown; null during an outage, which has a bar of its own. */
  final ObjectProperty<@Nullable Failure> loadFailure = new SimpleObjectProperty<>();

  final ObjectProperty<@Nullable Notice> notice = new SimpleObjectProperty<>();
  private final BackgroundExecutor background;
  private final ApiClient administration;
  private final Poller<Reading> poller;
  private @Nullable List<HaltRow> shown;

  /** Incremented with each response; polls that started earlier are dropped. */
  private final AtomicInteger responseCount = new AtomicInteger();

  /**
   * Creates the model.
   *
   * @param tenantId the tenant of the session, with its name
   */
  public HaltViewModel(
      BackgroundExecutor background, ApiClient administration, String tenantId, String tenantName) {
    this.background = background;
    this.administration = administration;
    this.tenants = new TenantNames(background, administration, tenantId, tenantName);
    this.rows = new PagedRows<>(background, HaltRow::id, Comparator.comparing(HaltRow::id));
    this.actions = new ActionRunner(background);
    this.poller = new Poller<>(background, POLL_INTERVAL, this::read, this::show, this::loadFailed);
  }

  /** Starts polling, unless it is running. */
  public void start() {
    poller.start();
  }

  public void stop() {
    poller.stop();
  }

  void load() {
    poller.readNow();
  }

  private Reading read() throws ApiException {
    return new Reading(responseCount.get(), fetch());
  }

  private List<HaltRow> fetch() throws ApiException {
    return halts(administration.get("/admin/v1/dialing/halts").body());
  }

  private static List<HaltRow> halts(JsonNode holder) {
    return Json.list(holder.path("halts"), HaltRow::of);
  }

  private void show(Reading reading) {
    if (reading.responses() == responseCount.get()) {
      show(reading.halts());
    }
  }

  private void loadFailed(Failure cause) {
    loadFailure.set(administration.connectionStatus().isOffline() ? null : cause);
  }

  /** An unchanged list is not replaced, so that the selection stays. */
  private void show(List<HaltRow> halts) {
    loadFailure.set(null);
    if (!halts.equals(shown)) {
      shown = halts;
      rows.restart(ignored -> new Page<>(halts, false, ""));
    }
  }

  /** Whether the service accepts that reason. */
  static boolean isReason(String reason) {
    return REASON.matcher(reason.strip()).matches();
  }

  /**
   * Executes the action; resuming ends all halts inside the scope.
   *
   * @param onFailed called on a failure, also when the response was lost
   */
  void act(Action action, HaltScope scope, String reason, Runnable onFailed) {
    if (actions.busy.get() || !scope.isValid() || !isReason(reason)) {
      return;
    }
    notice.set(null);
    String path = "/admin/v1/dialing/" + action.name().toLowerCase(Locale.ROOT);
    actions.start(
        () -> administration.post(path, scope.toJson(reason)).body(),
        response -> done(action, scope, halts(response)),
        cause -> {
          failed(action, scope, cause);
          onFailed.run();
        });
  }

  private void done(Action action, HaltScope scope, List<HaltRow> halts) {
    responseCount.incrementAndGet();
    show(halts);
    if (action == Action.RESUME && halts.stream().anyMatch(halt -> halt.scope().covers(scope))) {
      notice.set(new Notice(action, scope, Outcome.STILL_HELD));
    }
  }

  /** After a lost response, the active halts show whether the action was executed. */
  private void failed(Action action, HaltScope scope, Failure cause) {
    responseCount.incrementAndGet();
    if (!cause.isOutcomeUnknown()) {
      load();
      return;
    }
    background.run(
        this::fetch,
        halts -> {
          show(halts);
          boolean done = isDone(action, scope, halts);
          if (done) {
            actions.failure.set(null);
          }
          notice.set(
              new Notice(action, scope, done ? Outcome.DONE_ALL_THE_SAME : Outcome.NOT_DONE));
        },
        ignored -> notice.set(new Notice(action, scope, Outcome.UNKNOWN)));
  }

  private static boolean isDone(Action action, HaltScope scope, List<HaltRow> halts) {
    return switch (action) {
      case HALT -> halts.stream().anyMatch(halt -> halt.scope().equals(scope));
      case RESUME -> halts.stream().noneMatch(halt -> scope.covers(halt.scope()));
    };
  }
}
