package eu.callorders.console.enrollment;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.ListViewModel;
import eu.callorders.console.work.PagedRows;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import org.jspecify.annotations.Nullable;

/** The enrollment list with its filters, kept up to date by the feed. */
final class EnrollmentsViewModel implements ListViewModel<EnrollmentRow> {
  private final StringProperty search = new SimpleStringProperty("");
  private final StringProperty status = new SimpleStringProperty("");
  private final StringProperty sequenceKey = new SimpleStringProperty("");
  private final StringProperty sequenceId = new SimpleStringProperty("");
  private final StringProperty subject = new SimpleStringProperty("");
  private final ObjectProperty<@Nullable LocalDate> from = new SimpleObjectProperty<>();
  private final ObjectProperty<@Nullable LocalDate> to = new SimpleObjectProperty<>();

  private final ApiClient api;
  private final ZoneId zone;
  private final PagedRows<EnrollmentRow> rows;
  private final StaleRowResolver staleRows;
  private EnrollmentFilter filter = EnrollmentFilter.ALL;

  EnrollmentsViewModel(BackgroundExecutor background, ApiClient api, ZoneId zone) {
    this.api = api;
    this.zone = zone;
    this.rows = new PagedRows<>(background, EnrollmentRow::id, EnrollmentRow.BY_STATE_AGE);
    this.staleRows = new StaleRowResolver(background, api, rows);
  }

  @Override
  public PagedRows<EnrollmentRow> rows() {
    return rows;
  }

  /** Lists by the filters; a search overrides them. */
  @Override
  public void apply() {
    String text = search.get().strip();
    if (!text.isEmpty()) {
      rows.restart(EnrollmentSource.search(api, text));
      return;
    }
    filter =
        new EnrollmentFilter(
            status.get(),
            sequenceKey.get().strip(),
            sequenceId.get().strip(),
            subject.get().strip(),
            from.get() == null ? null : from.get().atStartOfDay(zone).toInstant(),
            to.get() == null ? null : to.get().plusDays(1).atStartOfDay(zone).toInstant());
    rows.restart(EnrollmentSource.filtered(api, filter));
  }

  @Override
  public void clear() {
    List.of(search, status, sequenceKey, sequenceId, subject).forEach(property -> property.set(""));
    from.set(null);
    to.set(null);
    apply();
  }

  /** Updates changed enrollments in place and adds new ones on top. */
  void handleEvents(List<JsonNode> events) {
    List<EnrollmentRow> latest = new ArrayList<>();
    List<EnrollmentRow> created = new ArrayList<>();
    for (JsonNode event : events) {
      if (event.path("type").asText().startsWith("enrollment.")) {
        EnrollmentRow row = EnrollmentRow.ofEvent(event);
        latest.add(row);
        if (event.path("type").asText().equals("enrollment.started")) {
          created.add(row);
        }
      }
    }
    if (!latest.isEmpty()) {
      if (search.get().isBlank()) {
        rows.putFirst(created.stream().filter(filter::matches).toList());
      }
      latest.forEach(this::show);
    }
  }

  private void show(EnrollmentRow row) {
    if (staleRows.isStale(row)) {
      staleRows.resolve(row);
    } else {
      rows.put(List.of(row));
    }
  }

  StringProperty search() {
    return search;
  }

  StringProperty status() {
    return status;
  }

  StringProperty sequenceKey() {
    return sequenceKey;
  }

  StringProperty sequenceId() {
    return sequenceId;
  }

  StringProperty subject() {
    return subject;
  }

  ObjectProperty<@Nullable LocalDate> from() {
    return from;
  }

  ObjectProperty<@Nullable LocalDate> to() {
    return to;
  }
}
