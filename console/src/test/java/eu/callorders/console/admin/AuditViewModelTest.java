package eu.callorders.console.admin;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Transport;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.DirectExecutor;
import java.time.LocalDate;
import java.time.ZoneId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AuditViewModelTest {
  private final FakeService service = new FakeService();
  private final DirectExecutor drawing = new DirectExecutor();
  private final BackgroundExecutor background = new BackgroundExecutor(drawing);
  private final ApiClient administration =
      ApiClient.administration(
          new Transport(Transport.Timeouts.DEFAULT), service.address(), "token");
  private final AuditViewModel model =
      new AuditViewModel(background, administration, ZoneId.of("Europe/Berlin"));

  @AfterEach
  void close() {
    background.close();
    service.close();
  }

  private static String page(String rows) {
    return "{\"data\":[%s],\"has_more\":false,\"next_cursor\":null}".formatted(rows);
  }

  @Test
  void appliesFilters() {
    service.then(200, page("{\"id\":\"a1\",\"action\":\"on.the_moon\",\"actor\":\"operator\"}"));
    model.filter().text("action").set("dialing.halted");
    model.filter().text("tenant_id").set(" tn_1 ");
    model.filter().from().set(LocalDate.of(2026, 11, 20));
    model.filter().to().set(LocalDate.of(2026, 11, 20));
    model.apply();
    drawing.runNext();
    assertThat(service.requests().getFirst().target())
        .isEqualTo(
            "/admin/v1/audit-log?tenant_id=tn_1&action=dialing.halted"
                + "&created_after=2026-11-19T23%3A00%3A00Z"
                + "&created_before=2026-11-20T23%3A00%3A00Z&limit=100");
    assertThat(model.rows().rows()).extracting(AuditRow::action).containsExactly("on.the_moon");
  }

  @Test
  void pollsNewEntries() {
    service.then(200, page("{\"id\":\"a1\",\"at\":\"2026-11-20T10:00:00.000Z\"}"));
    model.apply();
    drawing.runNext();
    service.then(
        200,
        page(
            "{\"id\":\"a2\",\"at\":\"2026-11-20T10:01:00.000Z\"},"
                + "{\"id\":\"a1\",\"at\":\"2026-11-20T10:00:00.000Z\"}"));
    model.setPolled(true);
    drawing.runNext();
    model.setPolled(false);
    assertThat(model.rows().rows()).extracting(AuditRow::id).containsExactly("a2", "a1");
    assertThat(model.rows().leaving()).isEmpty();
  }

  @Test
  void clearsFilters() {
    model.filter().text("action").set("dialing.halted");
    model.filter().text("tenant_id").set("tn_1");
    model.filter().from().set(LocalDate.of(2026, 11, 20));
    model.filter().to().set(LocalDate.of(2026, 11, 20));
    service.then(200, page(""));
    model.clear();
    drawing.runNext();
    assertThat(service.requests().getFirst().target()).isEqualTo("/admin/v1/audit-log?limit=100");
  }
}
