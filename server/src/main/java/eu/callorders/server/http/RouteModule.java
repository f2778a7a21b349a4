package eu.callorders.server.http;

import io.vertx.ext.web.Router;

/** Routes of the API listener that are no operations of the contract. */
public interface RouteModule {
  void mount(Router router);
}
