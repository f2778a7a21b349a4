package eu.callorders.server.list;

import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Caller;
import eu.callorders.server.ratelimit.RateLimit;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Requests of lists. */
public final class ListRequests {
  public static final ApiRequest UNFILTERED = of(Map.of());

  private ListRequests() {}

  public static ApiRequest of(Map<String, String> query) {
    return of(new UUID(1, 2), "listThings", query);
  }

  static ApiRequest of(UUID tenant, String operation, Map<String, String> query) {
    Caller caller = new Caller(tenant, new UUID(5, 5), Set.of(), RateLimit.UNLIMITED);
    return new ApiRequest(operation, "GET", "/", "t", caller, Map.of(), query, Map.of(), null, 0);
  }
}
