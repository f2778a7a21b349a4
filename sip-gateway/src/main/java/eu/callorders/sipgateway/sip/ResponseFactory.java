package eu.callorders.sipgateway.sip;

import gov.nist.javax.sip.message.MessageFactoryImpl;
import gov.nist.javax.sip.message.SIPResponse;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.util.List;
import javax.sip.message.Request;
import javax.sip.message.Response;
import org.jspecify.annotations.Nullable;

/** Builds responses. */
record ResponseFactory(MessageFactoryImpl messages) {

  /**
   * A response to a request.
   *
   * @param toTag of a response other than 100, unless the request has one
   * @param headers complete lines
   * @param sdp null without a body
   */
  SIPResponse create(
      Request request, int status, String toTag, List<String> headers, @Nullable String sdp)
      throws ParseException {
    SIPResponse response = (SIPResponse) messages.createResponse(status, request);
    if (response.getToTag() == null && status > Response.TRYING) {
      response.setToTag(toTag);
    }
    for (String header : headers) {
      response.addHeader(header);
    }
    if (sdp != null) {
      response.addHeader("Content-Type: application/sdp");
      response.setMessageContent(sdp.getBytes(StandardCharsets.UTF_8));
    }
    return response;
  }
}
