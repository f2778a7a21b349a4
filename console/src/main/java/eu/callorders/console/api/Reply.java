package eu.callorders.console.api;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A successful response.
 *
 * @param body a missing node if there is none
 * @param etag revision for {@code If-Match}; empty if the resource has none
 */
public record Reply(int status, JsonNode body, String etag) {}
