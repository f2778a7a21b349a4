package eu.callorders.server.app;

import eu.callorders.server.http.RawHttp;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.net.ssl.SSLSession;

/** Adapts a raw response for the contract check. */
record RawResponse(RawHttp.RawResponse response) implements HttpResponse<String> {
  @Override
  public int statusCode() {
    return response.status();
  }

  @Override
  public HttpHeaders headers() {
    Map<String, List<String>> all =
        response.headers().entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, each -> List.of(each.getValue())));
    return HttpHeaders.of(all, (name, value) -> true);
  }

  @Override
  public String body() {
    return response.body();
  }

  @Override
  public HttpClient.Version version() {
    return HttpClient.Version.HTTP_1_1;
  }

  @Override
  public HttpRequest request() {
    throw new UnsupportedOperationException();
  }

  @Override
  public Optional<HttpResponse<String>> previousResponse() {
    return Optional.empty();
  }

  @Override
  public Optional<SSLSession> sslSession() {
    return Optional.empty();
  }

  @Override
  public URI uri() {
    throw new UnsupportedOperationException();
  }
}
