package eu.callorders.server.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpObjectDecoder;
import io.netty.handler.codec.http.TooLongHttpContentException;
import io.netty.util.ReferenceCountUtil;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.impl.VertxHttpRequestDecoder;
import io.vertx.core.net.impl.VertxConnection;
import java.lang.reflect.Field;
import java.util.List;
import java.util.function.Consumer;

/**
 * Adds four checks to the server's decoder, each of which ends in a problem document:
 *
 * <ul>
 *   <li>a version other than HTTP/1.0 and HTTP/1.1 (stock: 501 without a body);
 *   <li>a length beside a transfer coding, which allows smuggling, RFC 9112, 6.1 (stock: drops the
 *       length);
 *   <li>a malformed chunk (stock: closes the connection);
 *   <li>a chunk size beyond 32 bits (stock: overflows, 2^32 ends the body).
 * </ul>
 */
final class StrictRequestDecoder extends VertxHttpRequestDecoder {
  private static final String STOCK = "httpDecoder";

  /** Maximum hexadecimal digits of a chunk size; bodies are far smaller. */
  private static final int MAX_SIZE_DIGITS = 6;

  private static final int INT_DIGITS = 8;
  private static final Field STATE = state();

  private boolean broken;

  private StrictRequestDecoder(HttpServerOptions options) {
    super(options);
  }

  /** Netty exposes by this private field only that the next line is a chunk size. */
  private static Field state() {
    try {
      Field state = HttpObjectDecoder.class.getDeclaredField("currentState");
      state.setAccessible(true);
      return state;
    } catch (NoSuchFieldException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /**
   * Replaces the stock decoder of a new connection.
   *
   * @param brokenBody receives the cause when the rest of a request is unreadable; must close the
   *     connection
   */
  static void install(
      HttpConnection connection, HttpServerOptions options, Consumer<Throwable> brokenBody) {
    ChannelPipeline pipeline = ((VertxConnection) connection).channelHandlerContext().pipeline();
    pipeline.replace(STOCK, STOCK, new StrictRequestDecoder(options));
    pipeline.addAfter(STOCK, "brokenBody", new BrokenBody(brokenBody));
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf buffer, List<Object> out)
      throws Exception {
    int digits = isAtChunkSize() ? digits(buffer) : 0;
    if (!broken && digits > MAX_SIZE_DIGITS) {
      broken = true;
      HttpContent content = new DefaultHttpContent(Unpooled.EMPTY_BUFFER);
      content.setDecoderResult(DecoderResult.failure(fault(digits)));
      out.add(content);
    }
    if (broken) {
      buffer.skipBytes(buffer.readableBytes());
    } else {
      super.decode(context, buffer, out);
    }
  }

  private static Exception fault(int digits) {
    return digits > INT_DIGITS
        ? new IllegalArgumentException("chunk size exceeds 32 bits")
        : new TooLongHttpContentException("chunk too large");
  }

  private boolean isAtChunkSize() {
    try {
      return ((Enum<?>) STATE.get(this)).name().equals("READ_CHUNK_SIZE");
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The digits of the leading number, without leading zeros. */
  private static int digits(ByteBuf buffer) {
    int digits = 0;
    for (int at = buffer.readerIndex(); at < buffer.writerIndex(); at++) {
      int letter = buffer.getByte(at);
      if (Character.digit(letter, 16) >= 0) {
        digits += digits == 0 && letter == '0' ? 0 : 1;
      } else if (digits > 0 || letter > ' ') {
        return digits;
      }
    }
    return digits;
  }

  @Override
  protected HttpMessage createMessage(String[] initialLine) {
    String version = initialLine[2];
    if (!version.equals("HTTP/1.1") && !version.equals("HTTP/1.0")) {
      throw new IllegalArgumentException("neither HTTP/1.0 nor HTTP/1.1");
    }
    return super.createMessage(initialLine);
  }

  @Override
  protected void handleTransferEncodingChunkedWithContentLength(HttpMessage message) {
    throw new IllegalArgumentException("both Content-Length and Transfer-Encoding");
  }

  private static final class BrokenBody extends ChannelInboundHandlerAdapter {
    private final Consumer<Throwable> handler;

    BrokenBody(Consumer<Throwable> handler) {
      this.handler = handler;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      if (message instanceof HttpContent content
          && !(message instanceof HttpMessage)
          && content.decoderResult().isFailure()) {
        ReferenceCountUtil.release(message);
        handler.accept(content.decoderResult().cause());
      } else {
        context.fireChannelRead(message);
      }
    }
  }
}
