package eu.callorders.server.docs;

import com.fasterxml.jackson.databind.node.ArrayNode;
import eu.callorders.server.contract.Contract;
import eu.callorders.server.json.Json;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** All pages of the site, rendered once. */
final class SitePages {
  private final Map<String, Buffer> pages = new HashMap<>();
  private final Buffer index;

  private SitePages(List<SitePage> all) {
    ArrayNode entries = Json.array();
    for (SitePage page : all) {
      pages.put(page.path(), Buffer.buffer(SiteLayout.page(page)));
      entries.add(
          Json.object()
              .put("path", page.path())
              .put("title", page.title())
              .put("text", page.text()));
    }
    index = Buffer.buffer(Json.bytes(entries));
  }

  static SitePages load(Contract contract) {
    MarkdownRenderer renderer = new MarkdownRenderer(SiteFiles::target);
    List<SitePage> all = new ArrayList<>();
    all.add(renderer.page("/docs", resource("home.md")));
    for (String guide : SiteFiles.GUIDES) {
      all.add(renderer.page(SiteFiles.guidePath(guide), SiteFiles.document(guide)));
    }
    all.addAll(ProblemPages.of(renderer, SiteFiles.document(SiteFiles.PROBLEMS), contract));
    all.addAll(EventPages.of(renderer, contract));
    return new SitePages(all);
  }

  private static String resource(String name) {
    return new String(SiteFiles.read("/site/" + name), StandardCharsets.UTF_8);
  }

  Optional<Buffer> page(String path) {
    return Optional.ofNullable(pages.get(path));
  }

  /** What the search reads: path, title and text of each page. */
  Buffer index() {
    return index;
  }
}
