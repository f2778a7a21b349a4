package eu.callorders.console.app;

import java.util.List;
import java.util.stream.Stream;

/** The dialogs of endpoints and deliveries. */
final class WebhookDialogs {
  private static final String ENDPOINT = "/v1/webhook-endpoints/whe_1";

  private WebhookDialogs() {}

  static List<DialogCase> all(DialogService service) {
    return Stream.of(webhooks(), secrets(service)).flatMap(List::stream).toList();
  }

  private static DialogCase endpoint(String action, String button, String change) {
    return DialogCase.of("webhook/" + action, "webhooks", "#webhooks", "whe_1", button, change);
  }

  private static List<DialogCase> webhooks() {
    DialogCase replay = endpoint("replay", "#replay-endpoint", "POST " + ENDPOINT + "/replay");
    return List.of(
        endpoint("rotate", "#rotate-secret", "POST " + ENDPOINT + "/rotate-secret"),
        endpoint("disable", "#disable-endpoint", "PATCH " + ENDPOINT),
        endpoint("delete", "#delete-endpoint", "DELETE " + ENDPOINT),
        DialogCase.of(
            "webhook/resend",
            "deliveries",
            "#deliveries",
            "whd_1",
            "#resend-delivery",
            "POST /v1/webhook-deliveries/whd_1/resend"),
        DialogCase.many(
            "webhook/resend_deliveries",
            "deliveries",
            "whd_3",
            "POST /v1/webhook-deliveries/whd_1/resend"),
        new DialogCase(
            replay.name(),
            console -> {
              replay.open().accept(console);
              console.await(() -> !console.find("#dialog-accept").isDisabled());
            },
            replay.change()));
  }

  /** The dialogs that show a signing secret once. */
  private static List<DialogCase> secrets(DialogService service) {
    String secret = ",\"secret\":\"whsec_1\"";
    return List.of(
        new DialogCase("webhook/secret.first", console -> register(console, service, secret), ""),
        new DialogCase("webhook/secret.first.lost", console -> register(console, service, ""), ""),
        new DialogCase("webhook/secret.rotated", console -> rotate(console, service, secret), ""),
        new DialogCase("webhook/secret.rotated.lost", console -> rotate(console, service, ""), ""));
  }

  private static void register(ConsoleFixture console, DialogService service, String secret) {
    service.service.fixed("POST /v1/webhook-endpoints", 201, DialogService.endpoint(secret));
    console.open("webhooks");
    console.press("#new-endpoint");
    console.type("#endpoint-url", "https://hooks.example/calls");
    console.press("#register-endpoint");
  }

  private static void rotate(ConsoleFixture console, DialogService service, String secret) {
    service.service.fixed(
        "POST " + ENDPOINT + "/rotate-secret", 200, DialogService.endpoint(secret));
    endpoint("rotate", "#rotate-secret", "").open().accept(console);
    console.press("#rotate-dialog #dialog-accept");
  }
}
