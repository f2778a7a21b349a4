package eu.callorders.console.app;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.Sandbox;
import eu.callorders.console.TestRegistration;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Scope;
import eu.callorders.console.ui.Texts;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.testfx.util.WaitForAsyncUtils;

/** Where a task is done: a sandbox, in a language. */
record TaskSetting(Sandbox sandbox, Path home, String language) {
  private static final long TIMEOUT_SECONDS = 180;

  /** A condition on the state of the service. */
  @FunctionalInterface
  interface ServiceCondition {
    boolean holds() throws ApiException;
  }

  /** A tenant of its own, without orders of other tests. */
  TestRegistration tenant() throws ApiException {
    return TestRegistration.ofNewTenant(sandbox, List.of(Scope.values()));
  }

  OperatorRobot start(TestRegistration client) throws Exception {
    return OperatorRobot.start(home, client, language);
  }

  /** The text of a screen, in the language of the running console. */
  static String text(Class<?> screen, String key, Object... arguments) {
    return Texts.of(screen).get(key, arguments);
  }

  JsonNode administration(String path) throws ApiException {
    return sandbox.administration().get("/admin/v1/" + path).body();
  }

  void await(ServiceCondition condition) throws Exception {
    WaitForAsyncUtils.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS, condition::holds);
  }

  /** Waits until the search finds that many orders, which are indexed a little later. */
  void awaitFound(TestRegistration client, String text, int orders) throws Exception {
    String path = "search?tenant_id=" + client.tenantId() + "&q=" + text;
    await(
        () -> {
          List<JsonNode> kinds = administration(path).path("data").findValues("kind");
          return kinds.stream().filter(kind -> kind.asText().equals("order")).count() == orders;
        });
  }
}
