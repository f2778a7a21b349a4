package eu.callorders.core.simulation;

import eu.callorders.core.telephony.GatewayEvent;

/** One event on its way to the service, sent to random nodes until one has stored it. */
public final class Delivery {
  private static final long FIRST_RETRY = 5_000;
  private static final int MAX_TRIES = 10;

  private final Gateway gateway;
  private final GatewayEvent event;
  private boolean stored;
  private int tries;

  Delivery(Gateway gateway, GatewayEvent event) {
    this.gateway = gateway;
    this.event = event;
  }

  private void stored() {
    stored = true;
    if (event instanceof GatewayEvent.Objection) {
      SimulatedStore store = gateway.store();
      gateway.invariants.dials.objected(
          store, store.order(store.owner(event.header().attemptId())));
    }
  }

  void send() {
    VirtualScheduler world = gateway.world;
    long delay =
        gateway.faulty(gateway.faults.eventLate()) ? world.between(0, 90_000) : world.soon(400);
    SimulatedNode node = gateway.nodes().get(world.random.nextInt(gateway.nodes().size()));
    node.after(delay, () -> node.inbox().add(new AttemptUpdate.EventReceived(event), this::stored));
    if (++tries < MAX_TRIES) {
      world.after(
          delay + (FIRST_RETRY << tries),
          () -> {
            if (!stored) {
              send();
            }
          });
    }
  }
}
