package eu.callorders.server.app;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.server.app.ContractCheck.DocumentedOperation;
import eu.callorders.server.json.Json;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * Sends random requests to a running service and exits with 1 when a response was a 5xx or violated
 * the contract. Operations take turns.
 *
 * <p>Arguments: the demo tenant's credentials file, the number of requests, the seed. The seed
 * determines the requests; responses also depend on concurrent ones.
 */
public final class FuzzCampaign {
  private static final int CLIENTS = 8;
  private static final int MAX_REPORTED = 10;

  /** Far less than the lifetime of a token. */
  private static final int REQUESTS_PER_TOKEN = 1000;

  private static final int REQUESTS_PER_ORDER = 200;

  private final HttpClient http = HttpClient.newHttpClient();
  private final ContractCheck contract = new ContractCheck();
  private final Map<Integer, LongAdder> statuses = new ConcurrentSkipListMap<>();
  private final AtomicLong faults = new AtomicLong();
  private final AtomicLong orders = new AtomicLong();
  private final JsonNode credentials;

  private FuzzCampaign(JsonNode credentials) {
    this.credentials = credentials;
  }

  public static void main(String[] arguments) throws IOException {
    JsonNode credentials = Json.parse(Files.readString(Path.of(arguments[0])));
    FuzzCampaign campaign = new FuzzCampaign(credentials);
    campaign.run(Long.parseLong(arguments[1]), Long.parseLong(arguments[2]));
    System.exit(campaign.faults.get() == 0 ? 0 : 1);
  }

  private void run(long requests, long seed) {
    long begin = System.nanoTime();
    FuzzResources known =
        FuzzResources.make(api(), later("later"), OrderBody.of("soon", "+493023125124").json());
    try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int each = 0; each < CLIENTS; each++) {
        FuzzRequests own = new FuzzRequests(contract, known, new Random(seed + each));
        long share = requests / CLIENTS + (each < requests % CLIENTS ? 1 : 0);
        clients.execute(() -> run(own, share));
      }
    }
    Duration taken = Duration.ofNanos(System.nanoTime() - begin);
    System.out.printf("requests: %,d in %d s, seed %d%n", requests, taken.toSeconds(), seed);
    statuses.forEach((status, times) -> System.out.printf("%d: %,d%n", status, times.sum()));
    System.out.printf("responses that violate the contract, or 5xx: %d%n", faults.get());
  }

  private void run(FuzzRequests initial, long share) {
    FuzzRequests requests = initial;
    List<DocumentedOperation> operations = contract.operations();
    Api api = api();
    for (int sent = 0; sent < share; sent++) {
      if (sent % REQUESTS_PER_TOKEN == REQUESTS_PER_TOKEN - 1) {
        api = api();
      }
      FuzzRequests.Request request = requests.next(operations.get(sent % operations.size()));
      try {
        if (sent % REQUESTS_PER_ORDER == 0) {
          String reference = "fuzz-" + orders.incrementAndGet();
          requests = requests.about(api.create(later(reference)).is(202).id());
        }
        ServiceResponse response = request.send(api);
        statuses.computeIfAbsent(response.status(), ignored -> new LongAdder()).increment();
        if (response.status() >= 500) {
          report(request, response.text());
        }
      } catch (AssertionError | RuntimeException fault) {
        report(request, fault.toString());
      }
    }
  }

  /** To a number that no request suppresses. */
  private static JsonNode later(String reference) {
    return OrderBody.of(reference, "+493023125106")
        .set("/scheduling/window/not_before", "2099-01-01T00:00:00Z")
        .json();
  }

  private void report(FuzzRequests.Request request, String fault) {
    if (faults.incrementAndGet() <= MAX_REPORTED) {
      System.out.println(request + "\n  " + fault);
    }
  }

  private Api api() {
    String form =
        "grant_type=client_credentials&client_id=%s&client_secret=%s"
            .formatted(
                credentials.path("client_id").asText(), credentials.path("client_secret").asText());
    String issuer = credentials.path("auth_url").asText();
    String token =
        Json.parse(TokenCalls.post(http, issuer, form).body()).path("access_token").asText();
    String address = credentials.path("base_url").asText();
    return new Api(http, contract, address.replaceFirst("/v1$", ""), token);
  }
}
