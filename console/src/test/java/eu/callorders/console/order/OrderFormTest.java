package eu.callorders.console.order;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Problem;
import eu.callorders.console.form.JsonFieldConverter;
import eu.callorders.console.ui.FailureMessage;
import eu.callorders.console.ui.Texts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OrderFormTest {
  private static final Path SANDBOX = Path.of("..", "docs", "SANDBOX.md");
  private static final Pattern ROW = Pattern.compile("(?m)^\\| ([0-9][0-9, ]*)");

  private final JsonFieldConverter converter = new JsonFieldConverter(ZoneId.of("Europe/Berlin"));

  /** An unchanged field must not change the order. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-07-01T12:00:00Z",
        "2026-07-01T12:00:30Z",
        "2026-07-01T12:00:00.050Z",
        "2026-12-01T12:00:30.123Z",
        "2026-10-25T00:30:00Z",
        "2026-10-25T01:30:00Z"
      })
  void roundTripsTimestamps(String timestamp) {
    ObjectNode order = Json.object();
    order.withObject("/scheduling/window").put("not_before", timestamp);
    String text = converter.toText(OrderField.NOT_BEFORE, order);
    assertThat(text).isNotEqualTo(timestamp);
    assertThat(toJson(OrderField.NOT_BEFORE, text).asText()).isEqualTo(timestamp);
  }

  @Test
  void explainsUnreadableTimestamps() {
    for (String wrong : List.of("soon", "2026-02-30 12:00", "2026-03-29 02:30")) {
      assertThat(converter.toJson(OrderField.NOT_AFTER, wrong, MissingNode.getInstance()))
          .isEmpty();
      assertThat(converter.fault(OrderField.NOT_AFTER, wrong)).isNotBlank();
    }
  }

  @Test
  void passesUnreadableTextThrough() {
    assertThat(toJson(OrderField.MAX_ATTEMPTS, "many").asText()).isEqualTo("many");
    assertThat(toJson(OrderField.MAX_ATTEMPTS, "3").isInt()).isTrue();
    assertThat(toJson(OrderField.RANDOMIZE, "false").asText()).isEqualTo("false");
  }

  @Test
  void readsWhatAnOperatorWritesAsTheServiceTakesIt() {
    assertThat(toJson(OrderField.OUTSTANDING, "1.234,50").asText()).isEqualTo("1234.50");
    assertThat(toJson(OrderField.CURRENCY, "eur").asText()).isEqualTo("EUR");
    assertThat(toJson(OrderField.DUE_DATE, "15.12.2026").asText()).isEqualTo("2026-12-15");
    assertThat(toJson(OrderField.DUE_DATE, "2026-12-15").asText()).isEqualTo("2026-12-15");
    assertThat(toJson(OrderField.PHONE, "+49 (30) 23125-021").asText()).isEqualTo("+493023125021");
    assertThat(toJson(OrderField.NOT_BEFORE, "15.12.2026").asText())
        .isEqualTo("2026-12-14T23:00:00Z");
    assertThat(toJson(OrderField.NOT_AFTER, "15.12.2026").asText())
        .isEqualTo("2026-12-15T22:59:00Z");
  }

  @ParameterizedTest
  @CsvSource({
    "OUTSTANDING, abc",
    "OUTSTANDING, 1.234",
    "CURRENCY, Euro",
    "DUE_DATE, 31.02.2026",
    "PHONE, 030 23125021"
  })
  void marksWhatTheServiceWouldRefuse(OrderField field, String text) {
    OrderForm form = new OrderForm(OrderField.ALL, converter);
    form.value(field).set(text);
    assertThat(form.newOrder()).isEmpty();
    assertThat(Texts.of(OrdersView.class).bundle().containsKey(form.error(field).get())).isTrue();
  }

  private JsonNode toJson(OrderField field, String text) {
    return converter.toJson(field, text, MissingNode.getInstance()).orElseThrow();
  }

  @Test
  void coversDocumentedMagicNumbers() throws IOException {
    TreeSet<String> endings = new TreeSet<>();
    for (var row : ROW.matcher(Files.readString(SANDBOX)).results().toList()) {
      Pattern.compile("[0-9]{2}")
          .matcher(row.group(1))
          .results()
          .forEach(it -> endings.add(it.group()));
    }
    endings.remove("06"); // same outcome as 00
    assertThat(MagicPhones.ENDINGS).containsExactlyElementsOf(endings);
  }

  @Test
  void prefixesErrorsOfCallTimesWithTheirLine() {
    OrderForm form = new OrderForm(OrderField.ALL, converter);
    boolean assigned =
        form.setError(
            List.of(
                new Problem.FieldError("/scheduling/local_call_times/1/to", "pattern", "no time"),
                new Problem.FieldError("/scheduling/local_call_times/2", "overlap", "overlaps"),
                new Problem.FieldError("/scheduling/local_call_times", "max_items", "too many"),
                new Problem.FieldError("/scheduling/max_attempts", "maximum", "10 at most")));
    assertThat(assigned).isTrue();
    assertThat(form.error(OrderField.LOCAL_CALL_TIMES).get())
        .isEqualTo(
            "2 (to): %s\n3: overlaps\n%s"
                .formatted(message("pattern", "no time"), message("max_items", "too many")));
    assertThat(form.error(OrderField.MAX_ATTEMPTS).get())
        .isEqualTo(message("maximum", "10 at most"));
  }

  private static String message(String code, String message) {
    return FailureMessage.of(new Problem.FieldError("", code, message));
  }
}
