package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.RobotTest;
import eu.callorders.console.Sandbox;
import eu.callorders.console.app.OperatorTask.Effort;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Does each task in both languages, and compares its clicks and keys with docs/CONSOLE.md. */
@RobotTest
@Tag("long")
class OperatorTasksTest {
  @TempDir private Path home;

  static Stream<Arguments> runs() {
    return Arrays.stream(OperatorTask.values())
        .flatMap(task -> Stream.of("en", "de").map(language -> Arguments.of(task, language)));
  }

  @ParameterizedTest(name = "{0} ({1})")
  @MethodSource("runs")
  void takesTheDocumentedClicksAndKeys(OperatorTask task, String language) throws Exception {
    TaskSetting setting = new TaskSetting(Sandbox.shared(), home, language);
    assertThat(perform(task, setting)).isEqualTo(OperatorTask.documented().get(task.title()));
  }

  private static Effort perform(OperatorTask task, TaskSetting setting) throws Exception {
    OrderTasks orders = new OrderTasks(setting);
    DeploymentTasks deployment = new DeploymentTasks(setting);
    return switch (task) {
      case WAIT_REASON -> orders.seeWhyAnOrderWaits();
      case DO_NOT_CALL -> orders.putThePersonOntoTheDoNotCallList();
      case CANCEL -> orders.cancelAnOrder();
      case CANCEL_TEN -> orders.cancelTenOrders();
      case DO_NOT_CALL_TEN -> orders.putTenPersonsOntoTheDoNotCallList();
      case PERSON_ORDERS -> orders.seeAllOrdersOfAPerson();
      case TRANSCRIPT -> orders.readWhatWasSaid();
      case REPLAY -> deployment.replayToAFailingWebhook();
      case RESEND -> deployment.resendADelivery();
      case RESEND_TEN -> deployment.resendTenDeliveries();
      case HALT_TENANT -> deployment.haltTheTenant();
      case HALT -> deployment.haltEverything();
      case SANDBOX_ORDER -> orders.createASandboxOrder();
      case IMPORT -> new ImportTask(setting).importAHundredOrders();
      case ADVANCE -> deployment.advanceTheClock();
      case LIVE_EVENTS -> deployment.watchLiveEvents();
      case EXPORT -> deployment.exportTheList();
      case EDIT_CONFLICT -> orders.changeWhatAnotherUserChanges();
      case EDIT_SEQUENCE -> new SequenceTasks(setting).editASequence();
      case REVOKE -> deployment.revokeARegistration();
      case ALERT -> deployment.goToTheCauseOfAnAlert();
      case FIND_BY_NAME -> orders.findOrdersOfAPerson("sch");
      case FIND_BY_NUMBER -> orders.findOrdersOfAPerson("5710");
      case SEND_SIGNAL -> orders.sendASignal();
      case HOLD_CLAIM -> new ProtectionTasks(setting).putAHoldOnAClaim();
      case EVIDENCE -> new ProtectionTasks(setting).lookAtTheEvidenceOfACall();
      case GRANT_READING -> deployment.giveAColleagueReadingAccess();
    };
  }
}
