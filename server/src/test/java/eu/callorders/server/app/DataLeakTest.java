package eu.callorders.server.app;

import static eu.callorders.server.app.Canaries.CLIENTS;
import static eu.callorders.server.app.Canaries.PERSON;
import static eu.callorders.server.app.Canaries.REFERENCE;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Canary values pass through all features and failures of the service; then logs, metrics, traces,
 * errors and tables are searched for them.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("long")
class DataLeakTest {
  @AutoClose private final CanaryScenario scenario = new CanaryScenario();

  @Test
  void logsContainNoCanary() {
    assertThat(scenario.text.printed())
        .as("failures are logged")
        .contains("request failed", "PgException", "webhook attempt");
    assertThat(scenario.json.printed())
        .contains("request failed", "PgException", "webhook attempt");
    assertThat(scenario.json.printed().lines()).allMatch(line -> Json.parse(line).isObject());
    for (String printed : List.of(scenario.text.printed(), scenario.json.printed())) {
      assertThat(linesWith(printed, PERSON)).isEmpty();
      assertThat(linesWith(printed, List.of(REFERENCE))).isEmpty();
      assertThat(linesWith(printed, CLIENTS)).isEmpty();
      assertThat(linesWith(printed, scenario.secrets)).isEmpty();
    }
  }

  @Test
  void metricsContainNoCanary() {
    assertThat(scenario.metrics).contains("jvm_memory");
    assertThat(canariesIn(scenario.metrics)).isEmpty();
  }

  @Test
  void tracesContainNoCanary() {
    scenario.collector.await(
        "the trace of a call",
        spans -> spans.stream().anyMatch(span -> span.name().equals("send webhook")));
    assertThat(canariesIn(scenario.collector.text())).isEmpty();
  }

  @Test
  void auditLogContainsNoCanary() {
    assertThat(scenario.auditLog).contains("subject.erased", "subject.exported");
    assertThat(canariesIn(scenario.auditLog)).isEmpty();
  }

  @Test
  void errorsContainOnlyOwnInputAndNoSecrets() {
    assertThat(scenario.rejected.refusals).hasSizeGreaterThan(30);
    for (Map.Entry<String, String> each : scenario.rejected.refusals) {
      List<String> leaked = new ArrayList<>(canariesIn(each.getValue()));
      leaked.removeIf(
          canary -> !scenario.secrets.contains(canary) && each.getKey().contains(canary));
      assertThat(leaked).as(each.getValue()).isEmpty();
      if (each.getValue().startsWith("500")) {
        assertThat(canariesIn(each.getValue())).as(each.getValue()).isEmpty();
      }
    }
  }

  @Test
  void erasureLeavesObjectionsAndReferencesInEventsOnly() {
    for (String canary : PERSON) {
      assertThat(tablesWith(canary)).as(canary).isSubsetOf("public.suppression");
    }
    assertThat(tablesWith(REFERENCE)).isSubsetOf("public.suppression", "public.event");
    assertThat(tablesWith("Zaunkoenigmeta"))
        .as("the search works")
        .contains("public.call_order_body");
    for (String secret : scenario.secrets) {
      assertThat(tablesWith(secret)).as(secret).isEmpty();
    }
  }

  private List<String> canariesIn(String where) {
    List<String> found = new ArrayList<>();
    for (List<String> canaries : List.of(PERSON, List.of(REFERENCE), CLIENTS, scenario.secrets)) {
      canaries.stream().filter(where::contains).forEach(found::add);
    }
    return found;
  }

  private static List<String> linesWith(String printed, List<String> canaries) {
    return printed.lines().filter(line -> canaries.stream().anyMatch(line::contains)).toList();
  }

  /** The tables with the value in any column, in upper or lower case, as text or bytes. */
  private List<String> tablesWith(String canary) {
    String bytes = HexFormat.of().formatHex(canary.getBytes(StandardCharsets.UTF_8));
    List<String> tables = scenario.tables();
    String search =
        tables.stream()
            .map(
                table ->
                    ("SELECT '%1$s' WHERE EXISTS (SELECT FROM %1$s t"
                            + " WHERE strpos(lower(t::text), lower(?)) > 0"
                            + " OR strpos(t::text, ?) > 0)")
                        .formatted(table))
            .collect(Collectors.joining(" UNION ALL "));
    Object[] texts =
        tables.stream().flatMap(table -> Stream.of(canary, bytes)).toArray(Object[]::new);
    return scenario.service.sql(search, texts).stream().map(List::getFirst).toList();
  }
}
