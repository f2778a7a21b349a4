package eu.callorders.console.imports;

import eu.callorders.client.bulk.ImportPlan;
import eu.callorders.client.bulk.ImportPreview;
import eu.callorders.console.api.Scope;
import eu.callorders.console.ui.DurationFormatter;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.TimestampFormatter;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Says how far an import is. */
final class ImportFormatter {
  private static final int MAX_DAYS = 10;

  private final Texts texts;
  private final ImportViewModel model;
  private final DurationFormatter durations;
  private final TimestampFormatter timestamps = new TimestampFormatter();

  ImportFormatter(Texts texts, ImportViewModel model) {
    this.texts = texts;
    this.model = model;
    this.durations = new DurationFormatter(texts);
  }

  /** The name of the file. */
  String name() {
    @Nullable ImportJob job = model.job.get();
    return job == null ? "" : job.name();
  }

  int sendable() {
    @Nullable CheckedFile checked = model.checked.get();
    return checked == null ? 0 : checked.sendable();
  }

  private int total() {
    @Nullable CheckedFile checked = model.checked.get();
    return checked == null ? 0 : checked.total();
  }

  double progress() {
    return total() == 0 ? 0 : (double) (model.done() + model.tally.get().refused()) / total();
  }

  String title() {
    return switch (model.state.get()) {
      case EMPTY -> "";
      case OPEN -> model.isComplete() ? texts.get("ready") : "";
      case CHECKING -> texts.get("checking", model.tally.get().rows());
      case CHECKED -> checked();
      case RUNNING -> texts.get("running", model.done(), total(), name());
      case PAUSED -> texts.get("paused", model.done(), total(), name());
      case ENDED -> texts.get("ended", model.done(), model.tally.get().refused());
    };
  }

  /** Why the next step is not possible now; empty when it is. */
  String obstacle() {
    if (!model.mayCreate()) {
      return texts.get("needs.scope", Scope.ORDERS_WRITE.wireName());
    }
    return switch (model.state.get()) {
      case OPEN -> model.isComplete() ? "" : unready();
      case CHECKED -> sendable() == 0 ? texts.get("nothing_to_create") : "";
      case EMPTY, CHECKING, RUNNING, PAUSED, ENDED -> "";
    };
  }

  private String unready() {
    @Nullable ImportJob job = model.job.get();
    if (job == null || model.head.get().columns().isEmpty()) {
      return texts.get(model.failure.get() == null ? "reading" : "unread");
    }
    return Stream.of(
            names("doubled", job.doubled(model.head.get())), names("unfilled", job.unfilled()))
        .filter(text -> !text.isEmpty())
        .findFirst()
        .orElse("");
  }

  /** Why no other file can be chosen; empty when one can. */
  String busy() {
    return model.pending.get() ? texts.get("choose.later") : "";
  }

  private String names(String key, Collection<String> paths) {
    return paths.isEmpty()
        ? ""
        : texts.get(key, paths.stream().map(model.fields::name).collect(Collectors.joining(", ")));
  }

  private String checked() {
    @Nullable CheckedFile checked = model.checked.get();
    return checked == null ? "" : texts.get("checked", checked.sendable(), checked.plan().rows());
  }

  String note() {
    @Nullable CheckedFile checked = model.checked.get();
    if (checked == null) {
      return "";
    }
    return switch (model.state.get()) {
      case CHECKED -> lines(leftOut(checked), calls(checked.preview()));
      case RUNNING -> timeLeft();
      case PAUSED, ENDED -> texts.get("result", model.result());
      case EMPTY, OPEN, CHECKING -> "";
    };
  }

  private static String lines(String... texts) {
    return Stream.of(texts).filter(text -> !text.isEmpty()).collect(Collectors.joining("\n"));
  }

  private String leftOut(CheckedFile checked) {
    ImportPlan plan = checked.plan();
    int errors = plan.faulty() + checked.preview().refused();
    return lines(
        errors == 0 ? "" : texts.get("left_out.errors", errors),
        plan.heldBack() == 0 ? "" : texts.get("left_out.held_back", plan.heldBack()),
        plan.done() == 0 ? "" : texts.get("left_out.done", plan.done()));
  }

  private String calls(ImportPreview preview) {
    String verdicts =
        List.of("ready", "deferred", "held").stream()
            .filter(preview.verdicts()::containsKey)
            .map(
                verdict ->
                    texts.get("verdict." + verdict, preview.verdicts().getOrDefault(verdict, 0)))
            .collect(Collectors.joining(" · "));
    String days =
        preview.days().entrySet().stream()
            .limit(MAX_DAYS)
            .map(day -> texts.get("day", timestamps.day(day.getKey().toString()), day.getValue()))
            .collect(Collectors.joining(" · "));
    return lines(verdicts, days.isEmpty() ? "" : texts.get("days", days));
  }

  private String timeLeft() {
    Duration left = model.timeLeft();
    return left.isZero()
        ? ""
        : left.toMinutes() == 0
            ? texts.get("left.seconds")
            : texts.get("left", durations.text(left));
  }

  String startText() {
    return texts.get(model.done() > 0 ? "start.rest" : "start", sendable());
  }

  String acceptText() {
    return texts.get("run.accept", sendable());
  }

  /** What the operator agrees to. */
  String effect() {
    @Nullable CheckedFile checked = model.checked.get();
    return checked == null
        ? ""
        : lines(calls(checked.preview()), texts.get("effect"), leftOut(checked));
  }

  /** What would be interrupted. */
  String leave() {
    return texts.get("leave", model.done(), total(), name());
  }

  /** Of an import that is out of sight. */
  String elsewhere() {
    return switch (model.state.get()) {
      case RUNNING, PAUSED -> title();
      case CHECKED -> texts.get("paused", model.done(), total(), name());
      case EMPTY, OPEN, CHECKING, ENDED -> texts.get("incomplete", name());
    };
  }
}
