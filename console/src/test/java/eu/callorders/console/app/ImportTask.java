package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.TestRegistration;
import eu.callorders.console.api.Query;
import eu.callorders.console.app.OperatorTask.Effort;
import eu.callorders.console.imports.ImportView;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javafx.scene.Node;
import javafx.scene.control.ListView;

/** The task of an operator who gets a file of orders; two of its rows are wrong. */
final class ImportTask {
  private static final int ORDERS = 100;

  private final TaskSetting setting;

  ImportTask(TaskSetting setting) {
    this.setting = setting;
  }

  /**
   * As a spreadsheet of the operator's country writes it, in columns of the operator's language.
   */
  private Path file() throws Exception {
    boolean german = setting.language().equals("de");
    String header =
        german
            ? "Auftragsart;Person (Referenz);Nachname;Rufnummer;Offener"
                + " Betrag;Währung;Gläubiger;Grundlage"
            : "Order type;Person (reference);Family name;Phone"
                + " number;Outstanding;Currency;Creditor;Basis";
    String row = "payment_reminder;import-%d;Müller;+493023125%03d;%d.50;EUR;Stadtwerke;invoice";
    String rows =
        IntStream.range(0, ORDERS)
            .mapToObj(number -> row.formatted(number, number, number + 1))
            .collect(Collectors.joining("\r\n"));
    String wrong = "\r\n;import-x;Müller;+493023125200;1.00;EUR;Stadtwerke;invoice\r\nshort;row";
    return Files.writeString(
        setting.home().resolve("claims-" + setting.language() + ".csv"),
        "\uFEFF" + header + "\r\n" + rows + wrong);
  }

  Effort importAHundredOrders() throws Exception {
    TestRegistration tenant = setting.tenant();
    Path file = file();
    try (OperatorRobot operator = setting.start(tenant)) {
      operator.acceptFile(file);
      operator.click("#go-imports");
      operator.click("#import-choose");
      Node start = operator.find("#import-start");
      operator.await(start::isVisible);
      ListView<?> errors = operator.find("#import-errors");
      assertThat(errors.getItems().toString()).contains("row=101", "line=102", "row=102");
      operator.click(start);
      operator.click("#dialog-accept");
      operator.awaitText("#import-title", TaskSetting.text(ImportView.class, "ended", ORDERS, 0));
      assertThat(tenant.api().page("/v1/call-orders", Query.none(), "").rows())
          .hasSize(ORDERS)
          .extracting(order -> order.at("/subject/reference").asText())
          .doesNotHaveDuplicates();
      assertThat(Files.readString(Path.of("%s.%s.result.jsonl".formatted(file, tenant.tenantId()))))
          .contains("\"row\":102", "it has 2 cells, the header has 8");
      return operator.effort();
    }
  }
}
