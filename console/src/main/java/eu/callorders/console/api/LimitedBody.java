package eu.callorders.console.api;

import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import org.jspecify.annotations.Nullable;

/** The text of a response up to a size limit. */
final class LimitedBody implements BodySubscriber<String> {
  /** The response exceeds the limit. */
  static final class TooLong extends IOException {
    private static final long serialVersionUID = 1L;

    private TooLong() {
      super("response too long");
    }
  }

  private final BodySubscriber<String> text = BodySubscribers.ofString(StandardCharsets.UTF_8);
  private @Nullable Subscription source;
  private long remaining;

  /**
   * @param limit in bytes
   */
  LimitedBody(long limit) {
    remaining = limit;
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    source = subscription;
    text.onSubscribe(subscription);
  }

  @Override
  public void onNext(List<ByteBuffer> part) {
    remaining -= part.stream().mapToLong(ByteBuffer::remaining).sum();
    if (remaining >= 0) {
      text.onNext(part);
    } else if (source != null) {
      source.cancel();
      text.onError(new TooLong());
    }
  }

  @Override
  public void onError(Throwable cause) {
    text.onError(cause);
  }

  @Override
  public void onComplete() {
    text.onComplete();
  }

  @Override
  public CompletionStage<String> getBody() {
    return text.getBody();
  }
}
