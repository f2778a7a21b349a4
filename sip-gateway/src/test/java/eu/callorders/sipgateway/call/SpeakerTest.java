package eu.callorders.sipgateway.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import eu.callorders.sipgateway.config.SpeechSettings;
import eu.callorders.sipgateway.media.SpeechRenderer;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Speech of a program that notes each text. */
class SpeakerTest {
  private static final String LANGUAGE = "de";

  @TempDir Path directory;
  private final Vertx vertx = Vertx.vertx();
  private final Context eventLoop = vertx.getOrCreateContext();
  private Speaker speaker;
  private SpeechProgram program;

  @BeforeEach
  void start() throws Exception {
    program = new SpeechProgram(directory);
    speaker = speaker(List.of(program.path().toString(), "{file}"));
  }

  private Speaker speaker(List<String> command) {
    return new Speaker(vertx, new SpeechRenderer(new SpeechSettings(command, null)));
  }

  @AfterEach
  void stop() throws Exception {
    vertx.close().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
  }

  @Test
  void disclosureIsRenderedOnceForCallsAtTheSameTimeAndLater() throws Exception {
    Future<short[]> both =
        onEventLoop(
            () -> {
              Future<short[]> first = speaker.renderDisclosure("An AI calls.", LANGUAGE);
              return speaker.renderDisclosure("An AI calls.", LANGUAGE).compose(second -> first);
            });
    short[] samples = await(both);

    assertThat(await(onEventLoop(() -> speaker.renderDisclosure("An AI calls.", LANGUAGE))))
        .isSameAs(samples)
        .isNotEmpty();
    assertThat(program.await(1)).containsExactly("An AI calls.");
  }

  @Test
  void otherTextsAndLanguagesAreRendered() throws Exception {
    await(onEventLoop(() -> speaker.renderDisclosure("An AI calls.", LANGUAGE)));
    await(onEventLoop(() -> speaker.renderDisclosure("An AI calls.", "en")));
    await(onEventLoop(() -> speaker.renderDisclosure("An AI calls you.", LANGUAGE)));

    assertThat(program.await(3))
        .containsExactly("An AI calls.", "An AI calls.", "An AI calls you.");
  }

  @Test
  void whatIsSaidToOnePersonIsNotKept() throws Exception {
    await(onEventLoop(() -> speaker.render("Are you Erika Muster?", LANGUAGE)));
    await(onEventLoop(() -> speaker.render("Are you Erika Muster?", LANGUAGE)));

    assertThat(program.await(2)).hasSize(2);
  }

  @Test
  void seventeenthDisclosureReplacesTheOneThatWasUsedLeastRecently() throws Exception {
    for (int number = 1; number <= 16; number++) {
      await(disclosure(number));
    }
    await(disclosure(1));
    await(disclosure(17));
    assertThat(program.await(17)).hasSize(17);

    await(disclosure(1));
    await(disclosure(2));
    assertThat(program.await(18)).hasSize(18).last().isEqualTo("Disclosure 2");
  }

  @Test
  void failureIsNotKept() throws Exception {
    Path flag = directory.resolve("works");
    Path script = directory.resolve("broken");
    Files.writeString(script, "test -e %s && %s $1\n".formatted(flag, program.path()));
    speaker = speaker(List.of("sh", script.toString(), "{file}"));
    Future<short[]> failed = onEventLoop(() -> speaker.renderDisclosure("An AI calls.", LANGUAGE));
    assertThatThrownBy(() -> await(failed)).isInstanceOf(ExecutionException.class);
    Files.createFile(flag);

    assertThat(await(onEventLoop(() -> speaker.renderDisclosure("An AI calls.", LANGUAGE))))
        .isNotEmpty();
  }

  private Future<short[]> disclosure(int number) {
    return onEventLoop(() -> speaker.renderDisclosure("Disclosure " + number, LANGUAGE));
  }

  private Future<short[]> onEventLoop(Supplier<Future<short[]>> action) {
    Promise<short[]> result = Promise.promise();
    eventLoop.runOnContext(now -> action.get().onComplete(result));
    return result.future();
  }

  private static short[] await(Future<short[]> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
  }
}
