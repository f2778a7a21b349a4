package eu.callorders.server.docs;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.ext.heading.anchor.HeadingAnchorExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;
import org.commonmark.renderer.text.TextContentRenderer;

/** Renders Markdown documents as pages. */
final class MarkdownRenderer {
  private static final List<Extension> EXTENSIONS =
      List.of(TablesExtension.create(), HeadingAnchorExtension.create());

  private final Parser parser = Parser.builder().extensions(EXTENSIONS).build();
  private final HtmlRenderer html =
      HtmlRenderer.builder().extensions(EXTENSIONS).escapeHtml(true).build();
  private final TextContentRenderer text =
      TextContentRenderer.builder().extensions(List.of(TablesExtension.create())).build();
  private final Function<String, Optional<String>> targets;

  /**
   * @param targets the address to which a link of a document leads on the site; empty for a file
   *     that the site does not have, of which the text of the link remains
   */
  MarkdownRenderer(Function<String, Optional<String>> targets) {
    this.targets = targets;
  }

  /** The page of a document, titled by its first heading. */
  SitePage page(String path, String markdown) {
    Node document = parser.parse(markdown);
    document.accept(new LinkRewriter());
    return new SitePage(path, title(document), html.render(document), text.render(document));
  }

  private String title(Node document) {
    for (Node node = document.getFirstChild(); node != null; node = node.getNext()) {
      if (node instanceof Heading heading) {
        return text.render(heading).strip();
      }
    }
    throw new IllegalArgumentException("a document without heading");
  }

  private final class LinkRewriter extends AbstractVisitor {
    @Override
    public void visit(Link link) {
      visitChildren(link);
      targets
          .apply(link.getDestination())
          .ifPresentOrElse(link::setDestination, () -> unwrap(link));
    }

    @Override
    public void visit(Image image) {
      targets
          .apply(image.getDestination())
          .ifPresentOrElse(image::setDestination, () -> unwrap(image));
    }

    private static void unwrap(Node node) {
      for (Node child = node.getFirstChild(); child != null; child = node.getFirstChild()) {
        node.insertBefore(child);
      }
      node.unlink();
    }
  }
}
