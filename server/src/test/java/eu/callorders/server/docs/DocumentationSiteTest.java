package eu.callorders.server.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.event.EventType;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.server.app.RunningService;
import eu.callorders.server.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The pages under {@code /docs}, as a browser requests them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DocumentationSiteTest {
  private static final Path DOCUMENTS = Path.of("..", "docs");
  private static final Pattern LINK = Pattern.compile("(href|src)=\"([^\"]+)\"");

  @AutoClose private final HttpClient http = HttpClient.newHttpClient();
  private String address;

  @BeforeAll
  void begin() {
    address = "http://127.0.0.1:" + RunningService.shared().port();
  }

  private HttpResponse<String> get(String path) {
    try {
      return http.send(
          HttpRequest.newBuilder(URI.create(address + path)).build(),
          HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new AssertionError(path, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(path, e);
    }
  }

  private String page(String path) {
    HttpResponse<String> page = get(path);
    assertThat(page.statusCode()).as(path).isEqualTo(200);
    assertThat(page.headers().firstValue("Content-Security-Policy").orElse(""))
        .startsWith("default-src 'none'");
    return page.body();
  }

  /** Follows every link from the first page; scripts, styles and pictures are of this server. */
  @Test
  void everyLinkLeadsToPage() {
    Set<String> seen = new LinkedHashSet<>(Set.of("/docs"));
    Set<String> open = new LinkedHashSet<>(seen);
    while (!open.isEmpty()) {
      Set<String> found = new LinkedHashSet<>();
      for (String path : open) {
        HttpResponse<String> response = get(path);
        assertThat(response.statusCode()).as(path).isEqualTo(200);
        if (response.headers().firstValue("Content-Type").orElse("").startsWith("text/html")) {
          found.addAll(links(path, response.body()));
        }
      }
      found.removeAll(seen);
      seen.addAll(found);
      open = found;
    }
    assertThat(seen).hasSizeGreaterThan(100);
  }

  private static Set<String> links(String path, String body) {
    Set<String> links = new HashSet<>();
    LINK.matcher(body)
        .results()
        .forEach(
            link -> {
              String target = link.group(2).replaceFirst("#.*", "");
              if (target.startsWith("https://")) {
                assertThat(link.group(1)).as(path).isEqualTo("href");
              } else if (!target.isEmpty()) {
                assertThat(target).as(path).startsWith("/");
                links.add(target);
              }
            });
    return links;
  }

  @Test
  void everyAnchorExists() {
    for (String guide : SiteFiles.GUIDES) {
      String path = SiteFiles.guidePath(guide);
      LINK.matcher(page(path))
          .results()
          .map(link -> link.group(2))
          .filter(target -> target.contains("#") && !target.startsWith("https://"))
          .forEach(
              target -> {
                String[] parts = target.split("#", 2);
                assertThat(page(parts[0].isEmpty() ? path : parts[0]))
                    .as(path + " -> " + target)
                    .contains("id=\"" + parts[1] + "\"");
              });
    }
  }

  @Test
  void everyGuideIsOnTheSite() throws IOException {
    try (Stream<Path> files = Files.list(DOCUMENTS)) {
      assertThat(files.map(file -> file.getFileName().toString()).filter(it -> it.endsWith(".md")))
          .containsExactlyInAnyOrderElementsOf(
              Stream.concat(SiteFiles.GUIDES.stream(), Stream.of(SiteFiles.PROBLEMS))
                  .map(name -> name + ".md")
                  .toList());
    }
    assertThat(page("/docs/guides/sandbox")).contains("<h2 id=\"magic-numbers\">", "<table>");
  }

  @Test
  void everyProblemHasPageWithCauseMendAndExample() {
    Map<String, String> sections = ProblemPages.sections(SiteFiles.document(SiteFiles.PROBLEMS));
    assertThat(sections.keySet())
        .containsExactlyElementsOf(
            Arrays.stream(ProblemCode.values()).map(ProblemCode::wire).toList());
    for (ProblemCode code : ProblemCode.values()) {
      assertThat(page("/docs/problems/" + code.wire()))
          .as(code.wire())
          .contains(
              "<h1 id=",
              "<strong>Cause.</strong>",
              "<strong>Mend.</strong>",
              "urn:problem:call-orders:" + code.wire());
      assertThat(page("/docs/problems")).contains("/docs/problems/" + code.wire() + "\"");
    }
  }

  @Test
  void everyEventTypeHasPageWithExample() {
    for (EventType type : EventType.values()) {
      assertThat(page("/docs/events/" + type.wire()))
          .contains("&quot;type&quot; : &quot;" + type.wire() + "&quot;");
    }
  }

  @Test
  void problemsNameTheirPage() {
    String link = get("/v1/nothing").headers().firstValue("Link").orElse("");
    assertThat(link).isEqualTo("</docs/problems/not_found>; rel=\"help\"");
    assertThat(page(link.substring(1, link.indexOf('>')))).contains("not_found");
  }

  @Test
  void unknownPagesAreNotFound() {
    for (String path : List.of("/docs/guides/none", "/docs/problems/none", "/docs/events/none")) {
      assertThat(get(path).statusCode()).as(path).isEqualTo(404);
    }
  }

  @Test
  void searchIndexHasTextOfEveryPage() {
    JsonNode index = Json.parse(get("/docs/search.json").body());
    assertThat(index)
        .hasSizeGreaterThan(
            SiteFiles.GUIDES.size() + ProblemCode.values().length + EventType.values().length);
    assertThat(index)
        .allSatisfy(
            entry -> {
              assertThat(entry.path("title").asText()).isNotEmpty();
              assertThat(entry.path("text").asText().toLowerCase(Locale.ROOT)).isNotEmpty();
            });
    assertThat(index)
        .filteredOn(entry -> entry.path("text").asText().contains("wishes installments"))
        .extracting(entry -> entry.path("path").asText())
        .containsExactly("/docs/guides/sandbox");
  }

  @Test
  void administrationServesItsContractAndTheProblems() {
    String admin = RunningService.shared().admin().get("/docs").text();
    assertThat(admin).contains("id=\"contract\"");
    assertThat(RunningService.shared().admin().get("/docs/problems/secret_limit").text())
        .contains("<strong>Mend.</strong>");
  }
}
