package eu.callorders.server.docs;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.server.contract.Contract;
import eu.callorders.server.http.ProblemBody;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A page for each problem code: cause, mend and an example. */
final class ProblemPages {
  private static final Pattern SECTION =
      Pattern.compile("(?ms)^## ([a-z_]+)\\n\\n(.*?)(?=^## |\\z)");
  private static final String TRACE_ID = "01k9r2m5v7c4e8x0t6q3n1bhzd";

  private ProblemPages() {}

  /** The texts of a document with a section for each code. */
  static Map<String, String> sections(String document) {
    Map<String, String> sections = new LinkedHashMap<>();
    for (Matcher section = SECTION.matcher(document); section.find(); ) {
      sections.put(section.group(1), section.group(2).strip());
    }
    return sections;
  }

  static List<SitePage> of(MarkdownRenderer renderer, String document, Contract contract) {
    Map<String, String> sections = sections(document);
    List<SitePage> pages = new ArrayList<>();
    StringBuilder table = new StringBuilder("# Problems\n\n| status | code | |\n|---|---|---|\n");
    for (ProblemCode code : ProblemCode.values()) {
      String text = sections.getOrDefault(code.wire(), "");
      table.append(
          "| %d | [`%s`](/docs/problems/%s) | %s |\n"
              .formatted(code.status(), code.wire(), code.wire(), code.title()));
      pages.add(renderer.page("/docs/problems/" + code.wire(), page(code, text, contract)));
    }
    pages.addFirst(renderer.page("/docs/problems", table.toString()));
    return pages;
  }

  private static String page(ProblemCode code, String text, Contract contract) {
    return """
    # %s

    `%s`, HTTP status %d

    %s

    ## Example

    ```
    %s
    ```
    """
        .formatted(
            code.title(),
            code.wire(),
            code.status(),
            text,
            example(code, contract).toPrettyString());
  }

  /** That of the contract; a problem of the administration alone has none there. */
  private static JsonNode example(ProblemCode code, Contract contract) {
    for (JsonNode example : contract.document().at("/components/examples")) {
      JsonNode value = example.path("value");
      if (value.path("code").asText().equals(code.wire()) && value.has("trace_id")) {
        return value;
      }
    }
    return ProblemBody.of(Problem.of(code, code.title() + "."), null, TRACE_ID);
  }
}
