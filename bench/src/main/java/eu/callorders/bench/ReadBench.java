package eu.callorders.bench;

import eu.callorders.core.id.IdKind;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.LongStream;

/** Single orders over 64 connections, then pages of lists and explanations one after the other. */
final class ReadBench extends ApiBench {
  private static final int CONNECTIONS = 64;
  private static final int ORDERS = Scale.of(1_000_000);
  private static final int ROUNDS = 3;
  private static final int SAMPLES = Scale.of(300);
  private static final Random RANDOM = new Random(1);

  private final int seconds = Scale.of(10);

  ReadBench() throws Exception {
    super("reads", CONNECTIONS);
  }

  @Override
  void measure() throws Exception {
    OrderSeeder.write(server, api, ORDERS);
    List<String> ids = OrderSeeder.someIds(server);
    Scale.warmUp(() -> readOrders(ids));
    Rounds orders = new Rounds(server, "one order");
    for (int round = 0; round < ROUNDS; round++) {
      orders.round(() -> readOrders(ids));
    }
    orders.report(figures);
    lists();
    String path = "/tenants/" + server.sandbox().tenantId() + "/call-orders/";
    time("explanation", () -> server.sandbox().admin("GET", path + any(ids) + "/explanation", ""));
  }

  private ClosedLoop.Run readOrders(List<String> ids) {
    return ClosedLoop.during(
        api, CONNECTIONS, seconds, 200, () -> api.get("/v1/call-orders/" + any(ids)));
  }

  private static String any(List<String> ids) {
    return ids.get(RANDOM.nextInt(ids.size()));
  }

  /** Filters that match all orders, a quarter, one and none. */
  private void lists() throws Exception {
    list("no filter", () -> "");
    list("created_before, any depth", () -> "&created_before=" + someInstant());
    list("status, a quarter", () -> "&status=scheduled");
    list("status, none", () -> "&status=failed");
    list("order_type, all", () -> "&order_type=payment_reminder");
    list("order_type, none", () -> "&order_type=broken_promise");
    list("client_reference, one", () -> "&client_reference=AZ-" + someNumber() + "%2Fm");
    list("client_reference, none", () -> "&client_reference=none");
    list("subject_reference, one", () -> "&subject_reference=SUBJ-many-" + someNumber());
    list("subject_reference, none", () -> "&subject_reference=none");
    list("enrollment_id, none", () -> "&enrollment_id=" + IdKind.ENROLLMENT.format(new UUID(0, 1)));
  }

  private void list(String filter, Supplier<String> query) throws Exception {
    time(
        "list, " + filter,
        () -> api.get("/v1/call-orders?limit=25" + query.get()).await().require(200));
  }

  private void time(String what, Action request) throws Exception {
    for (int unmeasured = 0; unmeasured < SAMPLES / 3; unmeasured++) {
      request.run();
    }
    long[] nanos = new long[SAMPLES];
    for (int sample = 0; sample < SAMPLES; sample++) {
      long start = System.nanoTime();
      request.run();
      nanos[sample] = System.nanoTime() - start;
    }
    figures.add(what, new Quantiles(LongStream.of(nanos)));
  }

  private static String someNumber() {
    return "%07d".formatted(1 + RANDOM.nextInt(ORDERS));
  }

  /** The orders are 25 s apart. */
  private String someInstant() {
    return server.sandbox().tenantTime().minusSeconds(25L * RANDOM.nextInt(ORDERS)).toString();
  }
}
