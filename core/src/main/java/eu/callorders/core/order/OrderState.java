package eu.callorders.core.order;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The state of an order, with the data of that state. */
public sealed interface OrderState {

  OrderStatus status();

  /** Accepted; no attempt is planned yet. */
  record Accepted() implements OrderState {
    @Override
    public OrderStatus status() {
      return OrderStatus.ACCEPTED;
    }
  }

  record Scheduled(Instant nextAttemptAt) implements OrderState {
    @Override
    public OrderStatus status() {
      return OrderStatus.SCHEDULED;
    }
  }

  /**
   * The intent to dial is written.
   *
   * @param stop set when the order ends unless answered: request a cancel from the gateway
   */
  record Dialing(UUID attemptId, @Nullable StopReason stop) implements OrderState {
    public Dialing(UUID attemptId) {
      this(attemptId, null);
    }

    @Override
    public OrderStatus status() {
      return OrderStatus.DIALING;
    }
  }

  /**
   * A person or a machine picked up.
   *
   * @param stop set when the order ends unless a person has spoken; the call continues
   */
  record InProgress(UUID attemptId, @Nullable StopReason stop) implements OrderState {
    @Override
    public OrderStatus status() {
      return OrderStatus.IN_PROGRESS;
    }
  }

  record Ended(OrderStatus status, Result result) implements OrderState {
    public Ended {
      if (!status.terminal()) {
        throw new IllegalArgumentException(status + " is not terminal");
      }
    }
  }
}
