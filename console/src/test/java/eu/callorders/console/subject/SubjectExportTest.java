package eu.callorders.console.subject;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Scope;
import eu.callorders.console.work.ActionTarget;
import eu.callorders.console.work.FailedActions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The export of a person by {@link SubjectDetailViewModel}. */
class SubjectExportTest {
  private static final String PATH = "GET /admin/v1/tenants/tn_1/subjects/p1";
  private static final ActionTarget PERSON = new ActionTarget("p1", "Erika · p1");

  @AutoClose private final SubjectsFixture fixture = new SubjectsFixture();
  @TempDir private Path home;
  private final SubjectDetailViewModel model =
      new SubjectDetailViewModel(fixture.background, fixture.session(true, Scope.ORDERS_READ));

  private Path export() {
    model.show("p1");
    fixture.uiExecutor.runNext();
    Path file = home.resolve("p1.json");
    model.export(PERSON, file);
    fixture.uiExecutor.runNext();
    return file;
  }

  @Test
  void writesEverythingOfThePerson() throws IOException {
    fixture.service.fixed(PATH, 200, "{\"subject_reference\":\"p1\",\"orders\":[]}");
    Path file = export();
    assertThat(model.exportedFile()).isEqualTo(file);
    assertThat(SubjectsFixture.json(Files.readString(file)).path("subject_reference").asText())
        .isEqualTo("p1");
    model.show("p2");
    fixture.uiExecutor.runNext();
    assertThat(model.exportedFile()).as("at another person").isNull();
  }

  @Test
  void writesNoFileWhenTheServiceRefuses() {
    fixture.service.fixed(PATH, 403, "{\"status\":403,\"code\":\"insufficient_scope\"}");
    Path file = export();
    assertThat(model.failureOfExport()).isInstanceOf(Failure.Refused.class);
    assertThat(model.exportedFile()).isNull();
    assertThat(home).isEmptyDirectory();
    assertThat(file).doesNotExist();
  }

  @Test
  void keepsAFailureOfAPersonThatIsNoLongerShown() {
    fixture.service.fixed(PATH, 403, "{\"status\":403,\"code\":\"insufficient_scope\"}");
    model.show("p1");
    fixture.uiExecutor.runNext();
    model.export(PERSON, home.resolve("p1.json"));
    model.clear();
    fixture.uiExecutor.runNext();
    assertThat(model.failedActions().entries())
        .extracting(FailedActions.FailedAction::target)
        .containsExactly(PERSON);
  }
}
