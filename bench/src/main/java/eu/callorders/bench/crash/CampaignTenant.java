package eu.callorders.bench.crash;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.Month;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.TemporalAdjusters;
import java.util.Map;

/** A tenant of the deployment: provisioned over the administration interface, with one client. */
final class CampaignTenant {
  static final ZoneId ZONE = ZoneId.of("Europe/Berlin");
  private static final Duration ADVANCE = Duration.ofMinutes(3);

  private final Http http = new Http();
  private final Deployment deployment;
  private final JsonNode tenant;
  private final String form;
  private volatile String token = "";

  private CampaignTenant(Deployment deployment, int contactsPerDay) throws InterruptedException {
    this.deployment = deployment;
    this.tenant =
        admin(
            "POST",
            "/tenants",
            """
            {"name": "Campaign", "timezone": "Europe/Berlin",
             "quotas": {"max_concurrent_calls": 100000, "max_dials_per_day": 10000000,
                        "max_contacts_per_subject_per_day": %d, "max_open_orders": 1000000}}
            """
                .formatted(contactsPerDay));
    JsonNode client = admin("POST", path() + "/registrations", "{\"name\": \"Campaign\"}");
    this.form =
        "grant_type=client_credentials&client_id="
            + client.path("client_id").asText()
            + "&client_secret="
            + client.path("client_secret").asText();
  }

  /** As {@link #provision(Deployment, int)}, with more contacts than a campaign brings about. */
  static CampaignTenant provision(Deployment deployment) throws InterruptedException {
    return provision(deployment, 1000);
  }

  /**
   * Provisions it, and moves its clock to an hour at which people may be called.
   *
   * @param contactsPerDay its quota of contacts per person and day
   */
  static CampaignTenant provision(Deployment deployment, int contactsPerDay)
      throws InterruptedException {
    CampaignTenant tenancy = new CampaignTenant(deployment, contactsPerDay);
    tenancy.advance("{\"to\": \"" + wednesdayMorning(ZonedDateTime.now(ZONE)) + "\"}");
    return tenancy;
  }

  /** Ten o'clock on the first Wednesday of the July after this one: a month without holidays. */
  private static Instant wednesdayMorning(ZonedDateTime today) {
    return today
        .plusYears(1)
        .with(Month.JULY)
        .with(TemporalAdjusters.firstInMonth(DayOfWeek.WEDNESDAY))
        .with(LocalTime.of(10, 0))
        .toInstant();
  }

  String id() {
    return tenant.path("tenant_id").asText();
  }

  /** Sends the clock ahead; it stops at every instant at which something is due. */
  void advance(String body) throws InterruptedException {
    admin("POST", path() + "/test-clock/advance", body);
  }

  /** Sends the clock ahead and waits until it has arrived. */
  void advanceFully(String body) throws InterruptedException {
    advance(body);
    Instant giveUp = Instant.now().plus(ADVANCE);
    while (!clockReady()) {
      if (Instant.now().isAfter(giveUp)) {
        throw new IllegalStateException("the clock did not arrive within " + ADVANCE);
      }
      Thread.sleep(200);
    }
  }

  /** Whether the clock has arrived where it was last sent. */
  boolean clockReady() throws InterruptedException {
    return admin("GET", path() + "/test-clock", "").path("status").asText().equals("ready");
  }

  /** The tenant's clock. */
  Instant now() throws InterruptedException {
    return Instant.parse(admin("GET", path() + "/test-clock", "").path("now").asText());
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

  private String path() {
    return "/tenants/" + id();
  }

  /**
   * Sends a request with the client's token to a node or to the balancer.
   *
   * @param key idempotency key; empty: none
   */
  Http.Answer send(String baseUrl, String method, String target, String body, String key)
      throws InterruptedException {
    Http.Answer answer = once(baseUrl, method, target, body, key);
    if (answer.status() == 401) {
      token = "";
      return once(baseUrl, method, target, body, key);
    }
    return answer;
  }

  private Http.Answer once(String baseUrl, String method, String target, String body, String key)
      throws InterruptedException {
    Map<String, String> headers =
        key.isEmpty()
            ? Map.of("Authorization", "Bearer " + token(), "Content-Type", "application/json")
            : Map.of(
                "Authorization",
                "Bearer " + token(),
                "Content-Type",
                "application/json",
                "Idempotency-Key",
                key);
    return http.send(method, baseUrl + target, body, headers);
  }

  /** As long as it takes: of use for what does not matter which node answers, or when. */
  Http.Answer insist(String method, String target, String body) throws InterruptedException {
    Http.Answer answer = send(deployment.publicUrl(), method, target, body, "");
    while (answer.passing()) {
      Thread.sleep(100);
      answer = send(deployment.publicUrl(), method, target, body, "");
    }
    return answer;
  }

  private String token() throws InterruptedException {
    String known = token;
    while (known.isEmpty()) {
      known =
          http.send(
                  "POST",
                  deployment.publicUrl() + "/oauth2/token",
                  form,
                  Map.of("Content-Type", "application/x-www-form-urlencoded"))
              .body()
              .path("access_token")
              .asText();
      if (known.isEmpty()) {
        Thread.sleep(100);
      }
      token = known;
    }
    return known;
  }

  /** Asks the administration of any node that answers, as long as it takes. */
  private JsonNode admin(String method, String path, String body) throws InterruptedException {
    Map<String, String> headers =
        Map.of(
            "Authorization",
            "Bearer " + deployment.adminToken(),
            "Content-Type",
            "application/json");
    while (true) {
      for (ServiceNode node : deployment.nodes()) {
        Http.Answer answer = http.send(method, node.adminUrl() + "/admin/v1" + path, body, headers);
        if (!answer.passing()) {
          if (answer.status() >= 300) {
            throw new IllegalStateException(path + " answered " + answer);
          }
          return answer.body();
        }
      }
      Thread.sleep(100);
    }
  }
}
