package eu.callorders.server.http;

import io.vertx.ext.web.Router;

/** Routes outside the contract on the API's listener. */
public interface RouteModule {

  /** Adds the routes. Failures and unmatched requests become problems. */
  void mount(Router router);

  /** Whether requests below the path are limited by source address; false where peers sign. */
  default boolean limitsByAddress(String path) {
    return true;
  }
}
