package eu.callorders.console.admin;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Page;
import eu.callorders.console.work.Background;
import eu.callorders.console.work.PagedRows;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.jspecify.annotations.Nullable;

/** The emergency halt: what is halted, halting more, and letting it go on. */
final class HaltViewModel {
  private static final Pattern REASON = Pattern.compile("[^\\u0000-\\u001f\\u007f]{1,500}");

  private final Background background;
  private final ApiClient administration;
  private final PagedRows<HaltRow> rows;
  private final ReadOnlyBooleanWrapper busy = new ReadOnlyBooleanWrapper();
  private final ReadOnlyObjectWrapper<@Nullable Failure> failure = new ReadOnlyObjectWrapper<>();

  HaltViewModel(Background background, ApiClient administration) {
    this.background = background;
    this.administration = administration;
    this.rows = new PagedRows<>(background, HaltRow::id, HaltRow.ALIKE);
  }

  /** The halts in force, oldest first. */
  PagedRows<HaltRow> rows() {
    return rows;
  }

  void load() {
    rows.restart(ignored -> inForce());
  }

  private Page<HaltRow> inForce() throws ApiException {
    return page(administration.get("/admin/v1/overview").body());
  }

  private static Page<HaltRow> page(JsonNode holder) {
    List<HaltRow> halts = new ArrayList<>();
    holder.path("halts").forEach(halt -> halts.add(HaltRow.of(halt)));
    return new Page<>(halts, false, "");
  }

  /** Whether the service takes that reason. */
  static boolean isReason(String reason) {
    return REASON.matcher(reason.strip()).matches();
  }

  void halt(HaltScope scope, String reason) {
    send("halt", scope, reason);
  }

  /** Lifts whatever lies within that scope. */
  void resume(HaltScope scope, String reason) {
    send("resume", scope, reason);
  }

  private void send(String what, HaltScope scope, String reason) {
    if (busy.get() || !scope.isValid() || !isReason(reason)) {
      return;
    }
    busy.set(true);
    failure.set(null);
    background.run(
        () -> administration.post("/admin/v1/dialing/" + what, scope.body(reason)).body(),
        ignored -> {
          busy.set(false);
          load();
        },
        why -> {
          busy.set(false);
          failure.set(why);
          load(); // it may have arrived all the same
        });
  }

  ReadOnlyBooleanProperty busy() {
    return busy.getReadOnlyProperty();
  }

  ReadOnlyObjectProperty<@Nullable Failure> failure() {
    return failure.getReadOnlyProperty();
  }
}
