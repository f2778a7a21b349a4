package eu.callorders.server.contract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.networknt.schema.ExecutionContext;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaContext;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.keyword.AbstractKeyword;
import com.networknt.schema.keyword.BaseKeywordValidator;
import com.networknt.schema.keyword.Keyword;
import com.networknt.schema.keyword.KeywordValidator;
import com.networknt.schema.path.NodePath;
import java.util.Map;

/** The keyword {@code propertyNames} that reports the fault at the member with that name. */
final class PropertyNamesKeyword extends AbstractKeyword {
  PropertyNamesKeyword() {
    super("propertyNames");
  }

  @Override
  public KeywordValidator newValidator(
      SchemaLocation location, JsonNode names, Schema parent, SchemaContext context) {
    return new Named(
        this, names, location, parent, context, context.newSchema(location, names, parent));
  }

  private static final class Named extends BaseKeywordValidator {
    private final Schema name;

    Named(
        Keyword keyword,
        JsonNode names,
        SchemaLocation location,
        Schema parent,
        SchemaContext context,
        Schema name) {
      super(keyword, names, location, parent, context);
      this.name = name;
    }

    @Override
    public void validate(
        ExecutionContext context, JsonNode node, JsonNode root, NodePath instanceLocation) {
      for (Map.Entry<String, JsonNode> member : node.properties()) {
        NodePath at = instanceLocation.append(member.getKey());
        name.validate(context, TextNode.valueOf(member.getKey()), node, at);
      }
    }

    @Override
    public void preloadSchema() {
      name.initializeValidators();
    }
  }
}
