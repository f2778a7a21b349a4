package eu.callorders.server.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.contract.Contract;
import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Serves the contract and a page that renders it. */
final class DocumentationPages implements RouteModule {
  private static final String ASSETS = "/META-INF/resources/webjars/swagger-ui/5.34.1/";
  private static final Pattern SERVERS = Pattern.compile("(?m)^servers:\\n(?:[ ].*\\n|\\n)*");
  private static final Pattern TOKEN_URL = Pattern.compile("https://auth\\.call-orders\\.example");
  private static final Map<String, String> TYPES =
      Map.of(
          "swagger-ui.css", "text/css; charset=utf-8",
          "swagger-ui-bundle.js", "text/javascript; charset=utf-8",
          "favicon-32x32.png", "image/png");

  private static final String PAGE =
      """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>{title}</title>
      <link rel="icon" href="/docs/favicon-32x32.png">
      <link rel="stylesheet" href="/docs/swagger-ui.css">
      </head>
      <body>
      <div id="contract"></div>
      <script src="/docs/swagger-ui-bundle.js"></script>
      <script src="/docs/start.js"></script>
      </body>
      </html>
      """;
  private static final String START =
      """
      SwaggerUIBundle({
        url: '/openapi.yaml',
        dom_id: '#contract',
        deepLinking: true,
        docExpansion: 'none',
        validatorUrl: null
      });
      """;

  private final Contract contract;
  private final ApiSettings settings;
  private @Nullable Buffer json;
  private final Map<String, Buffer> assets = new ConcurrentHashMap<>();

  DocumentationPages(Contract contract, ApiSettings settings) {
    this.contract = contract;
    this.settings = settings;
  }

  @Override
  public void mount(Router router) {
    router.get("/openapi.yaml").handler(this::document);
    router.get("/openapi.json").handler(this::json);
    router.get("/docs").handler(this::page);
    router.get("/docs/contract").handler(this::page);
    router.get("/docs/start.js").handler(this::start);
    TYPES.keySet().forEach(name -> router.get("/docs/" + name).handler(it -> asset(it, name)));
  }

  private void document(RoutingContext context) {
    context.response().putHeader("Content-Type", "application/yaml").end(withAddresses());
  }

  /** The contract with this deployment's addresses in place of the examples. */
  private String withAddresses() {
    String servers = "servers:\n  - url: " + settings.baseUrl().get() + "\n";
    return withAuthUrl(
        SERVERS.matcher(contract.text()).replaceFirst(Matcher.quoteReplacement(servers)));
  }

  private String withAuthUrl(String text) {
    return TOKEN_URL.matcher(text).replaceAll(Matcher.quoteReplacement(settings.authUrl().get()));
  }

  /** Rendered once: it is large, and the addresses no longer change after startup. */
  private void json(RoutingContext context) {
    Buffer content = json;
    if (content == null) {
      ObjectNode document = contract.document().deepCopy();
      document.putArray("servers").addObject().put("url", settings.baseUrl().get());
      content = Buffer.buffer(withAuthUrl(document.toString()));
      json = content;
    }
    context.response().putHeader("Content-Type", "application/json").end(content);
  }

  private void page(RoutingContext context) {
    DocumentationHeaders.add(context.response(), "text/html; charset=utf-8")
        .end(PAGE.replace("{title}", contract.title()));
  }

  private void start(RoutingContext context) {
    context.response().putHeader("Content-Type", "text/javascript; charset=utf-8").end(START);
  }

  private void asset(RoutingContext context, String name) {
    context
        .vertx()
        .executeBlocking(() -> assets.computeIfAbsent(name, DocumentationPages::read), false)
        .onFailure(context::fail)
        .onSuccess(
            content ->
                context
                    .response()
                    .putHeader("Content-Type", TYPES.getOrDefault(name, "application/octet-stream"))
                    .putHeader("Cache-Control", "public, max-age=86400")
                    .end(content));
  }

  private static Buffer read(String name) {
    try (InputStream stream = DocumentationPages.class.getResourceAsStream(ASSETS + name)) {
      if (stream == null) {
        throw new IllegalStateException("no resource " + name);
      }
      return Buffer.buffer(stream.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
