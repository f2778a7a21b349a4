package eu.callorders.server.docs;

import eu.callorders.core.problem.Problem;
import eu.callorders.server.contract.Contract;
import eu.callorders.server.http.DocumentationHeaders;
import eu.callorders.server.http.Reply;
import eu.callorders.server.http.RouteModule;
import eu.callorders.server.http.RouteReplies;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Serves the pages of the documentation. They request nothing from other servers. */
public final class DocumentationSite implements RouteModule {
  private static final String HTML = "text/html; charset=utf-8";

  private final Supplier<Contract> contract;
  private final boolean home;
  private volatile @Nullable SitePages pages;

  /**
   * @param contract loads the public one, when a page is requested
   * @param home whether {@code /docs} is the first page of the site; else the listener's own
   *     contract stays there
   */
  public DocumentationSite(Supplier<Contract> contract, boolean home) {
    this.contract = contract;
    this.home = home;
  }

  @Override
  public void mount(Router router) {
    if (home) {
      router.get("/docs").handler(this::page);
    }
    List.of("/docs/guides/:name", "/docs/problems", "/docs/problems/:name", "/docs/events")
        .forEach(path -> router.get(path).handler(this::page));
    router.get("/docs/events/:name").handler(this::page);
    router.get("/docs/search.json").handler(this::index);
    file(router, "/docs/site.css", "/site/site.css", "text/css; charset=utf-8");
    file(router, "/docs/site.js", "/site/site.js", "text/javascript; charset=utf-8");
    file(router, "/docs/" + SiteFiles.TIMELINE, "/docs/" + SiteFiles.TIMELINE, "image/svg+xml");
  }

  private void page(RoutingContext context) {
    send(context, HTML, all -> all.page(context.request().path()));
  }

  private void index(RoutingContext context) {
    send(context, "application/json", all -> Optional.of(all.index()));
  }

  /** Rendering takes a moment, and is done by the first request. */
  private void send(
      RoutingContext context, String type, Function<SitePages, Optional<Buffer>> content) {
    SitePages rendered = pages;
    Future<SitePages> loaded =
        rendered != null
            ? Future.succeededFuture(rendered)
            : context.vertx().executeBlocking(this::load, false);
    loaded
        .onFailure(context::fail)
        .onSuccess(
            all ->
                content
                    .apply(all)
                    .ifPresentOrElse(
                        body -> end(context, type, body),
                        () -> RouteReplies.send(context, Reply.problem(Problem.notFound()))));
  }

  private synchronized SitePages load() {
    SitePages rendered = pages;
    if (rendered == null) {
      rendered = SitePages.load(contract.get());
      pages = rendered;
    }
    return rendered;
  }

  private static void file(Router router, String path, String resource, String type) {
    router
        .get(path)
        .handler(
            context ->
                context
                    .vertx()
                    .executeBlocking(() -> Buffer.buffer(SiteFiles.read(resource)), false)
                    .onFailure(context::fail)
                    .onSuccess(body -> end(context, type, body)));
  }

  private static void end(RoutingContext context, String type, Buffer body) {
    DocumentationHeaders.add(context.response(), type).end(body);
  }
}
