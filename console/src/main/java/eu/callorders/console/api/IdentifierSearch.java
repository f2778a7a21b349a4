package eu.callorders.console.api;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** Looks up a resource by identifier as a list with at most one row. */
public final class IdentifierSearch {
  private static final int NOT_FOUND = 404;

  private IdentifierSearch() {}

  public static Page<JsonNode> find(ApiClient api, String path) throws ApiException {
    try {
      return new Page<>(List.of(api.get(path).body()), false, "");
    } catch (ApiException e) {
      if (e.failure() instanceof Failure.Refused refused
          && refused.problem().status() == NOT_FOUND) {
        return new Page<>(List.of(), false, "");
      }
      throw e;
    }
  }
}
