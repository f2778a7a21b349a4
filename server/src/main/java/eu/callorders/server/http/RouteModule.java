package eu.callorders.server.http;

import io.vertx.ext.web.Router;

/** Routes of a feature that are no operations of the contract, on the listener of the API. */
public interface RouteModule {

  /** Adds the routes. Failures and what nobody answers become problems. */
  void mount(Router router);

  /** Whether requests below this path are limited by source address; false where peers sign. */
  default boolean limitsByAddress(String path) {
    return true;
  }
}
