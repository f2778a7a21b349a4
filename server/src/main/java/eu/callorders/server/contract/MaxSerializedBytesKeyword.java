package eu.callorders.server.contract;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.ExecutionContext;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaContext;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.keyword.AbstractKeyword;
import com.networknt.schema.keyword.BaseKeywordValidator;
import com.networknt.schema.keyword.Keyword;
import com.networknt.schema.keyword.KeywordValidator;
import com.networknt.schema.path.NodePath;
import java.nio.charset.StandardCharsets;

/** Limits the bytes of a free-form object's JSON text. */
final class MaxSerializedBytesKeyword extends AbstractKeyword {
  static final String NAME = "x-max-serialized-bytes";

  MaxSerializedBytesKeyword() {
    super(NAME);
  }

  @Override
  public KeywordValidator newValidator(
      SchemaLocation location, JsonNode bound, Schema parent, SchemaContext context) {
    return new Bounded(this, bound, location, parent, context);
  }

  static int size(JsonNode value) {
    return value.toString().getBytes(StandardCharsets.UTF_8).length;
  }

  private static final class Bounded extends BaseKeywordValidator {
    Bounded(
        Keyword keyword,
        JsonNode bound,
        SchemaLocation location,
        Schema parent,
        SchemaContext context) {
      super(keyword, bound, location, parent, context);
    }

    @Override
    public void validate(
        ExecutionContext context, JsonNode node, JsonNode root, NodePath instanceLocation) {
      if (size(node) > schemaNode.asInt()) {
        context.addError(
            error()
                .message("too large")
                .instanceNode(node)
                .instanceLocation(instanceLocation)
                .evaluationPath(context.getEvaluationPath())
                .build());
      }
    }
  }
}
