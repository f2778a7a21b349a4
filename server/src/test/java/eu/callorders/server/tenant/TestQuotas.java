package eu.callorders.server.tenant;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.json.Json;
import java.util.HashMap;
import java.util.Map;

/** Quotas of tests, which name only those that they change. */
public final class TestQuotas {
  private TestQuotas() {}

  /**
   * Quotas with some of them changed.
   *
   * @param changed by the names of the contract
   */
  public static TenantQuotas with(TenantQuotas quotas, Map<String, Integer> changed) {
    ObjectNode all = Json.mapper().valueToTree(quotas);
    changed.forEach(all::put);
    return Json.mapper().convertValue(all, TenantQuotas.class);
  }

  /** Each quota differs from all others. */
  static TenantQuotas distinct() {
    ObjectNode all = Json.mapper().valueToTree(TenantQuotas.LIVE);
    Map<String, Integer> numbered = new HashMap<>();
    all.fieldNames().forEachRemaining(name -> numbered.put(name, numbered.size() + 1));
    return with(TenantQuotas.LIVE, numbered);
  }
}
