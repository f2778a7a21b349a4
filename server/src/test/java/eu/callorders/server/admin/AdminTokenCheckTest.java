package eu.callorders.server.admin;

import static eu.callorders.server.TestNode.await;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.TestNode;
import eu.callorders.server.auth.Operator.Settings;
import eu.callorders.server.auth.OperatorCache;
import eu.callorders.server.auth.OperatorEditor;
import eu.callorders.server.auth.OperatorEditor.Created;
import eu.callorders.server.auth.OperatorRole;
import eu.callorders.server.database.ConnectOptions;
import eu.callorders.server.database.Database;
import eu.callorders.server.http.Caller;
import eu.callorders.server.ratelimit.RateLimit;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class AdminTokenCheckTest {
  private static final String ADDRESS = "192.0.2.1";
  private static final Duration WITHDRAWAL_DELAY = Duration.ofSeconds(5);

  @AutoClose private final TestNode node = new TestNode();
  private final OperatorEditor editor = new OperatorEditor(node.clock, new SecureRandom());
  private final AdminTokenCheck check = newCheck(node.database);

  private AdminTokenCheck newCheck(Database database) {
    return new AdminTokenCheck(
        () -> List.of("first", "second"), new OperatorCache(node.vertx, database, node.clock));
  }

  @Test
  void deploymentTokenHasEveryRole() {
    for (String token : List.of("first", "second")) {
      Caller caller = await(check.check(token, ADDRESS));
      assertThat(caller.actor()).isEqualTo("operator");
      assertThat(caller.scopes()).containsExactlyInAnyOrder("read", "operate", "administer");
      assertThat(caller.rateLimit()).isEqualTo(RateLimit.UNLIMITED);
    }
  }

  @Test
  void operatorHasItsRoleAndThoseBelow() {
    assertThat(roles(create("Ann", OperatorRole.READ))).containsExactly("read");
    node.clock.advance(WITHDRAWAL_DELAY);
    assertThat(roles(create("Bob", OperatorRole.OPERATE)))
        .containsExactlyInAnyOrder("read", "operate");
    node.clock.advance(WITHDRAWAL_DELAY);
    Created boss = create("Eve", OperatorRole.ADMINISTER);
    assertThat(await(check.check(boss.token().text(), ADDRESS)))
        .isEqualTo(
            Caller.ofOperator(
                boss.operator().id(), "Eve", Set.of("read", "operate", "administer")));
  }

  @Test
  void rejectsOtherTokens() {
    Created operator = create("Ann", OperatorRole.READ);
    String token = operator.token().text();
    String hash = HexFormat.of().formatHex(storedHash());

    for (String other :
        List.of("", "fir", "firstt", "coop_", token + "x", token.substring(5), "coop_" + hash)) {
      assertThat(refusal(check, other)).as(other).isEqualTo(ProblemCode.UNAUTHORIZED);
    }
    roles(operator);
  }

  private byte[] storedHash() {
    return await(node.database.workers().query("SELECT token_hash FROM operator").execute())
        .iterator()
        .next()
        .getBuffer(0)
        .getBytes();
  }

  /** The change is made by another node: this one is not told. */
  @Test
  void withdrawnRoleEndsWithin5Seconds() {
    Created operator = create("Ann", OperatorRole.ADMINISTER);
    roles(operator);

    change(operator, new Settings("Ann", OperatorRole.READ, false));
    node.clock.advance(WITHDRAWAL_DELAY);

    assertThat(roles(operator)).containsExactly("read");
  }

  @Test
  void tokenOfDisabledOperatorEndsWithin5Seconds() {
    Created operator = create("Ann", OperatorRole.ADMINISTER);
    roles(operator);

    change(operator, new Settings("Ann", OperatorRole.ADMINISTER, true));
    node.clock.advance(WITHDRAWAL_DELAY);

    assertThat(refusal(check, operator.token().text())).isEqualTo(ProblemCode.UNAUTHORIZED);
  }

  @Test
  void clockThatIsSetBackKeepsNoWithdrawnToken() {
    Created operator = create("Ann", OperatorRole.ADMINISTER);
    roles(operator);

    change(operator, new Settings("Ann", OperatorRole.ADMINISTER, true));
    node.clock.advance(Duration.ofHours(-1));

    assertThat(refusal(check, operator.token().text())).isEqualTo(ProblemCode.UNAUTHORIZED);
  }

  /** An operator of another node stays unknown for a while, so the guesses have read nothing. */
  @Test
  void guessesCauseNoQuery() {
    assertThat(refusal(check, "coop_guess")).isEqualTo(ProblemCode.UNAUTHORIZED);
    Created later = create("Ann", OperatorRole.READ);

    assertThat(refusal(check, "coop_other")).isEqualTo(ProblemCode.UNAUTHORIZED);
    assertThat(refusal(check, later.token().text())).isEqualTo(ProblemCode.UNAUTHORIZED);
    node.clock.advance(WITHDRAWAL_DELAY);
    roles(later);
  }

  @Test
  void deploymentTokenWorksWithoutDatabase() {
    Database closed = Database.open(node.vertx, ConnectOptions.to(node.postgres.service()), 1);
    await(closed.close());
    AdminTokenCheck alone = newCheck(closed);

    assertThat(await(alone.check("first", ADDRESS)).actor()).isEqualTo("operator");
    assertThat(refusal(alone, "wrong")).isEqualTo(ProblemCode.UNAUTHORIZED);
    assertThat(TestNode.failure(alone.check("coop_unknown", ADDRESS)))
        .isNotInstanceOf(ProblemException.class);
  }

  private Created create(String name, OperatorRole role) {
    return await(
        node.database.asWorker(
            connection -> editor.create(connection, new Settings(name, role, false))));
  }

  private void change(Created created, Settings settings) {
    await(
        node.database.asWorker(
            connection -> editor.change(connection, created.operator().id(), it -> settings)));
  }

  private Set<String> roles(Created operator) {
    return await(check.check(operator.token().text(), ADDRESS)).scopes();
  }

  private static ProblemCode refusal(AdminTokenCheck check, String token) {
    Throwable failure = TestNode.failure(check.check(token, ADDRESS));
    assertThat(failure).isInstanceOf(ProblemException.class);
    return ((ProblemException) failure).problem().code();
  }
}
