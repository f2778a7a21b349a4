package eu.callorders.client.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of a list.
 *
 * @param hasMore the only sign that there is more: a page may be short or empty
 * @param nextCursor continues after this page; of a list null on the last page, of the feed never
 */
public record Page<T>(
    @JsonProperty("data") List<T> data,
    @JsonProperty("has_more") boolean hasMore,
    @JsonProperty("next_cursor") @Nullable String nextCursor) {}
