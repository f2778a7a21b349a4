package eu.callorders.sipgateway.call;

import eu.callorders.sipgateway.media.RtpSession;
import io.vertx.core.Context;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Hands what the sound brings to the event loop.
 *
 * @param conversation returns null while there is none
 */
record SoundEvents(Context context, Supplier<@Nullable AnsweredCall> conversation)
    implements RtpSession.Listener {

  @Override
  public void onKey(char key) {
    report(call -> call.onKey(key));
  }

  @Override
  public void onVoicemail() {
    report(AnsweredCall::onVoicemail);
  }

  @Override
  public void onSilence() {
    report(AnsweredCall::onSoundLost);
  }

  private void report(Consumer<AnsweredCall> event) {
    context.runOnContext(
        now -> {
          AnsweredCall answered = conversation.get();
          if (answered != null) {
            event.accept(answered);
          }
        });
  }
}
