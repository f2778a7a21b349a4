package eu.callorders.server.database;

import static eu.callorders.server.TestNode.await;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import eu.callorders.db.DisposablePostgres;
import eu.callorders.server.Await;
import io.vertx.core.Vertx;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** A server with durable commits at the start, except {@code fsync}, which is off in all tests. */
class DurabilityCheckTest {
  private static final String BOTH_OFF =
      "the database server has fsync and full_page_writes off:"
          + " a crash loses acknowledged writes";

  private final Logger logger = (Logger) LoggerFactory.getLogger(DurabilityCheck.class);
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
  private final Vertx vertx = Vertx.vertx();
  private final DisposablePostgres postgres = DisposablePostgres.start();
  private final Database database = Database.open(vertx, ConnectOptions.to(postgres.service()), 2);
  private final DurabilityCheck check = new DurabilityCheck(database.workers());

  @BeforeEach
  void captureLog() {
    lines.start();
    logger.addAppender(lines);
  }

  @AfterEach
  void close() {
    logger.detachAppender(lines);
    await(database.close());
    await(vertx.close());
    postgres.close();
  }

  @Test
  void logsLessDurableSettingsAfterFailover() {
    postgres.set("full_page_writes", "off");
    assertThat(check.settingsOff()).containsExactly("fsync");
    check.runOnce();
    assertThat(errors()).isEmpty();

    postgres.kill();
    postgres.restart();
    Await.until("the new server answers", this::answers);
    check.runOnce();

    assertThat(errors()).containsExactly(BOTH_OFF);
  }

  /** A check over a connection to the killed server fails. */
  private boolean answers() {
    try {
      check.runOnce();
      return true;
    } catch (Exception e) { // await throws undeclared checked exceptions too
      return false;
    }
  }

  @Test
  void logsLessDurableSettingsAfterReload() {
    postgres.kill();
    postgres.restart(); // without the settings of the first start
    assertThat(check.settingsOff()).containsExactly("fsync");

    postgres.set("full_page_writes", "off");

    Await.until(
        "the reload is seen",
        () -> {
          check.runOnce();
          return !errors().isEmpty();
        });
    assertThat(errors()).containsExactly(BOTH_OFF);
  }

  private List<String> errors() {
    return lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }
}
