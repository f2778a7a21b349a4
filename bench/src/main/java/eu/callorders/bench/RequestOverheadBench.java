package eu.callorders.bench;

import eu.callorders.server.auth.AccessTokenCheck;
import eu.callorders.server.auth.Issuer;
import eu.callorders.server.auth.SigningKeys;
import eu.callorders.server.database.ConnectOptions;
import eu.callorders.server.database.Database;
import eu.callorders.server.encryption.Keyring;
import eu.callorders.server.ratelimit.RateLimit;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.Supplier;

/** What lies before the work of a request: tokens issued and checked, and the way to an answer. */
final class RequestOverheadBench extends ApiBench {
  private static final int CONNECTIONS = 64;
  private static final int ROUNDS = 3;
  private static final int TOKENS = Scale.of(5_000);
  private static final int CHECKS = Scale.of(2_000_000);
  private static final double NANOS_PER_SECOND = 1e9;
  private static final String SOURCE = "127.0.0.1";
  private static final String RECORDING = "/v1/calls/call_00000000000000000000000001/recording";

  private final double seconds = Scale.of(10);
  private final Orders orders = new Orders("overhead");

  RequestOverheadBench() throws Exception {
    super("request-overhead", CONNECTIONS);
  }

  @Override
  void measure() throws Exception {
    Rounds bare = new Rounds(server, "request without a body");
    Rounds order = new Rounds(server, "order with one fault");
    Rounds issued = new Rounds(server, "tokens issued");
    List<String> tokens = new ArrayList<>();
    Scale.warmUp(
        () -> {
          ask(404, () -> api.get(RECORDING));
          ask(422, this::faulty);
          issue(new ArrayList<>());
        });
    for (int round = 0; round < ROUNDS; round++) {
      bare.round(() -> ask(404, () -> api.get(RECORDING)));
      order.round(() -> ask(422, this::faulty));
      issued.round(() -> issue(tokens));
    }
    List.of(bare, order, issued).forEach(rounds -> rounds.report(figures));
    checks(tokens);
  }

  private ClosedLoop.Run ask(int expected, Supplier<Future<Api.Answer>> request) {
    return ClosedLoop.during(api, CONNECTIONS, seconds, expected, request);
  }

  /** The last of what the contract asks for is wrong. */
  private Future<Api.Answer> faulty() {
    Orders.Keyed order = orders.next();
    String body = order.body().toString().replace("\"report_ms\": 0", "\"report_ms\": -1");
    return api.order(new Orders.Keyed(Buffer.buffer(body), order.key()));
  }

  private ClosedLoop.Run issue(List<String> tokens) {
    String form = server.sandbox().tokenForm();
    Supplier<Future<Api.Answer>> next =
        () ->
            api.form("/oauth2/token", form)
                .onSuccess(answer -> tokens.add(answer.json().getString("access_token")));
    return ClosedLoop.times(api, CONNECTIONS, TOKENS, 200, next);
  }

  /** In this process, over the service's database and keys, on one event loop. */
  private void checks(List<String> tokens) throws IOException {
    Vertx vertx = Vertx.vertx();
    Database database = Database.open(vertx, ConnectOptions.to(server.service()), 2);
    try {
      Keyring ring = Keyring.of(List.of(masterKey()), new SecureRandom());
      SigningKeys keys = new SigningKeys(vertx, database, ring, InstantSource.system());
      keys.start().await();
      String address = server.sandbox().baseUrl();
      Issuer issuer = new Issuer(address, address, "sandbox");
      Supplier<AccessTokenCheck> fresh =
          () ->
              new AccessTokenCheck(
                  vertx, database, keys, () -> issuer, RateLimit.UNLIMITED, InstantSource.system());
      AccessTokenCheck known = fresh.get();
      run(vertx, known, tokens, tokens.size()); // to warm up
      figures.add("first checks of a token", run(vertx, fresh.get(), tokens, tokens.size()), "/s");
      List<String> few = tokens.subList(0, 100);
      run(vertx, known, few, CHECKS);
      figures.add("further checks", run(vertx, known, few, CHECKS), "/s");
    } finally {
      database.close().await();
      vertx.close().await();
    }
  }

  private byte[] masterKey() throws IOException {
    Path file = server.sandbox().directory().resolve("master-key");
    return Base64.getDecoder().decode(Files.readString(file).strip());
  }

  /** Checks so many, one after the other; answers how many a second. */
  private static double run(Vertx vertx, AccessTokenCheck check, List<String> tokens, int checks) {
    Promise<Double> rate = Promise.promise();
    vertx
        .getOrCreateContext()
        .runOnContext(
            ignored ->
                check
                    .check(tokens.getFirst(), SOURCE)
                    .map(registrationKnown -> rate(check, tokens, checks))
                    .onComplete(rate));
    return rate.future().await();
  }

  private static double rate(AccessTokenCheck check, List<String> tokens, int checks) {
    long begin = System.nanoTime();
    for (int n = 0; n < checks; n++) {
      if (check.check(tokens.get(n % tokens.size()), SOURCE).failed()) {
        throw new IllegalStateException("a token was refused");
      }
    }
    return checks * NANOS_PER_SECOND / (System.nanoTime() - begin);
  }
}
