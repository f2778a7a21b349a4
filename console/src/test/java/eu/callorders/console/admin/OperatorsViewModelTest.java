package eu.callorders.console.admin;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.api.AdminRole;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Transport;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.DirectExecutor;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OperatorsViewModelTest {
  private static final String REFUSED =
      "{\"status\":403,\"code\":\"insufficient_scope\",\"detail\":\"administer\"}";

  private final FakeService service = new FakeService();
  private final DirectExecutor drawing = new DirectExecutor();
  private final BackgroundExecutor background = drawing.endlessDelays();
  private final OperatorsViewModel model =
      new OperatorsViewModel(
          background,
          ApiClient.administration(
              new Transport(Transport.Timeouts.DEFAULT), service.address(), "token"));

  @AfterEach
  void close() {
    background.close();
    service.close();
  }

  /** An operator that was changed at that second. */
  private static String operator(String id, String role, boolean disabled, int second) {
    return """
    {"operator_id":"%s","name":"Ada","role":"%s","disabled":%s,
     "created_at":"2026-11-20T09:00:00.000Z","updated_at":"2026-11-20T10:00:0%d.000Z"}
    """
        .formatted(id, role, disabled, second);
  }

  private static String page(String... operators) {
    return "{\"data\":[%s],\"has_more\":false,\"next_cursor\":null}"
        .formatted(String.join(",", operators));
  }

  private void load(String... operators) {
    service.then(200, page(operators));
    model.apply();
    drawing.runNext();
  }

  private OperatorRow row(String id) {
    OperatorRow row = model.rows().find(id);
    assertThat(row).isNotNull();
    return row;
  }

  private FakeService.RecordedRequest last() {
    return service.requests().getLast();
  }

  @Test
  void listsTheOperators() {
    load(operator("opr_2", "read", true, 1), operator("opr_1", "administer", false, 1));
    assertThat(last().target()).isEqualTo("/admin/v1/operators?limit=100");
    assertThat(row("opr_2").state()).isEqualTo("disabled");
    assertThat(row("opr_1").role()).isEqualTo("administer");
  }

  @Test
  void publishesTheTokenOfANewOperator() {
    load();
    service.then(201, "{\"operator_id\":\"opr_1\",\"name\":\"Ada\",\"token\":\"opt_1\"}");
    model.create(" Ada ", AdminRole.READ);
    drawing.runNext();
    assertThat(last().method()).isEqualTo("POST");
    assertThat(last().body()).isEqualTo("{\"name\":\"Ada\",\"role\":\"read\"}");
    assertThat(model.issued.get()).isEqualTo(new OperatorsViewModel.IssuedToken("Ada", "opt_1"));
    assertThat(String.valueOf(model.issued.get())).doesNotContain("opt_1");
    service.then(200, page(operator("opr_1", "read", false, 1)));
    drawing.runNext();
    assertThat(model.rows().rows()).extracting(OperatorRow::id).isEqualTo(List.of("opr_1"));
  }

  @Test
  void changesRoleAndState() {
    load(operator("opr_1", "read", false, 1));
    service.then(200, operator("opr_1", "operate", false, 2));
    model.setRole(row("opr_1"), AdminRole.OPERATE);
    drawing.runNext();
    assertThat(last().method()).isEqualTo("PATCH");
    assertThat(last().target()).isEqualTo("/admin/v1/operators/opr_1");
    assertThat(last().body()).isEqualTo("{\"role\":\"operate\"}");
    assertThat(row("opr_1").role()).isEqualTo("operate");
    service.then(200, operator("opr_1", "operate", true, 3));
    model.setDisabled(row("opr_1"), true);
    drawing.runNext();
    assertThat(last().body()).isEqualTo("{\"disabled\":true}");
    assertThat(row("opr_1").state()).isEqualTo("disabled");
  }

  @Test
  void keepsARowWhoseChangeIsRefused() {
    load(operator("opr_1", "read", false, 1));
    service.then(403, REFUSED);
    model.setRole(row("opr_1"), AdminRole.ADMINISTER);
    drawing.runNext();
    assertThat(model.actions.failure.get()).isNotNull();
    assertThat(model.actions.target()).isEqualTo("Ada");
    assertThat(row("opr_1").role()).isEqualTo("read");
  }
}
