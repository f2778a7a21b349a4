package eu.callorders.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import eu.callorders.client.api.ApiRequest;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;

/** Writes a request of an operation as a request of HTTP. */
final class RequestWriter {
  private final String baseUrl;
  private final String userAgent;

  RequestWriter(String baseUrl, String userAgent) {
    this.baseUrl = baseUrl;
    this.userAgent = userAgent;
  }

  HttpRequest write(ApiRequest<?> request, String token) {
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(URI.create(baseUrl + request.target()))
            .method(request.method(), body(request))
            .header("Authorization", "Bearer " + token)
            .header("User-Agent", userAgent)
            .header("Accept", "application/json, application/problem+json");
    if (request.body() != null) {
      builder.header("Content-Type", "application/json");
    }
    request.headers().forEach(builder::setHeader);
    return builder.build();
  }

  private static BodyPublisher body(ApiRequest<?> request) {
    Object body = request.body();
    if (body == null) {
      return BodyPublishers.noBody();
    }
    return BodyPublishers.ofByteArray(body instanceof byte[] json ? json : json(body));
  }

  private static byte[] json(Object document) {
    try {
      return ClientJson.mapper().writeValueAsBytes(document);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
