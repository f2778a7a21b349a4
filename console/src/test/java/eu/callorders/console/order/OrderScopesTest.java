package eu.callorders.console.order;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.RobotTest;
import eu.callorders.console.api.Scope;
import eu.callorders.console.ui.Screen;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@RobotTest
class OrderScopesTest {
  @AutoClose private OrderScreenFixture stage;
  @TempDir private Path home;

  @BeforeEach
  void open() throws Exception {
    stage = new OrderScreenFixture();
    stage.service.fixed("/v1/events", 200, UnknownValueOrders.page());
  }

  private boolean isDisabled(String button) {
    return stage.<ButtonBase>find(button).isDisabled();
  }

  private void grant(Screen screen, Set<Scope> scopes) {
    stage.runAndWait(
        () -> {
          stage.session().grant(scopes);
          screen.applyScopes();
        });
  }

  @Test
  void updatesActionsOnScopeChangeAndKeepsSelection() {
    String order = UnknownValueOrders.order("scheduled", true);
    stage.service.fixed("/v1/call-orders", 200, UnknownValueOrders.page(order));
    stage.service.fixed("/v1/call-orders/ord_1", 200, order);
    Screen screen = stage.open(home);
    TableView<?> table = stage.find("#orders");
    stage.await(() -> !table.getItems().isEmpty());
    stage.runAndWait(() -> table.getSelectionModel().select(0));
    ButtonBase cancel = stage.find("#cancel");
    stage.await(() -> !cancel.isDisabled());
    assertThat(isDisabled("#read-transcript")).isFalse();

    grant(screen, EnumSet.of(Scope.ORDERS_READ));
    for (String button : new String[] {"#newOrder", "#cancel", "#read-transcript"}) {
      assertThat(isDisabled(button)).as(button).isTrue();
    }
    assertThat(stage.<TextField>find(".detail #id").getText()).isEqualTo("ord_1");
    assertThat(table.getSelectionModel().getSelectedIndex()).isZero();

    grant(screen, EnumSet.allOf(Scope.class));
    for (String button : new String[] {"#newOrder", "#cancel", "#read-transcript"}) {
      assertThat(isDisabled(button)).as(button).isFalse();
    }
  }

  @Test
  void pollsTheListWhileItIsVisibleAndNoEventsCanBeRead() {
    TableView<?> table = stage.list(home, UnknownValueOrders.order("scheduled", false));
    String canceled = UnknownValueOrders.order("canceled", false);
    stage.service.fixed("/v1/call-orders", 200, UnknownValueOrders.page(canceled));
    grant(stage.screen(), EnumSet.of(Scope.ORDERS_READ));
    stage.await(() -> table.getItems().toString().contains("status=canceled"));
    stage.runAndWait(stage.screen()::hidden);
    stage.service.fixed("/v1/call-orders", 200, UnknownValueOrders.page());
    stage.runAndWait(stage.screen()::shown);
    stage.await(() -> table.getItems().isEmpty());
  }
}
