package eu.callorders.server.event;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.event.EventType;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class FeedHorizonTest {
  @AutoClose private final EventFixture fixture = new EventFixture(4, 2);

  @Test
  void growsOnlyWhileAWriteTransactionIsOpen() {
    FeedHorizon horizon = new FeedHorizon(fixture.database, fixture);
    Promise<Void> written = Promise.promise();
    Promise<Void> mayEnd = Promise.promise();
    Future<Void> transaction =
        fixture.database.asTenant(
            fixture.tenant,
            connection ->
                fixture
                    .store
                    .append(
                        connection,
                        List.of(fixture.event(EventType.CALL_STARTED, RelatedResources.none())))
                    .onSuccess(written::complete)
                    .compose(ignored -> mayEnd.future()));
    written.future().await();

    assertThat(horizon.age().await()).isPositive();
    fixture.move(Duration.ofHours(1));
    assertThat(horizon.age().await()).isGreaterThanOrEqualTo(Duration.ofHours(1));

    mayEnd.complete();
    transaction.await();
    assertThat(horizon.age().await()).isLessThan(Duration.ofHours(1));
  }
}
