package eu.callorders.console.imports;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.client.bulk.ImportRow;
import eu.callorders.client.bulk.RowFault;
import eu.callorders.client.files.LocalFormat;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Problem;
import eu.callorders.console.ui.FailureMessage;
import eu.callorders.console.ui.Texts;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Says what is wrong with a row, by its columns and in the operator's language. */
final class FaultFormatter {
  private static final int MAX_CELLS = 5;
  private static final int MAX_VALUE = 40;

  private final Texts texts;
  private final FieldChoices fields;
  private final ImportJob job;

  FaultFormatter(Texts texts, FieldChoices fields, ImportJob job) {
    this.texts = texts;
    this.fields = fields;
    this.job = job;
  }

  /** The country whose numbers are offered to be read: that of the system, else Germany. */
  static String offeredCountry() {
    String country = Locale.getDefault().getCountry();
    return country.isEmpty() ? "DE" : country;
  }

  String text(ImportRow row, RowFault fault) {
    if (fault.problem().isMissingNode()) {
      return texts.get("fault." + fault.kind(), fault.values().toArray());
    }
    Problem problem = Problem.of(fault.problem());
    String cells =
        problem.fieldErrors().stream()
            .limit(MAX_CELLS)
            .map(error -> cell(row, error))
            .collect(Collectors.joining("\n"));
    return cells.isEmpty() ? FailureMessage.of(new Failure.Refused(problem)).title() : cells;
  }

  private String cell(ImportRow row, Problem.FieldError error) {
    String path = path(error);
    String value = value(row, error);
    String shown = value.length() > MAX_VALUE ? value.substring(0, MAX_VALUE) + "…" : value;
    return texts.get(
        value.isEmpty() ? "fault.empty_cell" : "fault.cell",
        Objects.requireNonNullElseGet(job.column(path), () -> fields.name(path)),
        shown,
        FailureMessage.of(error));
  }

  private static String path(Problem.FieldError error) {
    return error.pointer().replaceFirst("^/", "").replace('/', '.');
  }

  private static String value(ImportRow row, Problem.FieldError error) {
    @Nullable JsonNode body = row.body();
    boolean isPointer = error.pointer().startsWith("/");
    return (body == null || !isPointer ? MissingNode.getInstance() : body.at(error.pointer()))
        .asText();
  }

  /** Whether a number of the row is one of the offered country. */
  boolean isLocal(ImportRow row, RowFault fault) {
    LocalFormat local = new LocalFormat(offeredCountry());
    return job.country().isEmpty()
        && Problem.of(fault.problem()).fieldErrors().stream()
            .filter(error -> error.pointer().endsWith("/value"))
            .anyMatch(error -> isLocal(local, path(error), value(row, error)));
  }

  private static boolean isLocal(LocalFormat local, String path, String value) {
    String read = path.startsWith("contacts.") ? local.phone(value) : local.amount(value);
    return !read.equals(value);
  }
}
