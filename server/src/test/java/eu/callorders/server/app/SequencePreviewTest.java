package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.cli.CommandLine;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

class SequencePreviewTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path directory;

  private int preview(Path file, String... more) {
    List<String> arguments = new ArrayList<>(List.of("sequence", "preview", file.toString()));
    arguments.addAll(List.of(more));
    return CommandLine.of(Map.of("CALLORDERS_DATA_DIR", directory.resolve("data").toString()))
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(arguments.toArray(String[]::new));
  }

  private Path file(String json) throws IOException {
    return Files.writeString(directory.resolve("ladder.json"), json);
  }

  private static Path docs() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("mvnw"))) {
      folder = folder.getParent();
    }
    return folder.resolve("docs");
  }

  private static final String[] CHRISTMAS = {
    "--from", "2026-12-18T16:00:00+01:00", "--timezone", "Europe/Berlin", "--seed", "7"
  };

  /** Compares with the documentation; {@code -Ddocs.rewrite=true} rewrites it. */
  @Test
  void printsDocumentedExample() throws IOException {
    Path svg = directory.resolve("out.svg");
    String[] arguments = {
      CHRISTMAS[0],
      CHRISTMAS[1],
      CHRISTMAS[2],
      CHRISTMAS[3],
      CHRISTMAS[4],
      CHRISTMAS[5],
      "--svg",
      svg.toString()
    };
    assertThat(preview(docs().resolve("examples/overdue-sequence.json"), arguments))
        .as(err.toString())
        .isZero();

    Path table = docs().resolve("examples/overdue-sequence.txt");
    Path picture = docs().resolve("examples/overdue-sequence.svg");
    if (Boolean.getBoolean("docs.rewrite")) {
      Files.writeString(table, out.toString());
      Files.copy(svg, picture, StandardCopyOption.REPLACE_EXISTING);
    }
    assertThat(table).hasContent(out.toString());
    assertThat(picture).hasSameTextualContentAs(svg);
  }

  @Test
  void respectsHolidaysAndHoursOfSubject() throws IOException {
    Path file =
        file(
            """
            {"trigger": {"signal_type": "a.b"}, "steps": [
              {"id": "christmas", "type": "wait", "until": {"date": "2026-12-25"}},
              {"id": "call", "type": "create_order", "order_type": "x",
               "scheduling": {"max_attempts": 2}}]}
            """);

    assertThat(preview(file, CHRISTMAS)).as(err.toString()).isZero();
    assertThat(out.toString())
        .contains("A version for a.b")
        .containsPattern("christmas +wait begins +Fri 2026-12-18 16:00 ")
        .containsPattern("wakes up +Mon 2026-12-28 08:00 +Mon 2026-12-28 08:00 ")
        .containsPattern("dial 1 of 2 +Mon 2026-12-28 08:00 .* 08:00-20:00\n")
        .containsPattern("dial 2 of 2 +- +Tue 2026-12-29 08:00 +Tue 2026-12-29 08:00 ")
        .contains("  Fri 2026-12-25 1st Christmas day\n", "  Sun 2026-12-20\n")
        .contains("enrollment completed");

    out.getBuffer().setLength(0);
    assertThat(
            preview(
                file,
                "--from=2026-12-18T16:00:00Z",
                "--timezone=America/New_York",
                "--phone=+12125550100"))
        .isZero();
    assertThat(out.toString())
        .containsPattern("wakes up +Fri 2026-12-25 08:00 ")
        .containsPattern("dial 2 of 2 +- +Sat 2026-12-26 08:00 .* 08:00-21:00\n");
  }

  @Test
  void allowsMoreContactsADay() throws IOException {
    Path file =
        file(
            """
            {"trigger": {"signal_type": "a.b"}, "steps": [
              {"id": "call", "type": "create_order", "order_type": "x"}]}
            """);

    assertThat(
            preview(
                file,
                "--from=2026-07-01T09:00:00+02:00",
                "--timezone=Europe/Berlin",
                "--contacts-per-day=10"))
        .isZero();
    assertThat(out.toString())
        .containsPattern("dial 2 of 3 +- +Wed 2026-07-01 13:00 ")
        .containsPattern("dial 3 of 3 +- +Wed 2026-07-01 17:00 ");
  }

  @Test
  void supportsLatestDate() throws IOException {
    Path file =
        file(
            """
            {"trigger": {"signal_type": "a.b"}, "steps": [
              {"id": "far", "type": "wait", "until": {"date": "9999-12-30"}},
              {"id": "call", "type": "create_order", "order_type": "x"}]}
            """);

    assertThat(preview(file, CHRISTMAS)).as(err.toString()).isZero();
    assertThat(out.toString()).containsPattern("wakes up +Thu 9999-12-30 08:00 ");
  }

  @Test
  void isTheSameForTheSameSeed() throws IOException {
    Path ladder = docs().resolve("examples/overdue-sequence.json");
    preview(ladder, CHRISTMAS);
    String first = out.toString();
    out.getBuffer().setLength(0);
    preview(ladder, CHRISTMAS);
    assertThat(out.toString()).isEqualTo(first);
    out.getBuffer().setLength(0);
    preview(ladder, "--from", CHRISTMAS[1], "--timezone", CHRISTMAS[3], "--seed", "8");
    assertThat(out.toString().replace("seed 8", "seed 7")).isNotEqualTo(first);
  }

  @Test
  void reportsEveryFaultLikeTheApi() throws IOException {
    Path file =
        file(
            """
            {"key": "Ladder", "steps": [
              {"id": "a", "type": "wait", "after": {"min": "P2D", "max": "P1D"}},
              {"id": "a", "type": "sleep"}]}
            """);

    assertThat(preview(file, CHRISTMAS)).isEqualTo(1);
    assertThat(err.toString().lines().map(line -> line.replaceFirst(":.*", "")))
        .containsExactlyInAnyOrder(
            "/key pattern",
            "/title required",
            "/trigger required",
            "/steps/0/after inconsistent",
            "/steps/1/type enum",
            "/steps/1/id not_unique");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void defaultsToNowInDefaultTenantZone() throws IOException {
    ZoneId zone = ZoneId.of("Europe/Berlin");
    LocalDate before = LocalDate.now(zone);

    assertThat(preview(docs().resolve("examples/overdue-sequence.json")))
        .as(err.toString())
        .isZero();

    assertThat(out.toString())
        .contains(", Europe/Berlin, ")
        .containsPattern("enrolled \\w+ (%s|%s) ".formatted(before, LocalDate.now(zone)));
  }

  @Test
  void reportsMalformedJson() throws IOException {
    assertThat(preview(file("{"), CHRISTMAS)).isEqualTo(1);
    assertThat(err.toString()).contains("malformed_request").doesNotContain("\tat ");
  }

  @Test
  void namesAMissingFile() {
    assertThat(preview(directory.resolve("nowhere"), CHRISTMAS)).isEqualTo(2);
    assertThat(err.toString()).contains("There is no file or directory");
  }

  @Test
  void reportsInvalidOptions() throws IOException {
    Path file = file("{}");
    assertThat(preview(file, "--from", "2026-12-18T16:00:00", "--timezone", "Europe/Berlin"))
        .isEqualTo(2);
    assertThat(preview(file, "--from", CHRISTMAS[1], "--timezone", "Berlin")).isEqualTo(2);
    assertThat(err.toString()).contains("not a date-time with an offset", "not a time zone");
  }

  /** Escapes text of the file in the image. */
  @Test
  void rendersWellFormedXml() throws Exception {
    Path file =
        file(
            """
            {"key": "ladder", "title": "<script>&\\"'</script> %s", "trigger": {"signal_type": "a.b"},
             "steps": [{"id": "call", "type": "create_order", "order_type": "x"}]}
            """);
    Path svg = directory.resolve("out.svg");

    assertThat(
            preview(
                file, "--from=2026-07-01T09:00:00Z", "--timezone=Europe/Berlin", "--svg=" + svg))
        .as(err.toString())
        .isZero();

    Document document =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(Files.readString(svg))));
    assertThat(document.getElementsByTagName("script").getLength()).isZero();
    assertThat(document.getElementsByTagName("circle").getLength()).isEqualTo(3 + 1);
    assertThat(document.getElementsByTagName("title").item(0).getTextContent())
        .startsWith("<script>&\"'</script> %s");
  }
}
