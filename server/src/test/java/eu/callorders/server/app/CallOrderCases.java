package eu.callorders.server.app;

import java.util.List;

/** Changes to a valid order, at each limit of the input and above it. */
final class CallOrderCases extends InputCases {
  private static final String TIME = "2030-01-02T03:04:05Z";
  private static final String MONEY = "{\"value\": \"1\", \"currency\": \"EUR\"}";
  private static final String PAST =
      "{\"channel\": \"sms\", \"direction\": \"inbound\", \"occurred_at\": \"" + TIME + "\"}";
  private static final String MAIL = "{\"channel\": \"email\", \"value\": \"a@b\"}";
  private static final String CALL = "{\"channel\": \"phone\", \"value\": \"+493023125006\"}";

  static List<Case> cases() {
    CallOrderCases all = new CallOrderCases();
    all.addAll();
    return all.added();
  }

  private void addAll() {
    required("/order_type", "/subject", "/contacts", "/context");
    required("/subject/reference", "/subject/name", "/subject/name/family_name");
    required("/contacts/0/value", "/context/claim", "/context/claim/outstanding");
    required("/context/claim/outstanding/value", "/context/claim/outstanding/currency");
    required("/context/claim/creditor_name", "/context/claim/basis", "/context/claim/basis/kind");
    unknown("", "/subject", "/subject/name", "/subject/address", "/contacts/0", "/context");
    unknown("/context/claim", "/context/claim/outstanding", "/context/claim/basis");
    unknown("/context/claim/breakdown", "/context/claim/disclosure", "/context/claim/reference");
    unknown("/scheduling", "/scheduling/window", "/scheduling/retry", "/delivery");
    unknown("/negotiation", "/negotiation/installments", "/negotiation/settlement");
    unknown("/simulate", "/simulate/delays");
    subject();
    contacts();
    context();
    new SchedulingCases(this).addAll();
    terms();
    metadata();
    simulate();
  }

  private void subject() {
    rejected("/order_type", "type", "null", "1", "[]");
    rejected("/order_type", "enum", text(64), "\"Payment_Reminder\"", "\"\"");
    rejected("/order_type", "max_length", text(65));
    accepted("/client_reference", text(128), text(1));
    rejected("/client_reference", "min_length", "\"\"");
    rejected("/client_reference", "max_length", text(129));
    singleLine("/client_reference");
    accepted("/subject/reference", text(128), "\" \"");
    rejected("/subject/reference", "min_length", "\"\"");
    rejected("/subject/reference", "max_length", text(129));
    rejected("/subject/reference", "type", "1", "null", "{}");
    singleLine("/subject/reference");
    atMost("/subject/name/given_name", 100);
    atMost("/subject/name/family_name", 100);
    rejected("/subject/name/family_name", "min_length", "\"\"");
    rejected("/subject/name", "type", "\"Meier\"", "[]");
    atMost("/subject/salutation", 30);
    accepted("/subject/date_of_birth", "\"1980-02-29\"", "\"1800-01-01\"");
    rejected(
        "/subject/date_of_birth", "format", "\"1981-02-29\"", "\"1980-2-29\"", "\"29.02.1980\"");
    rejected("/subject/date_of_birth", "format", "\"1980-01-01T00:00:00Z\"", "\"\"");
    atMost("/subject/address/street", 200);
    atMost("/subject/address/house_number", 20);
    atMost("/subject/address/postal_code", 12);
    atMost("/subject/address/city", 100);
    accepted("/subject/address/country", "\"DE\"");
    rejected("/subject/address/country", "pattern", "\"de\"", "\"DEU\"", "\"\"", "\"DE\\n\"");
    accepted("/subject/locale", "\"de\"", "\"de-DE\"", "\"zh-Hant-TW\"", "\"gsw\"");
    rejected("/subject/locale", "pattern", "\"d\"", "\"de_DE\"", "\"deutsch\"", "\"de-\"");
    rejected("/subject/locale", "pattern", "\"de-123456789\"", "\"de-D\"");
    accepted("/subject/timezone", "\"Europe/Berlin\"", "\"UTC\"", "\"America/New_York\"");
    rejected("/subject/timezone", "unknown_time_zone", "\"Europe/Atlantis\"", "\"\"", "\"CEST\"");
    rejected("/subject/timezone", "unknown_time_zone", "\"+02:00\"", "\"europe/berlin\"");
  }

  private void contacts() {
    accepted("/contacts", list(CALL, 20), "[" + MAIL + ", " + CALL + "]");
    rejected("/contacts", "min_items", "[]");
    rejected("/contacts", "max_items", list(CALL, 21));
    rejected("/contacts", "inconsistent", "[" + MAIL + "]");
    rejected("/contacts", "type", "{}", "null");
    rejected("/contacts/0", "type", "\"+493023125006\"", "null");
    rejected("/contacts/0/value", "invalid_phone_number", "\"+4930\"", "\"030 23125006\"");
    rejected(
        "/contacts/0/value", "invalid_phone_number", "\"+0493023125006\"", "\"tel:+49302312\"");
    rejected(
        "/contacts/0/value", "invalid_phone_number", "\"+99912345678\"", "\"+4930231250061234\"");
    rejected(
        "/contacts/0/value", "invalid_phone_number", "\"+493023125006\\n\"", "\"+٤٩٣٠٢٣١٢٥٠٠٦\"");
    rejected("/contacts/0/value", "type", "493023125006");
    json(
        "/contacts/1", "{\"channel\": \"\", \"value\": \"abc\"}", "/contacts/1/channel min_length");
    json(
        "/contacts/1",
        "{\"channel\": " + text(65) + ", \"value\": \"abc\"}",
        "/contacts/1/channel max_length");
    json("/contacts/1", "{\"channel\": " + text(64) + ", \"value\": \"abc\"}", null);
    json(
        "/contacts/1", "{\"channel\": \"fax\", \"value\": \"ab\"}", "/contacts/1/value min_length");
    json("/contacts/1", "{\"channel\": \"fax\", \"value\": " + text(320) + "}", null);
    json(
        "/contacts/1",
        "{\"channel\": \"fax\", \"value\": " + text(321) + "}",
        "/contacts/1/value max_length");
    accepted("/contacts/0/priority", "1", "100");
    rejected("/contacts/0/priority", "minimum", "0", "-1");
    rejected("/contacts/0/priority", "maximum", "101", "99999999999999999999");
    rejected("/contacts/0/priority", "type", "\"1\"", "1.5", "null", "true");
    rejected("/contacts/0/priority", "format", "1e65", "1".repeat(33));
    accepted("/contacts/0/type", "\"mobile\"", "\"pager\"", text(64));
    rejected("/contacts/0/type", "min_length", "\"\"");
    rejected("/contacts/0/type", "max_length", text(65));
  }

  private void context() {
    accepted("/context/claim/outstanding/value", "\"0\"", "\"-1.5\"", "\"999999999999999.99\"");
    rejected("/context/claim/outstanding/value", "pattern", "\"1,50\"", "\"1.505\"", "\"\"");
    rejected(
        "/context/claim/outstanding/value", "pattern", "\"+1\"", "\"1e2\"", "\".5\"", "\"1.\"");
    rejected("/context/claim/outstanding/value", "pattern", "\"" + "9".repeat(16) + "\"", "\"١\"");
    rejected("/context/claim/outstanding/value", "type", "120.5", "1");
    rejected("/context/claim/outstanding/currency", "pattern", "\"eur\"", "\"EURO\"", "\"€\"");
    accepted("/context/claim/original", MONEY);
    accepted("/context/claim/breakdown/principal", MONEY);
    accepted("/context/claim/breakdown/already_paid", MONEY);
    rejected("/context/claim/breakdown/interest", "type", "1", "null");
    atMost("/context/claim/creditor_name", 200);
    rejected("/context/claim/creditor_name", "min_length", text(1), "\"\"");
    atMost("/context/claim/basis/kind", 64);
    rejected("/context/claim/basis/kind", "min_length", "\"\"");
    atMost("/context/claim/basis/description", 300);
    rejected("/context/claim/basis/concluded_on", "format", "\"2026-13-01\"");
    accepted("/context/claim/titled", "true", "false");
    rejected("/context/claim/titled", "type", "\"true\"", "1", "null");
    atMost("/context/claim/title_reference", 64);
    rejected("/context/claim/disclosure/sent_at", "format", "\"yesterday\"");
    atMost("/context/claim/disclosure/reference", 64);
    atMost("/context/claim/reference/contract_number", 64);
    atMost("/context/claim/reference/invoice_number", 64);
    atMost("/context/claim/reference/case_number", 64);
    rejected("/context/claim/reference/invoice_date", "format", "\"0000-00-00\"");
    rejected("/context/claim/due_date", "format", "\"2026-02-30\"");
    rejected("/context/claim/in_default_since", "format", "\"2026-1-1\"");
    atMost("/context/claim/description", 500);
    atMost("/context/notes", 2000);
    rejected("/context/notes", "pattern", "\"a\\u0000\"", "\"\\ud800\"", "\"\\udc00x\"");
    accepted("/context/notes", "\"\\ud83d\\ude00\"", "\"\\u0001\"");
    accepted("/context/history", "[]", list(PAST, 50));
    rejected("/context/history", "max_items", list(PAST, 51));
    json("/context/history", "[{}]", "/context/history/0/channel required");
    accepted("/context/variables", "{}", "{\"a\": \"" + "x".repeat(16384 - 8) + "\"}", keys(100));
    rejected("/context/variables", "max_length", "{\"a\": \"" + "x".repeat(16384 - 7) + "\"}");
    rejected("/context/variables", "max_items", keys(101));
    rejected("/context/variables", "type", "[]", "\"x\"");
    json("/context/variables", "{\"a\": \"\\u0000\"}", "/context/variables/a pattern");
    json("/context/variables", "{\"a\": [\"\\ud800\"]}", "/context/variables/a/0 pattern");
    json("/context/variables", "{\"a\": 1e65}", "/context/variables/a format");
    json("/context/variables", "{\"a\": " + "1".repeat(33) + "}", "/context/variables/a format");
    json("/context/variables", "{\"a\": " + "1".repeat(32) + ", \"b\": -1e-64}", null);
    for (String member : List.of("kind 64", "outcome 64", "summary 1000", "reference 128")) {
      String name = member.split(" ")[0];
      int max = Integer.parseInt(member.split(" ")[1]);
      json("/context/history", "[" + past(name, text(max)) + "]", null);
      json(
          "/context/history",
          "[" + past(name, text(max + 1)) + "]",
          "/context/history/0/" + name + " max_length");
    }
    json(
        "/context/history",
        "[" + past("direction", "\"sideways\"") + "]",
        "/context/history/0/direction enum");
    json(
        "/context/history",
        "[" + past("occurred_at", "\"2026-01-01T10:00:00\"") + "]",
        "/context/history/0/occurred_at offset_missing");
  }

  private static String past(String member, String value) {
    return OrderBody.of("x", "y").setJson("", PAST).setJson("/" + member, value).toString();
  }

  private static String keys(int count) {
    StringBuilder keys = new StringBuilder("{");
    for (int i = 0; i < count; i++) {
      keys.append(i == 0 ? "" : ",").append("\"k").append(i).append("\":1");
    }
    return keys.append("}").toString();
  }

  private void terms() {
    accepted("/negotiation", "{}", "{\"installments\": {\"min_installment\": " + MONEY + "}}");
    rejected("/negotiation/installments/min_installment", "type", "5");
    rejected("/negotiation/installments/conclusion_mode", "enum", "\"binding\"");
    rejected("/negotiation/settlement/conclusion_mode", "enum", "\"\"");
    accepted("/negotiation/settlement/conclusion_mode", "\"record_wish_only\"");
    accepted("/delivery/transcript", "\"none\"", "\"structured\"");
    rejected("/delivery/transcript", "enum", "\"audio\"");
    rejected("/delivery/include_recording_reference", "type", "\"false\"", "null");
  }

  private void metadata() {
    accepted("/metadata", "{}", keys(50), "{\"" + "k".repeat(64) + "\": " + text(500) + "}");
    rejected("/metadata", "max_items", keys(51));
    rejected("/metadata", "type", "[]", "null", "\"x\"");
    json("/metadata", "{\"\": 1}", "/metadata/ min_length");
    json(
        "/metadata",
        "{\"" + "k".repeat(65) + "\": 1}",
        "/metadata/" + "k".repeat(65) + " max_length");
    json("/metadata", "{\"a\": " + text(501) + "}", "/metadata/a max_length");
    json("/metadata", "{\"a\": null}", "/metadata/a type");
    json("/metadata", "{\"a\": [1]}", "/metadata/a type");
    json("/metadata", "{\"a\": {}}", "/metadata/a type");
    json("/metadata", "{\"a/b~c\": []}", "/metadata/a~1b~0c type");
    json("/metadata", "{\"a\": \"\\u0000\"}", "/metadata/a pattern");
    json("/metadata", "{\"a\\nb\": 1}", "/metadata/a\nb pattern");
    json("/metadata", "{\"a\": 1e65}", "/metadata/a format");
    json("/metadata", "{\"a\": " + wide(500) + "}", null);
  }

  private void simulate() {
    accepted("/simulate", "{}");
    rejected("/simulate/attempts", "min_items", "[]");
    rejected("/simulate/attempts", "max_items", list("\"busy\"", 11));
    accepted("/simulate/attempts", list("\"busy\"", 10));
    json("/simulate/attempts", "[\"canceled\"]", "/simulate/attempts/0 enum");
    json("/simulate/outcome", "{}", "/simulate/outcome/summary_code required");
    rejected("/simulate/outcome/summary_code", "enum", "\"voicemail\"", "\"\"");
    String outcome = "{\"summary_code\": \"refused\", ";
    json("/simulate/outcome", outcome + "\"mood\": 1}", "/simulate/outcome/mood unknown_member");
    json(
        "/simulate/outcome",
        outcome + "\"engagement\": \"x\"}",
        "/simulate/outcome/engagement enum");
    json(
        "/simulate/outcome",
        outcome + "\"reachability\": \"x\"}",
        "/simulate/outcome/reachability enum");
    json(
        "/simulate/outcome",
        outcome + "\"findings\": {\"wishes\": {\"binding\": true}}}",
        "/simulate/outcome/findings/wishes/binding enum");
    for (String delay : List.of("ring_ms", "talk_ms", "report_ms")) {
      accepted("/simulate/delays/" + delay, "0", "600000");
      rejected("/simulate/delays/" + delay, "minimum", "-1");
      rejected("/simulate/delays/" + delay, "maximum", "600001");
      rejected("/simulate/delays/" + delay, "type", "1.5", "\"1\"");
    }
  }
}
