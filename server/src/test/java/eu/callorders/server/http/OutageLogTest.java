package eu.callorders.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import io.vertx.pgclient.PgException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class OutageLogTest {
  @Test
  void distinguishesOverloadFromOutage() {
    assertThat(OutageLog.of(new ConnectException("refused"))).isEqualTo(OutageLog.DATABASE);
    assertThat(OutageLog.of(new RuntimeException(new PgException("x", "FATAL", "57P01", "y"))))
        .isEqualTo(OutageLog.DATABASE);
    assertThat(OutageLog.of(new TimeoutException("no connection"))).isEqualTo(OutageLog.LOAD);
    assertThat(OutageLog.of(new RuntimeException(new PgException("x", "ERROR", "57014", "y"))))
        .isEqualTo(OutageLog.LOAD);
    Problem busy = Problem.retryLater(ProblemCode.UNAVAILABLE, "busy", Duration.ofSeconds(1));
    assertThat(OutageLog.of(new ProblemException(busy))).isEqualTo(OutageLog.LOAD);
  }
}
