package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ConnectionStatus;
import eu.callorders.console.api.Credentials;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.RefreshingTokenSource;
import eu.callorders.console.api.Scope;
import eu.callorders.console.api.Transport;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.DirectExecutor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SignInViewModelTest {
  private final FakeService service = new FakeService();
  private final DirectExecutor drawing = new DirectExecutor();
  private final BackgroundExecutor background = new BackgroundExecutor(drawing);
  private final Transport transport = new Transport(Transport.Timeouts.DEFAULT);
  private final Session session =
      new Session(
          "Mine",
          "live",
          "tn_1",
          MissingNode.getInstance(),
          Set.of(Scope.ORDERS_READ),
          ApiClient.of(
              transport,
              service.address(),
              new RefreshingTokenSource(
                  transport, new Credentials(service.address(), "cli_1", "one"))),
          Optional.empty(),
          new ConnectionStatus());
  private final SignInViewModel model = new SignInViewModel(background, session);

  @AfterEach
  void close() {
    background.close();
    service.close();
  }

  @Test
  void isNeededWhileCredentialsAreRejected() {
    assertThat(model.needed.get()).isFalse();
    model.statusChanged(ConnectionStatus.State.CREDENTIALS_REJECTED);
    assertThat(model.needed.get()).isTrue();
    assertThat(model.failure.get()).isEqualTo(new Failure.Revoked());
    model.statusChanged(ConnectionStatus.State.OFFLINE);
    assertThat(model.needed.get()).isTrue();
    model.statusChanged(ConnectionStatus.State.ONLINE);
    assertThat(model.needed.get()).isFalse();
    assertThat(model.failure.get()).isNull();
  }

  @Test
  void isNotNeededWhileOffline() {
    model.statusChanged(ConnectionStatus.State.OFFLINE);
    assertThat(model.needed.get()).isFalse();
    assertThat(model.failure.get()).isNull();
  }

  @Test
  void signsInWithOtherCredentialsAndPublishesThem() {
    List<String> published = new ArrayList<>();
    session.onSignIn((clientId, secret) -> published.add(clientId + " " + secret));
    model.statusChanged(ConnectionStatus.State.CREDENTIALS_REJECTED);
    model.clientId.set(" cli_2 ");
    model.secret.set("two");
    service.token("a", 1800);
    model.signIn();
    drawing.runNext();
    assertThat(published).containsExactly("cli_2 two");
    assertThat(model.busy.get()).isFalse();
  }

  @Test
  void ignoresSignInWhileBusy() {
    service.token("a", 1800).token("b", 1800).token("c", 1800);
    model.secret.set("two");
    model.signIn();
    model.secret.set("three");
    model.signIn();
    drawing.runNext();
    model.secret.set("four");
    model.signIn();
    drawing.runNext();
    assertThat(service.requests())
        .extracting(request -> request.credentials().replaceAll(".*:", ""))
        .containsExactly("two", "four");
  }

  @Test
  void keepsTheInputUntilItIsAccepted() {
    model.statusChanged(ConnectionStatus.State.CREDENTIALS_REJECTED);
    model.secret.set(" two ");
    service.then(401, "{\"error\":\"invalid_client\"}");
    model.signIn();
    assertThat(model.busy.get()).isTrue();
    model.signIn();
    drawing.runNext();
    assertThat(model.busy.get()).isFalse();
    assertThat(model.failure.get()).isEqualTo(new Failure.WrongCredentials());
    assertThat(model.secret.get()).isEqualTo(" two ");
    assertThat(model.needed.get()).isTrue();

    service.token("a", 1800);
    model.signIn();
    drawing.runNext();
    assertThat(model.needed.get()).isFalse();
    assertThat(model.secret.get()).isEmpty();
    assertThat(service.requests()).hasSize(2);
    assertThat(service.requests().getLast().credentials()).isEqualTo("cli_1:two");
  }
}
