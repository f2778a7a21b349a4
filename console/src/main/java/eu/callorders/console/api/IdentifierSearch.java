package eu.callorders.console.api;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** What a search by identifier finds. */
public final class IdentifierSearch {
  private static final int NOT_FOUND = 404;

  private IdentifierSearch() {}

  /** The resource of that path as the only row, or no row when there is none. */
  public static Page<JsonNode> at(ApiClient api, String path) throws ApiException {
    try {
      return new Page<>(List.of(api.get(path).body()), false, "");
    } catch (ApiException e) {
      if (e.failure() instanceof Failure.Refused no && no.problem().status() == NOT_FOUND) {
        return new Page<>(List.of(), false, "");
      }
      throw e;
    }
  }
}
