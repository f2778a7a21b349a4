package eu.callorders.console.api;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
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

  public boolean isEmpty() {
    return parameters.isEmpty();
  }

  String appendTo(String path) {
    return isEmpty() ? path : path + "?" + this;
  }

  @Override
  public String toString() {
    return parameters.entrySet().stream()
        .map(one -> one.getKey() + "=" + URLEncoder.encode(one.getValue(), StandardCharsets.UTF_8))
        .collect(Collectors.joining("&"));
  }
}
