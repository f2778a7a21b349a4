package eu.callorders.console.app;

import java.util.Map;

/** A fake service of a later version, which sends values that the console does not know. */
final class UnknownValuesService implements AutoCloseable {
  private static final String TENANT = "/admin/v1/tenants/tn_1";

  /** The resources of each list; {@code id} first. */
  private static final Map<String, String> LISTS =
      Map.ofEntries(
          Map.entry(
              "/v1/call-orders",
              """
              {"id":"ord_1","status":"levitating","order_type":7,"attempt_count":"few",
               "subject":{"reference":"debtor-1","name":{"nickname":"Eri"}},
               "contacts":[{"channel":"pigeon","value":"loft 3"}],
               "scheduling":{"local_call_times":[{"days":["moonday"]}],"moon":"full"},
               "holds":[{"id":"hld_1","reason":"stage_fright","until":"dawn"},7],
               "calls":[{"id":"call_1","disposition":"echoed","transcript":{"available":true}}],
               "result":{"summary_code":"sang","reachability":"half","engagement":"humming",
                "termination":{"actor":"ghost","reason":"cockcrow"},"findings":{"songs":["one"]}},
               "created_at":"yesterday","updated_at":"2026-11-20T09:00:00.000Z"}
              """),
          Map.entry(
              "/v1/enrollments",
              """
              {"id":"enr_1","status":"hovering","sequence_id":"seq_1","sequence_version":1,
               "current_step_id":"aria","exit_reason":"bored","next_action_at":"soon",
               "subject_reference":"debtor-1","call_order_ids":[]}
              """),
          Map.entry(
              "/v1/sequences",
              """
              {"id":"seq_1","key":"opera","title":"Opera","status":"dreaming","active_version":1,
               "versions":[{"version":1,"status":"rehearsed","trigger":{"signal_type":"curtain"},
                "steps":[{"id":"aria","type":"sing","pitch":"high"},{"id":"wait","type":"wait",
                 "after":{"min":"a while"}}],"exit_conditions":[{"on":"applause"}]}]}
              """),
          Map.entry(
              "/v1/order-types",
              """
              {"key":"ballad","id":"ballad","title":"Ballad","status":"composed","version":"first",
               "context_schema":{"type":"song"}}
              """),
          Map.entry(
              "/v1/events",
              """
              {"id":"evt_1","type":"moon.landed","occurred_at":"tonight",
               "data":{"crater":"Tycho","id":"sig_1","signal_type":"moon.rising"},
               "related":{"call_order_id":"ord_1","moon_id":"moon_1"}}
              """),
          Map.entry(
              "/v1/signals",
              """
              {"id":"sig_1","signal_type":"moon.rising","received_at":"tonight",
               "triggered":[{"enrollment_id":"enr_1","effect":"eclipsed"}]}
              """),
          Map.entry(
              "/v1/webhook-endpoints",
              """
              {"id":"whe_1","url":"https://hooks.example/calls","status":"yawning",
               "event_types":["moon.landed"],"payload_mode":"sung",
               "verification":{"state":"blinking"},"health":{"consecutive_failures":"many"}}
              """),
          Map.entry(
              "/v1/webhook-deliveries",
              """
              {"id":"whd_1","event_id":"evt_1","event_type":"moon.landed","endpoint_id":"whe_1",
               "status":"floating","attempts":[{"at":"now","error":"fog"}]}
              """),
          Map.entry(
              "/v1/suppressions",
              """
              {"id":"sup_1","phone":"+493023125001","source":"oracle","protected":"perhaps"}
              """),
          Map.entry(
              "/v1/holds",
              """
              {"id":"hld_1","claim":{"song_number":"S-7"},"reason":"stage_fright",
               "status":"suspended","source":"prompter","until":"dawn"}
              """),
          Map.entry(
              TENANT + "/calls",
              """
              {"id":"call_1","call_id":"call_1","status":"serenading","to":7}
              """),
          Map.entry(
              "/admin/v1/tenants",
              """
              {"id":"tn_1","tenant_id":"tn_1","name":"Acme","disabled":"partly",
               "quotas":{"songs":3},"outcome_rules":{"disputed":{"hold_on":"stage","days":"few"}}}
              """),
          Map.entry(
              TENANT + "/registrations",
              """
              {"id":"cli_1","client_id":"cli_1","tenant_id":"tn_1","name":"App",
               "scopes":["stars:read"],"secrets":[{"secret_id":"sec_1"}],"locked":"mostly"}
              """),
          Map.entry(
              "/admin/v1/audit-log",
              """
              {"id":"aud_1","at":"once","actor":"ghost","action":"tenant.crowned","target":"tn_1"}
              """));

  final DialogService resources = new DialogService();

  UnknownValuesService() {
    LISTS.forEach(
        (list, row) -> {
          String id = row.replaceAll("(?s).*?\"id\":\"([^\"]*)\".*", "$1");
          resources.service.fixed("GET " + list, 200, page(row));
          resources.service.fixed("GET " + list + "/" + id, 200, row);
        });
    String halts = "[{\"id\":\"hlt_1\",\"kind\":\"strike\",\"galaxy\":7,\"reason\":\"On strike\"}]";
    resources.service.fixed(
        "GET /admin/v1/overview",
        200,
        """
        {"environment":"dream","orders":{"levitating":2},"calls_running":"some","halts":%s,
         "gateways":[{"name":"harp","state":"asleep"}],"operator":{"role":"emperor"}}
        """
            .formatted(halts));
    resources.service.fixed("GET /admin/v1/dialing/halts", 200, "{\"halts\":" + halts + "}");
    resources.service.fixed(
        "GET " + TENANT + "/call-orders/ord_1/explanation",
        200,
        """
        {"status":"levitating","dialable":false,"now":"noon","next_possible_at":"dusk","rules":[
         {"rule":"moon_phase","verdict":"gleams","parameters":["full"],
          "message":"The moon is full."},
         {"rule":"halt","verdict":"wait","parameters":{"kind":"strike"},"message":"On strike."},
         {"rule":"window","verdict":"wait","until":"dawn",
          "parameters":{"barriers":{"rule":"tide"}},"message":"High tide."},
         {"rule":"order_status","verdict":"wait","parameters":null}]}
        """);
    resources.service.fixed(
        "GET /admin/v1/search",
        200,
        """
        {"data":[{"kind":"robot","id":"rob_1","matched":["soul"]},{"kind":null},7,
          {"kind":"order","id":"ord_1","subject_reference":null,"matched":"all"}],
         "has_more":"maybe","searched":["reference","aura"]}
        """);
    resources.service.fixed(
        "GET " + TENANT + "/test-clock", 200, "{\"now\":\"noon\",\"status\":\"naps\"}");
  }

  private static String page(String row) {
    return "{\"data\":[%s],\"has_more\":false,\"next_cursor\":\"c\"}".formatted(row);
  }

  @Override
  public void close() {
    resources.close();
  }
}
