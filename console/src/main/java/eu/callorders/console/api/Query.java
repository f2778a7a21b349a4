package eu.callorders.console.api;

import eu.callorders.client.api.ApiRequest;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Query parameters; parameters without a value are omitted. */
public record Query(Map<String, String> parameters) {
  public static Query none() {
    return new Query(Map.of());
  }

  public Query with(String name, @Nullable Object value) {
    if (value == null || value.toString().isBlank()) {
      return this;
    }
    Map<String, String> extended = new LinkedHashMap<>(parameters);
    extended.put(name, value.toString());
    return new Query(extended);
  }

  <T> ApiRequest<T> appendTo(ApiRequest<T> request) {
    ApiRequest<T> extended = request;
    for (Map.Entry<String, String> parameter : parameters.entrySet()) {
      extended = extended.withParameter(parameter.getKey(), parameter.getValue());
    }
    return extended;
  }
}
