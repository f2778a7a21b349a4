package eu.callorders.server.http;

import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.HttpMessage;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.impl.VertxHttpRequestDecoder;
import io.vertx.core.net.impl.VertxConnection;

/**
 * The server's decoder, but for requests with both a length and a transfer coding: stock drops the
 * length and goes on, which is how requests are smuggled past a proxy that believes it (RFC 9112,
 * 6.1). Here they are malformed.
 */
final class StrictRequestDecoder extends VertxHttpRequestDecoder {
  private static final String STOCK = "httpDecoder";

  private StrictRequestDecoder(HttpServerOptions options) {
    super(options);
  }

  /** Takes the place of the stock decoder on a connection that has just been opened. */
  static void install(HttpConnection connection, HttpServerOptions options) {
    ChannelPipeline pipeline = ((VertxConnection) connection).channelHandlerContext().pipeline();
    pipeline.replace(STOCK, STOCK, new StrictRequestDecoder(options));
  }

  @Override
  protected void handleTransferEncodingChunkedWithContentLength(HttpMessage message) {
    throw new IllegalArgumentException("both Content-Length and Transfer-Encoding");
  }
}
