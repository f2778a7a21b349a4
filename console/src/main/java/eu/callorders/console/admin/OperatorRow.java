package eu.callorders.console.admin;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Comparator;

/** An operator of the administration. */
record OperatorRow(JsonNode operator) {
  static final String PATH = "/admin/v1/operators";

  /** Timestamps of the service have one format, so text order is time order. */
  static final Comparator<OperatorRow> BY_AGE = Comparator.comparing(row -> row.text("updated_at"));

  static final Comparator<OperatorRow> NEWEST_FIRST =
      Comparator.comparing((OperatorRow row) -> row.text("created_at"))
          .thenComparing(OperatorRow::id)
          .reversed();

  String id() {
    return text("operator_id");
  }

  String path() {
    return PATH + "/" + id();
  }

  String name() {
    return text("name");
  }

  String role() {
    return text("role");
  }

  boolean isDisabled() {
    return operator.path("disabled").asBoolean();
  }

  String state() {
    return isDisabled() ? "disabled" : "active";
  }

  String text(String member) {
    return operator.path(member).asText();
  }
}
