package eu.callorders.bench.crash;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.bench.Http;
import eu.callorders.bench.Polling;
import eu.callorders.bench.Sandbox;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/** A tenant of the deployment: provisioned over the administration interface, with one client. */
public final class CampaignTenant {
  private static final int CALLS_AT_ONCE = 100_000;
  private static final String LIVE =
      "\"caller_ids\": [\"+493023125000\"], \"allowed_countries\": [\"DE\", \"US\"],";

  /** Tenants of the sandbox have no such limit, and the release before knew none. */
  private static final String LIVE_QUOTA = "\"max_contacts_per_number_per_day\": 1000000,";

  private static final Duration ADVANCE = Duration.ofMinutes(3);

  private final Http http = new Http(Duration.ofSeconds(5));
  private final Deployment deployment;
  public final String id;
  private final JsonNode registration;
  private volatile String token = "";

  /** One with more contacts per person and day than a campaign brings about. */
  public CampaignTenant(Deployment deployment) throws InterruptedException {
    this(deployment, 1000, CALLS_AT_ONCE);
  }

  /** One with as many calls at once as a campaign can bring about. */
  CampaignTenant(Deployment deployment, int contactsPerDay) throws InterruptedException {
    this(deployment, contactsPerDay, CALLS_AT_ONCE);
  }

  /**
   * Provisions it, and moves its clock, if it has one, to an hour at which people may be called.
   */
  public CampaignTenant(Deployment deployment, int contactsPerDay, int callsAtOnce)
      throws InterruptedException {
    this.deployment = deployment;
    String further = deployment.isLive() ? LIVE : "";
    String quota = deployment.isLive() ? LIVE_QUOTA : "";
    JsonNode tenant =
        admin(
            "POST",
            "/tenants",
            """
            {"name": "Campaign", "timezone": "Europe/Berlin", %s
             "quotas": {"max_concurrent_calls": %d, "max_dials_per_day": 10000000, %s
                        "max_contacts_per_subject_per_day": %d, "max_open_orders": 1000000}}
            """
                .formatted(further, callsAtOnce, quota, contactsPerDay));
    this.id = tenant.path("tenant_id").asText();
    this.registration = admin("POST", path() + "/registrations", "{\"name\": \"Campaign\"}");
    if (!deployment.isLive()) {
      advance("{\"to\": \"" + Sandbox.morning() + "\"}");
    }
  }

  /** Sends the clock ahead; it stops at every instant at which something is due. */
  void advance(String body) throws InterruptedException {
    admin("POST", path() + "/test-clock/advance", body);
  }

  void advanceFully(String body) throws Exception {
    advance(body);
    Polling.until(ADVANCE, 200, "the clock did not arrive", this::clockReady);
  }

  /** Whether the clock has arrived where it was last sent. */
  public boolean clockReady() throws InterruptedException {
    return clock("status").equals("ready");
  }

  public Instant now() throws InterruptedException {
    return Instant.parse(clock("now"));
  }

  private String clock(String member) throws InterruptedException {
    return admin("GET", path() + "/test-clock", "").path(member).asText();
  }

  /** Has each person held who is represented by a lawyer, as a call has reported. */
  void holdRepresented() throws InterruptedException {
    admin("PATCH", path(), "{\"outcome_rules\": {\"represented\": {}}}");
  }

  /** Has the client asked at this address before each dial. */
  void askBeforeDials(String url) throws InterruptedException {
    admin(
        "PATCH",
        path(),
        "{\"predial_check\": {\"url\": \"%s\", \"timeout_ms\": 2000}}".formatted(url));
  }

  /** Has a person's data deleted; that takes a moment. */
  void erase(String reference) throws InterruptedException {
    admin("DELETE", path() + "/subjects/" + reference, "");
  }

  /** Whether nothing is dialed because the database has come back. */
  boolean recovering() throws InterruptedException {
    return admin("GET", "/recovery", "").path("state").asText().equals("halted");
  }

  /** Lets dialing go on although calls may be missing. */
  void acceptRecovery() throws InterruptedException {
    admin("POST", "/recovery/accept", "{\"reason\": \"restore campaign\"}");
  }

  /** Whether nothing that is old enough is deleted, because the clock has jumped ahead. */
  public boolean maintenanceHeld() throws InterruptedException {
    return admin("GET", "/recovery", "").at("/maintenance/state").asText().equals("held");
  }

  /** Accepts the present time, so that what is old enough is deleted. */
  public void resumeMaintenance() throws InterruptedException {
    admin("POST", "/maintenance/resume", "{\"reason\": \"days campaign\"}");
  }

  private String path() {
    return "/tenants/" + id;
  }

  /** Sends a request with the client's token to a node or to the balancer; an empty key is none. */
  public Http.Answer send(String baseUrl, String method, String target, String body, String key)
      throws InterruptedException {
    Http.Answer answer = http.send(method, baseUrl + target, body, Http.headers(token(), key));
    if (answer.status() == 401) {
      token = "";
      return http.send(method, baseUrl + target, body, Http.headers(token(), key));
    }
    return answer;
  }

  /** As long as it takes: of use for what does not matter which node answers, or when. */
  public Http.Answer insist(String method, String target, String body) throws InterruptedException {
    return insist(method, target, body, "");
  }

  public Http.Answer insist(String method, String target, String body, String key)
      throws InterruptedException {
    Http.Answer answer = send(deployment.publicUrl, method, target, body, key);
    while (answer.passing()) {
      Thread.sleep(100);
      answer = send(deployment.publicUrl, method, target, body, key);
    }
    return answer;
  }

  /** An access token with every scope. */
  public String token() throws InterruptedException {
    String known = token;
    while (known.isEmpty()) {
      known = http.token(deployment.publicUrl, registration);
      if (known.isEmpty()) {
        Thread.sleep(100);
      }
      token = known;
    }
    return known;
  }

  /** Asks the administration of any node that answers, as long as it takes. */
  private JsonNode admin(String method, String path, String body) throws InterruptedException {
    Map<String, String> headers = Http.headers(deployment.adminToken, "");
    while (true) {
      for (ServiceNode node : deployment.nodes) {
        Http.Answer answer = http.send(method, node.adminUrl + "/admin/v1" + path, body, headers);
        if (!answer.passing()) {
          return answer.require(path);
        }
      }
      Thread.sleep(100);
    }
  }
}
