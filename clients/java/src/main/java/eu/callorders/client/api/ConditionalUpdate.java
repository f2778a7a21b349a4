package eu.callorders.client.api;

import eu.callorders.client.model.ProblemCode;
import java.util.function.BiFunction;

/** An update with {@code If-Match} that starts over when another change came between. */
public final class ConditionalUpdate<T> {
  private static final int MAX_ATTEMPTS = 10;

  private final CallOrderApi api;
  private final ApiRequest<T> read;

  public ConditionalUpdate(CallOrderApi api, ApiRequest<T> read) {
    this.api = api;
    this.read = read;
  }

  /**
   * Reads the resource and sends the update that the function derives from it and its ETag.
   *
   * @throws ApiException when the update is refused, {@code precondition_failed} after ten changes
   *     that came between
   */
  public T apply(BiFunction<T, String, ApiRequest<T>> update) {
    for (int attempt = 1; true; attempt++) {
      ApiResponse<T> current = api.send(read);
      try {
        return api.send(update.apply(current.body(), current.etag().orElse("*"))).body();
      } catch (ApiException e) {
        if (!e.code().equals(ProblemCode.PRECONDITION_FAILED) || attempt == MAX_ATTEMPTS) {
          throw e;
        }
      }
    }
  }
}
