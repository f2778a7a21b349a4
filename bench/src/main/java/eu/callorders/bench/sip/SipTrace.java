package eu.callorders.bench.sip;

import eu.callorders.bench.sip.PacketFile.Datagram;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** When what happened in each call, by the packets on the wire. */
final class SipTrace implements Consumer<Datagram> {
  private static final Pattern FIRST_LINE =
      Pattern.compile("(?:SIP/2\\.0 ([0-9]{3}) |([A-Z]+) sips?:([^@;> ]*)[^ ]* SIP/2\\.0).*");

  private static final Pattern CALL_ID = Pattern.compile("(?im)^(?:Call-ID|i)\\s*:\\s*(\\S+)");
  private static final Pattern CSEQ = Pattern.compile("(?im)^CSeq\\s*:\\s*[0-9]+\\s+([A-Z]+)");
  private static final Pattern SOUND = Pattern.compile("(?m)^m=audio ([0-9]+)");
  private static final int RTP_HEADER = 12;

  private final Map<String, Call> calls = new LinkedHashMap<>();
  private final Map<Integer, Call> byMediaPort = new HashMap<>();

  /** One call; an instant is null when it has not come. */
  static final class Call {
    final String number;
    final Instant invited;
    @Nullable Instant ringing;
    @Nullable Instant answered;

    /** The caller's first sound that is not silence, after the answer. */
    @Nullable Instant heard;

    @Nullable Instant ended;

    private Call(String number, Instant invited) {
      this.number = number;
      this.invited = invited;
    }
  }

  /** All calls in the order of their INVITEs. */
  Collection<Call> calls() {
    return calls.values();
  }

  /** How many conversations there were at the same time, at most. */
  int mostAtOnce() {
    List<Map.Entry<Instant, Integer>> changes = new ArrayList<>();
    for (Call call : calls.values()) {
      if (call.answered != null) {
        changes.add(Map.entry(call.answered, 1));
        if (call.ended != null) {
          changes.add(Map.entry(call.ended, -1));
        }
      }
    }
    changes.sort(Map.Entry.comparingByKey());
    int most = 0;
    int now = 0;
    for (Map.Entry<Instant, Integer> change : changes) {
      now += change.getValue();
      most = Math.max(most, now);
    }
    return most;
  }

  @Override
  public void accept(Datagram packet) {
    byte[] payload = packet.payload();
    if (payload.length >= RTP_HEADER && (payload[0] & 0xC0) == 0x80) {
      sound(packet);
    } else if (payload.length > RTP_HEADER) {
      message(packet.at(), new String(payload, StandardCharsets.UTF_8));
    }
  }

  private void sound(Datagram packet) {
    Call call = byMediaPort.get(packet.from());
    if (call != null
        && call.answered != null
        && call.heard == null
        && TestSound.isLoud(packet.payload(), RTP_HEADER)) {
      call.heard = packet.at();
    }
  }

  private void message(Instant at, String text) {
    Matcher first = FIRST_LINE.matcher(text.lines().findFirst().orElse(""));
    Matcher callId = CALL_ID.matcher(text);
    Matcher cseq = CSEQ.matcher(text);
    if (!first.matches() || !callId.find() || !cseq.find()) {
      return;
    }
    String status = first.group(1);
    if ("INVITE".equals(first.group(2))) {
      invite(at, callId.group(1), first.group(3), text);
      return;
    }
    Call call = calls.get(callId.group(1));
    if (call != null && status != null && cseq.group(1).equals("INVITE")) {
      response(at, call, Integer.parseInt(status));
    } else if (call != null && "BYE".equals(first.group(2)) && call.ended == null) {
      call.ended = at;
    }
  }

  private void invite(Instant at, String callId, String number, String text) {
    Call call = calls.computeIfAbsent(callId, absent -> new Call(number, at));
    Matcher sound = SOUND.matcher(text);
    if (sound.find()) {
      byMediaPort.put(Integer.parseInt(sound.group(1)), call);
    }
  }

  private static void response(Instant at, Call call, int status) {
    if (status == 180 && call.ringing == null) {
      call.ringing = at;
    } else if (status == 200 && call.answered == null) {
      call.answered = at;
    } else if (status >= 300 && call.ended == null) {
      call.ended = at;
    }
  }
}
