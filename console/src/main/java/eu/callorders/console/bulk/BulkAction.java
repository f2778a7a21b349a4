package eu.callorders.console.bulk;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Scope;
import eu.callorders.console.session.Session;

/**
 * An action on many resources, one after the other.
 *
 * @param name in journals, and before its texts: those of its {@link
 *     eu.callorders.console.ui.ActionDialog}, and {@code button}, {@code limit}, {@code left_out},
 *     {@code running}, {@code incomplete} and {@code done}
 * @param scope of its requests
 * @param isDestructive whether it cannot be undone, so that its question is red and asks for a
 *     reason
 */
public record BulkAction(String name, Scope scope, boolean isDestructive, Request request) {
  /** What the action does with one resource. */
  @FunctionalInterface
  public interface Request {
    /**
     * Returns once it is done, also if it was before.
     *
     * @param key idempotency key: the same one while the outcome is unknown
     * @param body contains the reason, if there is one
     */
    void send(Session session, String id, String key, JsonNode body) throws ApiException;
  }

  /** In the identifiers of nodes. */
  String id() {
    return name.replace('_', '-');
  }
}
