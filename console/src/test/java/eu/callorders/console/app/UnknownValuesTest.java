package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.RobotTest;
import eu.callorders.console.session.Session;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.control.ComboBoxBase;
import javafx.scene.control.Labeled;
import javafx.scene.control.TabPane;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.control.TextInputControl;
import javafx.scene.text.Text;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A later version of the service: what the console does not know is shown as it is. */
@RobotTest
@Tag("long")
class UnknownValuesTest {
  private static final Logger ROOT = Logger.getLogger("");

  /** What each screen shows, with all its rows, details and tabs. */
  private static final Map<String, List<String>> SHOWN =
      Map.ofEntries(
          Map.entry("overview", List.of("levitating", "asleep")),
          Map.entry(
              "orders",
              List.of(
                  "levitating",
                  "sang",
                  "echoed",
                  "The moon is full.",
                  "On strike.",
                  "stage fright")),
          Map.entry("enrollments", List.of("hovering", "aria", "bored")),
          Map.entry("sequences", List.of("dreaming", "sing")),
          Map.entry("order-types", List.of("composed")),
          Map.entry("events", List.of("moon.landed", "Tycho")),
          Map.entry("signals", List.of("moon.rising", "eclipsed", "hovering")),
          Map.entry("webhooks", List.of("yawning", "moon.landed")),
          Map.entry("deliveries", List.of("floating", "fog", "moon.landed")),
          Map.entry("suppressions", List.of("oracle")),
          Map.entry("holds", List.of("S-7", "stage fright", "suspended")),
          Map.entry(
              "administration",
              List.of("On strike", "Acme", "stars:read", "ghost", "tenant.crowned", "serenading")));

  @AutoClose private final UnknownValuesService service = new UnknownValuesService();
  private final Queue<String> faults = new ConcurrentLinkedQueue<>();
  private final Locale language = Locale.getDefault();
  @TempDir private Path home;

  private final Handler log =
      new Handler() {
        @Override
        public void publish(LogRecord entry) {
          if (entry.getLevel().intValue() >= Level.SEVERE.intValue()) {
            faults.add(entry.getMessage() + " " + entry.getThrown());
          }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  @BeforeEach
  void prepare() {
    ROOT.addHandler(log);
  }

  @AfterEach
  void check() {
    ROOT.removeHandler(log);
    Locale.setDefault(language);
    assertThat(faults).isEmpty();
  }

  private ConsoleFixture start(String spoken, String environment) throws Exception {
    Session session = service.resources.session(environment);
    ConsoleFixture console = ConsoleFixture.forSession(session, home, Locale.of(spoken));
    console.runAndWait(
        () ->
            Thread.currentThread()
                .setUncaughtExceptionHandler((ignored, e) -> faults.add(String.valueOf(e))));
    return console;
  }

  private static String texts(ConsoleFixture console) {
    return console.stage().getScene().getRoot().lookupAll("*").stream()
        .flatMap(UnknownValuesTest::text)
        .collect(Collectors.joining("\n"));
  }

  private static Stream<String> text(Node node) {
    return switch (node) {
      case Labeled label -> Stream.ofNullable(label.getText());
      case TextInputControl input -> Stream.ofNullable(input.getText());
      case Text shown -> Stream.of(shown.getText());
      default -> Stream.empty();
    };
  }

  private static <T extends Node> List<T> visible(
      ConsoleFixture console, String query, Class<T> type) {
    return console.read(
        () ->
            console.robot().lookup(query).queryAll().stream()
                .filter(node -> node.isVisible() && type.isInstance(node))
                .map(type::cast)
                .toList());
  }

  /** Selects the first row of each table; whether there is one. */
  private static boolean selectRows(ConsoleFixture console) {
    List<TableView<?>> filled = new ArrayList<>();
    for (TableView<?> table : visible(console, ".table-view", TableView.class)) {
      if (!table.getItems().isEmpty()) {
        filled.add(table);
        if (table.getSelectionModel().isEmpty()) {
          table.getSelectionModel().select(0);
        }
      }
    }
    return !filled.isEmpty();
  }

  private static void visitTabs(ConsoleFixture console) {
    for (TabPane tabs : visible(console, ".tab-pane", TabPane.class)) {
      for (int tab = tabs.getTabs().size() - 1; tab >= 0; tab--) {
        int index = tab;
        console.runAndWait(() -> tabs.getSelectionModel().select(index));
      }
    }
  }

  private static void awaitTexts(ConsoleFixture console, String screen, List<String> expected) {
    console.await(() -> screen.equals("overview") || selectRows(console));
    visitTabs(console);
    console.await(
        () -> {
          selectRows(console);
          String shown = texts(console);
          return expected.stream().allMatch(shown::contains);
        });
  }

  @ParameterizedTest
  @CsvSource({"en, dream, DREAM", "de, sandbox, SANDBOX"})
  void areShownOnEachScreen(String spoken, String environment, String header) throws Exception {
    try (ConsoleFixture console = start(spoken, environment)) {
      SHOWN.forEach(
          (screen, expected) -> {
            console.open(screen);
            awaitTexts(console, screen, expected);
          });
      console.open("sandbox"); // opens only that of a sandbox
      assertThat(console.<Labeled>find("#environment").getText()).isEqualTo(header);
    }
  }

  @Test
  void areFiltersAndFieldsOfASearch() throws Exception {
    try (ConsoleFixture console = start("en", "live")) {
      console.open("orders");
      ComboBoxBase<Object> status = console.find("#toolbar #status");
      console.runAndWait(() -> status.setValue("levitating"));
      console.await(
          () ->
              service.resources.service.requests().stream()
                  .anyMatch(it -> it.target().contains("=levitating")));
      assertThat(console.read(() -> texts(console))).contains("levitating");
      TextField search = console.type("#toolbar #search", "aur");
      console.runAndWait(() -> search.getOnAction().handle(null));
      Labeled searched = console.find("#searched");
      console.await(() -> searched.getText().contains("aura"));
      TableView<?> orders = console.find("#orders");
      console.await(() -> orders.getItems().size() == 1);
    }
  }
}
