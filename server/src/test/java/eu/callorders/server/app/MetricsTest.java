package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The metrics follow the conventions of Prometheus; CI also runs {@code promtool check metrics}.
 */
class MetricsTest {
  /** The service's own metrics, and those of the JVM, the process and Vert.x. */
  private static final Pattern PREFIX = Pattern.compile("(callorders|jvm|process|system|vertx)_.*");

  private static final Pattern COMMENT = Pattern.compile("# (HELP|TYPE) (\\S+) (.+)");
  private static final Pattern SAMPLE = Pattern.compile("([a-z0-9_]+)(\\{.*})? (\\S+)");
  private static final Pattern PART = Pattern.compile("_(count|sum|bucket)$");
  private static final Path RULES = Path.of("..", "deploy", "prometheus", "rules.yaml");

  /** With the last line of its rule. */
  private static final Pattern ALERT =
      Pattern.compile("- alert: (\\w+)\\R(?:(?! +- alert:|.*runbook:).*\\R)*+ +runbook: (.+)");

  private static final Pattern HEADING = Pattern.compile("(?m)^### (\\w+)$");

  private static final Pattern NAME =
      Pattern.compile("\\b(callorders|jvm|process|system|vertx)_[a-z_]+");

  private static final Pattern NAME_IN_TABLE =
      Pattern.compile("(?m)^\\| `(callorders_[a-z_]+)[`{]");

  private static final Set<String> OTHER_UNITS =
      Set.of("ms", "millis", "milliseconds", "minutes", "hours", "days", "percent", "kilobytes");

  private final Map<String, String> help = new HashMap<>();
  private final Map<String, String> types = new HashMap<>();
  private final Set<String> samples = new HashSet<>();
  private final List<String> faults = new ArrayList<>();

  private static String scrape = "";

  @BeforeAll
  static void scrape() {
    RunningService service = RunningService.shared();
    service.newTenant();
    scrape =
        Await.until(
            "the requests are counted",
            () -> service.admin().get("/metrics").text(),
            text -> text.contains("vertx_http_server_requests_total{"));
  }

  @Test
  void namesFollowConventions() {
    scrape.lines().forEach(this::read);

    assertThat(faults).isEmpty();
    assertThat(types).containsKeys("callorders_orders", "jvm_threads_live_threads");
    assertThat(types.keySet()).allMatch(name -> PREFIX.matcher(name).matches());
    assertThat(types.keySet()).noneMatch(MetricsTest::hasOtherUnit);
    types.forEach(
        (name, type) ->
            assertThat(name.endsWith("_total")).as(name).isEqualTo(type.equals("counter")));
    assertThat(help.keySet()).isEqualTo(types.keySet());
  }

  /** Rules, dashboard and documents name existing metrics; the administration's table has all. */
  @Test
  void documentsNameExistingMetrics() throws IOException {
    scrape.lines().forEach(this::read);
    Set<String> unknown = new TreeSet<>();
    for (Path document : documents()) {
      NAME.matcher(Files.readString(document))
          .results()
          .map(MatchResult::group)
          .filter(name -> !types.containsKey(PART.matcher(name).replaceFirst("")))
          .filter(name -> !types.containsKey(name))
          .forEach(name -> unknown.add(document + ": " + name));
    }
    assertThat(unknown).isEmpty();

    Set<String> own = new TreeSet<>(types.keySet());
    own.removeIf(name -> !name.startsWith("callorders_"));
    assertThat(
            NAME_IN_TABLE
                .matcher(Files.readString(Path.of("..", "docs", "ADMINISTRATION.md")))
                .results()
                .map(row -> row.group(1))
                .toList())
        .containsExactlyInAnyOrderElementsOf(own);
  }

  @Test
  void everyAlertHasItsRunbook() throws IOException {
    List<String> alerts = new ArrayList<>();
    ALERT
        .matcher(Files.readString(RULES))
        .results()
        .forEach(
            alert -> {
              alerts.add(alert.group(1));
              assertThat(alert.group(2))
                  .isEqualTo("docs/OPERATING.md#" + alert.group(1).toLowerCase(Locale.ROOT));
            });

    String operating = Files.readString(Path.of("..", "docs", "OPERATING.md"));
    String section = operating.substring(operating.indexOf("\n## Alerts\n") + 1);
    section = section.substring(0, section.indexOf("\n## "));
    assertThat(HEADING.matcher(section).results().map(heading -> heading.group(1)).toList())
        .containsExactlyElementsOf(alerts);
  }

  private static List<Path> documents() throws IOException {
    try (Stream<Path> docs = Files.walk(Path.of("..", "docs"))) {
      return Stream.concat(
              docs.filter(file -> file.toString().endsWith(".md")),
              Stream.of(
                  RULES,
                  Path.of("..", "deploy", "prometheus", "tests.yaml"),
                  Path.of("..", "deploy", "grafana", "call-orders.json")))
          .toList();
    }
  }

  private void read(String line) {
    Matcher comment = COMMENT.matcher(line);
    Matcher sample = SAMPLE.matcher(line);
    if (comment.matches()) {
      Map<String, String> known = comment.group(1).equals("HELP") ? help : types;
      if (known.put(comment.group(2), comment.group(3)) != null) {
        faults.add("twice: " + line);
      }
    } else if (sample.matches()) {
      read(sample.group(1), String.valueOf(sample.group(2)));
    } else {
      faults.add("not understood: " + line);
    }
  }

  private void read(String name, String labels) {
    String type =
        types.getOrDefault(name, types.getOrDefault(PART.matcher(name).replaceFirst(""), ""));
    if (type.isEmpty()) {
      faults.add("without a type: " + name);
    }
    if (labels.contains("quantile=") && !type.equals("summary")) {
      faults.add("a quantile of a " + type + ": " + name);
    }
    if (!samples.add(name + labels)) {
      faults.add("twice: " + name + labels);
    }
  }

  private static boolean hasOtherUnit(String name) {
    Set<String> words = new TreeSet<>(List.of(name.split("_")));
    words.retainAll(OTHER_UNITS);
    return !words.isEmpty();
  }
}
