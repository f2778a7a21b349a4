package eu.callorders.server.telephony;

import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import eu.callorders.core.telephony.VoiceGateway;
import eu.callorders.gatewaykit.conformance.ConformanceCheck;
import eu.callorders.gatewaykit.conformance.ConformanceCheck.Result;
import eu.callorders.gatewaykit.conformance.EventCollector;
import eu.callorders.gatewaykit.conformance.TestBed;
import eu.callorders.gatewaykit.conformance.TestCallFactory;
import eu.callorders.gatewaykit.conformance.TestNumber;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Runs all conformance checks against a gateway with the sandbox's magic numbers. */
abstract class VoiceGatewayConformance {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  abstract VoiceGateway gateway();

  /** The same gateway with a short timeout. */
  abstract VoiceGateway shortTimeoutGateway();

  abstract EventCollector events();

  @TestFactory
  Stream<DynamicTest> passesConformanceChecks() {
    TestBed bed =
        new TestBed(
            gateway(),
            shortTimeoutGateway(),
            events(),
            TestBed.magicNumbers(),
            TestNumber.CALLER_ID,
            "sandbox",
            TIMEOUT,
            InstantSource.system(),
            new Random());
    return ConformanceCheck.all().stream()
        .map(check -> dynamicTest(check.name(), () -> assertPassed(check, bed)));
  }

  private static void assertPassed(ConformanceCheck check, TestBed bed) {
    switch (check.run(bed)) {
      case Result.Passed _ -> {}
      case Result.Failed failed -> fail(failed.toString());
      case Result.Skipped(String why) -> Assumptions.abort(why);
    }
  }

  /** Makes calls to the sandbox's magic numbers. */
  static TestCallFactory calls() {
    return new TestCallFactory(
        TestBed.magicNumbers(), "sandbox", UUID.randomUUID(), InstantSource.system(), new Random());
  }

  static <T> T await(CompletionStage<T> stage) {
    CompletableFuture<T> future = stage.toCompletableFuture();
    return future.orTimeout(TIMEOUT.toSeconds(), TimeUnit.SECONDS).join();
  }
}
