package eu.callorders.core.order;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Where an order stands, with what is only known there. */
public sealed interface OrderState {

  OrderStatus status();

  /** Accepted; no attempt is planned yet. */
  record Accepted() implements OrderState {
    @Override
    public OrderStatus status() {
      return OrderStatus.ACCEPTED;
    }
  }

  /** The next attempt is planned. */
  record Scheduled(Instant nextAttemptAt) implements OrderState {
    @Override
    public OrderStatus status() {
      return OrderStatus.SCHEDULED;
    }
  }

  /**
   * The intent to dial is written.
   *
   * @param stop set when the order is to end unless somebody answers: ask the gateway to cancel
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
   * Somebody, or a machine, has picked up.
   *
   * @param stop set when the order is to end unless a person has spoken; the call itself goes on
   */
  record InProgress(UUID attemptId, @Nullable StopReason stop) implements OrderState {
    public InProgress(UUID attemptId) {
      this(attemptId, null);
    }

    @Override
    public OrderStatus status() {
      return OrderStatus.IN_PROGRESS;
    }
  }

  /** The work is done, or will not be done. */
  record Ended(OrderStatus status, Result result) implements OrderState {
    public Ended {
      if (!status.terminal()) {
        throw new IllegalArgumentException(status + " is no end");
      }
    }
  }
}
