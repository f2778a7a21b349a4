package eu.callorders.server.ordertype;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An order type with the members that only its owner sees. Instants are the tenant's time.
 *
 * @param revision rises with every change; the entity tag
 */
public record OrderTypeDetails(
    OrderType type,
    String title,
    @Nullable String description,
    int revision,
    Instant createdAt,
    Instant updatedAt) {

  static OrderTypeDetails created(
      OrderType type, String title, @Nullable String description, Instant now) {
    return new OrderTypeDetails(type, title, description, 1, now, now);
  }

  boolean archived() {
    return type.status().equals("archived");
  }

  OrderTypeDetails archivedAt(Instant now) {
    return next(
        new OrderType(type.key(), "archived", type.version(), type.agent(), type.defaults()),
        title,
        description,
        now);
  }

  /**
   * The type with these members, in a new version if agent or defaults differ; the same instance if
   * nothing differs.
   */
  OrderTypeDetails with(
      String newTitle,
      @Nullable String newDescription,
      String status,
      JsonNode agent,
      JsonNode defaults,
      Instant now) {
    boolean sameBehavior = agent.equals(type.agent()) && defaults.equals(type.defaults());
    boolean sameTexts =
        newTitle.equals(title)
            && Objects.equals(newDescription, description)
            && status.equals(type.status());
    if (sameBehavior && sameTexts) {
      return this;
    }
    int version = sameBehavior ? type.version() : type.version() + 1;
    return next(
        new OrderType(type.key(), status, version, agent, defaults), newTitle, newDescription, now);
  }

  private OrderTypeDetails next(
      OrderType changed, String newTitle, @Nullable String newDescription, Instant now) {
    return new OrderTypeDetails(changed, newTitle, newDescription, revision + 1, createdAt, now);
  }
}
