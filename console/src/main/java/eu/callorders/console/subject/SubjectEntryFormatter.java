package eu.callorders.console.subject;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Json;
import eu.callorders.console.ui.HoldEndFormatter;
import eu.callorders.console.ui.Link;
import eu.callorders.console.ui.MoneyFormatter;
import eu.callorders.console.ui.OrderStatusText;
import eu.callorders.console.ui.StatusBadge;
import eu.callorders.console.ui.StatusStyle;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.TimestampFormatter;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Describes resources in the words of the screens that list them. */
public final class SubjectEntryFormatter {
  private final Texts texts = Texts.of(SubjectEntryFormatter.class);
  private final TimestampFormatter times = new TimestampFormatter();

  /** Describes a row of that section; members that are missing are left out. */
  public SubjectEntry entry(SubjectSection section, JsonNode row) {
    Texts words = section.texts();
    return switch (section) {
      case HOLDS -> hold(words, row);
      case SUPPRESSIONS -> suppression(words, row);
      case PROMISES -> promise(row);
      case ORDERS -> order(words, row);
      case ENROLLMENTS -> enrollment(words, row);
    };
  }

  private SubjectEntry hold(Texts words, JsonNode hold) {
    String status = text(hold, "status");
    String claim =
        hold.path("claim").properties().stream()
            .map(Map.Entry::getValue)
            .map(number -> number.asText(""))
            .collect(Collectors.joining(", "));
    return new SubjectEntry(
        words.value("status", status),
        StatusStyle.of(status),
        words.value("hold_reason", text(hold, "reason")),
        joined(
            created(hold),
            status.equals("active") ? HoldEndFormatter.format(texts, times, hold) : "",
            claim,
            text(hold, "phone"),
            text(hold, "note")),
        Link.to("holds", text(hold, "id")),
        List.of());
  }

  /** The list of its screen is filtered, since it opens no entry by its identifier. */
  private SubjectEntry suppression(Texts words, JsonNode entry) {
    String phone = text(entry, "phone");
    return new SubjectEntry(
        words.value("source", text(entry, "source")),
        StatusBadge.Tone.WARNING,
        phone.isEmpty() ? texts.get("all_numbers") : phone,
        joined(created(entry), text(entry, "reason")),
        new Link(
            "suppressions",
            text(entry, "id"),
            Map.of("subject_reference", text(entry, "subject_reference"))),
        List.of());
  }

  private SubjectEntry promise(JsonNode promise) {
    String status = text(promise, "status");
    String amount = MoneyFormatter.format(promise.path("amount"));
    String due = times.day(text(promise, "due_on"));
    return new SubjectEntry(
        texts.value("promise_status", status),
        StatusStyle.promise(status),
        amount.isEmpty() ? texts.get("promise.payment") : amount,
        joined(created(promise), due.isEmpty() ? "" : texts.get("promise.due", due)),
        Link.to("orders", text(promise, "call_order_id")),
        List.of());
  }

  private SubjectEntry order(Texts words, JsonNode order) {
    Link link = Link.to("orders", text(order, "id"));
    List<SubjectEntry> calls =
        Json.list(order.path("calls"), call -> call(words, call, link)).reversed();
    OrderStatusText status = OrderStatusText.of(words, order);
    return new SubjectEntry(
        status.status(),
        StatusStyle.order(order),
        named(order, joined(text(order, "order_type"), text(order, "client_reference"))),
        joined(created(order), status.outcome()),
        link,
        calls);
  }

  private SubjectEntry call(Texts words, JsonNode call, Link order) {
    String disposition = text(call, "disposition");
    return new SubjectEntry(
        words.value("disposition", disposition),
        StatusStyle.of(disposition),
        words.get("attempt", call.path("attempt").asInt()),
        times.text(text(call, "started_at")),
        order,
        List.of());
  }

  private SubjectEntry enrollment(Texts words, JsonNode enrollment) {
    String status = text(enrollment, "status");
    return new SubjectEntry(
        words.value("status", status),
        StatusStyle.enrollment(status, text(enrollment, "exit_reason")),
        named(enrollment, text(enrollment, "sequence_key")),
        joined(created(enrollment), text(enrollment, "current_step_id")),
        Link.to("enrollments", text(enrollment, "id")),
        List.of());
  }

  private String created(JsonNode row) {
    return times.text(text(row, "created_at"));
  }

  /** A link needs a text. */
  private static String named(JsonNode row, String name) {
    return name.isEmpty() ? text(row, "id") : name;
  }

  private static String text(JsonNode row, String member) {
    return row.path(member).asText("");
  }

  private static String joined(String... parts) {
    return Stream.of(parts).filter(part -> !part.isEmpty()).collect(Collectors.joining(" · "));
  }
}
