package eu.callorders.core.order;

import static eu.callorders.core.order.OrderStatus.ACCEPTED;
import static eu.callorders.core.order.OrderStatus.CANCELED;
import static eu.callorders.core.order.OrderStatus.COMPLETED;
import static eu.callorders.core.order.OrderStatus.DIALING;
import static eu.callorders.core.order.OrderStatus.EXPIRED;
import static eu.callorders.core.order.OrderStatus.FAILED;
import static eu.callorders.core.order.OrderStatus.IN_PROGRESS;
import static eu.callorders.core.order.OrderStatus.SCHEDULED;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * The state machine of an order as a table. {@link OrderDecider} is tested against it, and the
 * diagram in the documentation is generated from it.
 */
final class OrderTransitions {

  /** Commands, split where they lead to different states. */
  enum Trigger {
    PLANNED("next attempt planned"),
    PLANNED_SPENT("attempts used up"),
    PLANNED_NO_INSTANT("no permitted instant left"),
    PLANNED_HELD("expired while held"),
    PLANNED_NO_CONTACT("every number invalid"),
    PLANNED_SUPPRESSED("every number suppressed"),
    EDITED("edited by the client"),
    EDITED_SPENT("attempts used up"),
    EDITED_NO_INSTANT("no permitted instant left"),
    EDITED_HELD("expired while held"),
    EDITED_NO_CONTACT("every number invalid"),
    EDITED_SUPPRESSED("every number suppressed"),
    EDITED_AFTER_ATTEMPT("edited after the first attempt"),
    CANCEL("canceled by the client"),
    STOP("suppressed, or its enrollment canceled or exited"),
    STOP_AGAIN("suppressed, or its enrollment canceled or exited"),
    HELD("due while held"),
    STARTED("attempt started"),
    STARTED_EARLY("attempt started before it is due"),
    REFUSED("refused for now"),
    REFUSED_TOO_OFTEN("refused for want of capacity, the twentieth time in a row"),
    REFUSED_SPENT("attempts used up"),
    REFUSED_NO_INSTANT("no permitted instant left"),
    REFUSED_NO_CONTACT("every number invalid"),
    REFUSED_SUPPRESSED("every number suppressed"),
    REFUSED_DO_NOT_CALL("on the provider's do-not-call list"),
    REFUSED_PERMANENTLY("refused permanently"),
    REFUSED_AFTER_STOP("stopped before an answer"),
    ANSWERED("answered"),
    UNREACHED("unreached"),
    UNREACHED_SPENT("attempts used up"),
    UNREACHED_NO_INSTANT("no permitted instant left"),
    UNREACHED_NO_CONTACT("every number invalid"),
    UNREACHED_SUPPRESSED("every number suppressed"),
    UNREACHED_PERMANENTLY("refused permanently"),
    UNREACHED_AFTER_STOP("stopped before an answer"),
    CONVERSATION_ENDED("conversation ended and reported"),
    CONVERSATION_STOPPED("conversation stopped by an operator"),
    REPORT_OVERDUE("report overdue"),
    OTHER_ATTEMPT("event of another attempt");

    final String label;

    Trigger(String label) {
      this.label = label;
    }
  }

  record Transition(OrderStatus from, Trigger trigger, OrderStatus to) {}

  /** Pairs without a row are ignored, or rejected if the client requested them. */
  static final List<Transition> TABLE =
      Stream.of(
              from(ACCEPTED)
                  .to(ACCEPTED, Trigger.EDITED)
                  .to(SCHEDULED, Trigger.PLANNED)
                  .to(COMPLETED, Trigger.PLANNED_SPENT, Trigger.EDITED_SPENT)
                  .to(EXPIRED, Trigger.PLANNED_NO_INSTANT, Trigger.EDITED_NO_INSTANT)
                  .to(EXPIRED, Trigger.PLANNED_HELD, Trigger.EDITED_HELD)
                  .to(FAILED, Trigger.PLANNED_NO_CONTACT, Trigger.EDITED_NO_CONTACT)
                  .to(CANCELED, Trigger.PLANNED_SUPPRESSED, Trigger.EDITED_SUPPRESSED)
                  .to(CANCELED, Trigger.CANCEL, Trigger.STOP, Trigger.STOP_AGAIN),
              from(SCHEDULED)
                  .to(SCHEDULED, Trigger.PLANNED, Trigger.EDITED, Trigger.HELD)
                  .to(DIALING, Trigger.STARTED)
                  .to(COMPLETED, Trigger.PLANNED_SPENT, Trigger.EDITED_SPENT)
                  .to(EXPIRED, Trigger.PLANNED_NO_INSTANT, Trigger.EDITED_NO_INSTANT)
                  .to(EXPIRED, Trigger.PLANNED_HELD, Trigger.EDITED_HELD)
                  .to(FAILED, Trigger.PLANNED_NO_CONTACT, Trigger.EDITED_NO_CONTACT)
                  .to(CANCELED, Trigger.PLANNED_SUPPRESSED, Trigger.EDITED_SUPPRESSED)
                  .to(CANCELED, Trigger.CANCEL, Trigger.STOP, Trigger.STOP_AGAIN),
              from(DIALING)
                  .to(DIALING, Trigger.STOP)
                  .to(IN_PROGRESS, Trigger.ANSWERED)
                  .to(SCHEDULED, Trigger.REFUSED, Trigger.UNREACHED)
                  .to(COMPLETED, Trigger.REFUSED_SPENT, Trigger.UNREACHED_SPENT)
                  .to(COMPLETED, Trigger.CONVERSATION_ENDED, Trigger.CONVERSATION_STOPPED)
                  .to(COMPLETED, Trigger.REPORT_OVERDUE)
                  .to(EXPIRED, Trigger.REFUSED_NO_INSTANT, Trigger.UNREACHED_NO_INSTANT)
                  .to(FAILED, Trigger.REFUSED_NO_CONTACT, Trigger.UNREACHED_NO_CONTACT)
                  .to(FAILED, Trigger.REFUSED_PERMANENTLY, Trigger.UNREACHED_PERMANENTLY)
                  .to(FAILED, Trigger.REFUSED_TOO_OFTEN)
                  .to(CANCELED, Trigger.REFUSED_SUPPRESSED, Trigger.UNREACHED_SUPPRESSED)
                  .to(CANCELED, Trigger.REFUSED_AFTER_STOP, Trigger.UNREACHED_AFTER_STOP)
                  .to(CANCELED, Trigger.REFUSED_DO_NOT_CALL),
              from(IN_PROGRESS)
                  .to(IN_PROGRESS, Trigger.STOP)
                  .to(SCHEDULED, Trigger.UNREACHED)
                  .to(COMPLETED, Trigger.UNREACHED_SPENT)
                  .to(COMPLETED, Trigger.CONVERSATION_ENDED, Trigger.CONVERSATION_STOPPED)
                  .to(COMPLETED, Trigger.REPORT_OVERDUE)
                  .to(EXPIRED, Trigger.UNREACHED_NO_INSTANT)
                  .to(FAILED, Trigger.UNREACHED_NO_CONTACT, Trigger.UNREACHED_PERMANENTLY)
                  .to(CANCELED, Trigger.UNREACHED_SUPPRESSED, Trigger.UNREACHED_AFTER_STOP))
          .flatMap(Rows::stream)
          .toList();

  private OrderTransitions() {}

  private static Rows from(OrderStatus from) {
    return new Rows(from, Stream.empty());
  }

  private record Rows(OrderStatus from, Stream<Transition> stream) {
    Rows to(OrderStatus to, Trigger... triggers) {
      return new Rows(
          from,
          Stream.concat(
              stream, Arrays.stream(triggers).map(each -> new Transition(from, each, to))));
    }
  }
}
