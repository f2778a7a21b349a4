package eu.callorders.console.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javafx.scene.Node;

/** The dialogs of the import, which the service refuses after its first order. */
final class ImportDialogs {
  private ImportDialogs() {}

  static List<DialogCase> all(DialogService service) {
    service.service.fixed(
        "POST /v1/call-orders/preview", 200, "{\"data\":[{\"verdict\":\"ready\"}]}");
    service.service.fixed(
        "POST /v1/call-orders", 403, "{\"status\":403,\"code\":\"insufficient_scope\"}");
    return List.of(
        new DialogCase("imports/run", ImportDialogs::check, "POST /v1/call-orders {"),
        new DialogCase(
            "imports/end",
            console -> {
              console.open("imports");
              awaitVisible(console, "#import-resume");
              console.press("#import-dismiss");
            },
            ""));
  }

  private static void check(ConsoleFixture console) {
    Path file = file();
    console.files = (chooser, owner) -> Optional.of(file);
    console.open("imports");
    console.press("#import-choose");
    console.runAndWait(() -> {}); // the button of the check before is gone
    awaitVisible(console, "#import-start");
    console.press("#import-start");
  }

  private static void awaitVisible(ConsoleFixture console, String button) {
    Node target = console.find(button);
    console.await(target::isVisible);
  }

  private static Path file() {
    try {
      Path file = Files.createTempDirectory("import").resolve("orders.csv");
      return Files.writeString(
          file,
          """
          order_type,reference,family_name,phone,amount,currency,creditor_name,basis
          payment_reminder,debtor-1,Muster,+493023125021,1.00,EUR,Stadtwerke,invoice
          """);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
