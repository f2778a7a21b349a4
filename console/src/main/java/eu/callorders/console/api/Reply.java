package eu.callorders.console.api;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A successful answer.
 *
 * @param body missing when there was none
 * @param etag the revision, to be sent back with a change; empty when the resource has none
 */
public record Reply(int status, JsonNode body, String etag) {}
