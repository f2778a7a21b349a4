package eu.callorders.console.admin;

import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.Query;
import eu.callorders.console.work.BackgroundExecutor;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;

/** The names of tenants by identifier: at first of the session's, then those of the deployment. */
final class TenantNames {
  private static final int LIMIT = 1_000;

  private final BackgroundExecutor background;
  private final ApiClient administration;
  private final ReadOnlyObjectWrapper<Map<String, String>> names = new ReadOnlyObjectWrapper<>();

  TenantNames(
      BackgroundExecutor background, ApiClient administration, String ownId, String ownName) {
    this.background = background;
    this.administration = administration;
    names.set(Map.of(ownId, ownName));
  }

  /** Reads the newest thousand tenants; after a failure the known names stay. */
  void load() {
    Map<String, String> read = new TreeMap<>(names.get());
    background.run(
        () -> {
          administration.firstRows(TenantRow.PATH, Query.none(), LIMIT).rows().stream()
              .map(TenantRow::new)
              .forEach(tenant -> read.put(tenant.id(), tenant.name()));
          return read;
        },
        names::set,
        ignored -> {});
  }

  /** The known names, by identifier, on the UI thread. */
  ReadOnlyObjectProperty<Map<String, String>> names() {
    return names.getReadOnlyProperty();
  }

  /** The name, with the identifier where several tenants have it; the identifier if unknown. */
  String text(String tenantId) {
    String name = names.get().getOrDefault(tenantId, tenantId);
    boolean isUnique = Collections.frequency(names.get().values(), name) <= 1;
    return isUnique ? name : name + " (" + tenantId + ")";
  }

  /** What an operator chooses a tenant by, in the order of the names. */
  List<String> choices() {
    return names.get().keySet().stream()
        .map(this::choice)
        .sorted(String.CASE_INSENSITIVE_ORDER)
        .toList();
  }

  private String choice(String tenantId) {
    return names.get().get(tenantId) + " · " + tenantId;
  }

  /** The identifier of the tenant with that choice, name or identifier; empty if it is unclear. */
  Optional<String> find(String entered) {
    List<String> found =
        names.get().entrySet().stream()
            .filter(
                tenant ->
                    Set.of(tenant.getKey(), choice(tenant.getKey())).contains(entered)
                        || tenant.getValue().equalsIgnoreCase(entered))
            .map(Map.Entry::getKey)
            .toList();
    return found.isEmpty() && entered.startsWith("tn_")
        ? Optional.of(entered)
        : Optional.of(found).filter(it -> it.size() == 1).map(List::getFirst);
  }
}
