package eu.callorders.server.evidence;

import eu.callorders.server.http.RouteModule;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;

/**
 * Publishes the keys of evidence apart from those of access tokens: no resource server shall take
 * evidence for a token.
 */
public final class EvidenceKeyRoutes implements RouteModule {
  public static final String PATH = "/.well-known/evidence-jwks.json";

  private final EvidenceKeys keys;

  public EvidenceKeyRoutes(EvidenceKeys keys) {
    this.keys = keys;
  }

  @Override
  public void mount(Router router) {
    router.route(PATH).method(HttpMethod.GET).method(HttpMethod.HEAD).handler(this::publish);
  }

  private void publish(RoutingContext context) {
    keys.publishedJwks()
        .onFailure(context::fail)
        .onSuccess(
            set ->
                context
                    .response()
                    .putHeader(HttpHeaders.CONTENT_TYPE, "application/json")
                    .putHeader(HttpHeaders.CACHE_CONTROL, "public, max-age=60")
                    .end(set.toString()));
  }
}
