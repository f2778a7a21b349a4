package eu.callorders.sipgateway.sip;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LruMapTest {
  @Test
  void entryThatWasUsedLongestAgoIsDropped() {
    LruMap<String, Boolean> map = new LruMap<>(2);
    map.put("trunk", true);
    map.put("first", true);
    map.put("trunk", true);
    map.put("second", true);

    assertThat(map).containsOnlyKeys("trunk", "second");
  }
}
