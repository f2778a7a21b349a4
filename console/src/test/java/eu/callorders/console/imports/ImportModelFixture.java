package eu.callorders.console.imports;

import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ConnectionStatus;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.FakeService.RecordedRequest;
import eu.callorders.console.api.Scope;
import eu.callorders.console.api.Transport;
import eu.callorders.console.imports.ImportViewModel.State;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.DirectExecutor;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Files to import, and a service that records their orders. */
final class ImportModelFixture implements AutoCloseable {
  static final String HEADER =
      "order_type,reference,family_name,phone,amount,currency,creditor_name,basis";
  static final String READY = "{\"verdict\":\"ready\",\"first_call_on\":\"2026-11-30\"}";
  static final String ACCEPTED = "{\"id\":\"ord_1\"}";
  static final String REFUSED = "{\"status\":403,\"code\":\"insufficient_scope\"}";

  final FakeService service = new FakeService();
  final DirectExecutor uiExecutor = new DirectExecutor();
  final BackgroundExecutor background = new BackgroundExecutor(uiExecutor);
  private final Path directory;
  private final Locale language = Locale.getDefault();

  /** Sets English until the fixture is closed. */
  ImportModelFixture(Path directory) {
    Locale.setDefault(Locale.ENGLISH);
    this.directory = directory;
    preview(Collections.nCopies(100, READY));
  }

  /** A model as each start of the console creates it. */
  ImportViewModel model() {
    ApiClient api =
        ApiClient.administration(
            new Transport(Transport.Timeouts.DEFAULT), service.address(), "token");
    Session session =
        new Session(
            "demo",
            "sandbox",
            "tn_1",
            MissingNode.getInstance(),
            Set.of(Scope.ORDERS_WRITE),
            api,
            Optional.empty(),
            new ConnectionStatus());
    return new ImportViewModel(background, session, directory);
  }

  /** Opens the file and waits for the end of its check. */
  ImportViewModel opened(Path file) {
    ImportViewModel model = model();
    model.open(file);
    await(model, State.CHECKED);
    return model;
  }

  /** An import of one order, which has paused because the service refuses it. */
  ImportViewModel paused() throws IOException {
    service.fixed("POST /v1/call-orders", 403, REFUSED);
    ImportViewModel model = opened(file("p1"));
    model.start();
    await(model, State.PAUSED);
    return model;
  }

  void await(ImportViewModel model, State state) {
    uiExecutor.runUntil(() -> model.state.get() == state);
  }

  /** The responses to the rows of each preview, in their order. */
  void preview(List<String> results) {
    service.fixed(
        "POST /v1/call-orders/preview",
        200,
        "{\"data\":[%s]}".formatted(String.join(",", results)));
  }

  /** The service accepts every order. */
  void accept() {
    service.fixed("POST /v1/call-orders", 201, ACCEPTED);
  }

  static String row(String reference, String phone) {
    return "payment_reminder,%s,Müller,%s,1.00,EUR,Stadtwerke,invoice".formatted(reference, phone);
  }

  /** A file of persons with these references. */
  Path file(String... references) throws IOException {
    List<String> rows =
        List.of(references).stream().map(reference -> row(reference, "+493023125021")).toList();
    return write(HEADER + "\n" + String.join("\n", rows), StandardCharsets.UTF_8);
  }

  /** A file of that many persons. */
  Path file(int persons) throws IOException {
    return file(IntStream.range(0, persons).mapToObj(row -> "p" + row).toArray(String[]::new));
  }

  Path write(String text, Charset encoding) throws IOException {
    return Files.write(directory.resolve("orders.csv"), text.getBytes(encoding));
  }

  List<RecordedRequest> orders() {
    return service.requests().stream()
        .filter(request -> request.target().equals("/v1/call-orders"))
        .toList();
  }

  List<String> previews() {
    return service.requests().stream()
        .filter(request -> request.target().endsWith("/preview"))
        .map(RecordedRequest::body)
        .toList();
  }

  long journals() throws IOException {
    Path journals = directory.resolve("actions");
    if (!Files.exists(journals)) {
      return 0;
    }
    try (Stream<Path> files = Files.list(journals)) {
      return files.count();
    }
  }

  @Override
  public void close() {
    background.close();
    service.close();
    Locale.setDefault(language);
  }
}
