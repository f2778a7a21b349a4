package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import com.nimbusds.oauth2.sdk.AuthorizationGrant;
import com.nimbusds.oauth2.sdk.ClientCredentialsGrant;
import com.nimbusds.oauth2.sdk.ErrorObject;
import com.nimbusds.oauth2.sdk.GrantType;
import com.nimbusds.oauth2.sdk.OAuth2Error;
import com.nimbusds.oauth2.sdk.ResourceOwnerPasswordCredentialsGrant;
import com.nimbusds.oauth2.sdk.Scope;
import com.nimbusds.oauth2.sdk.TokenRequest;
import com.nimbusds.oauth2.sdk.TokenResponse;
import com.nimbusds.oauth2.sdk.as.AuthorizationServerMetadata;
import com.nimbusds.oauth2.sdk.auth.ClientAuthentication;
import com.nimbusds.oauth2.sdk.auth.ClientAuthenticationMethod;
import com.nimbusds.oauth2.sdk.auth.ClientSecretBasic;
import com.nimbusds.oauth2.sdk.auth.ClientSecretPost;
import com.nimbusds.oauth2.sdk.auth.Secret;
import com.nimbusds.oauth2.sdk.http.HTTPRequest;
import com.nimbusds.oauth2.sdk.http.HTTPResponse;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.id.Issuer;
import com.nimbusds.oauth2.sdk.token.AccessTokenType;
import com.nimbusds.oauth2.sdk.token.BearerAccessToken;
import com.nimbusds.oauth2.sdk.token.BearerTokenError;
import java.net.URI;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The token issuer as seen by a standard OAuth client library. */
class NimbusClientTest {
  private static final String WRONG = "cosk_wrong";

  private final RunningService service = RunningService.shared();
  private final RunningTenant tenant = service.newTenant();
  private final AuthorizationServerMetadata issuer = discovered();

  /** Client authentication methods. */
  enum Method {
    POST(ClientAuthenticationMethod.CLIENT_SECRET_POST),
    BASIC(ClientAuthenticationMethod.CLIENT_SECRET_BASIC);

    private final ClientAuthenticationMethod name;

    Method(ClientAuthenticationMethod name) {
      this.name = name;
    }

    ClientAuthentication of(String clientId, String secret) {
      ClientID id = new ClientID(clientId);
      return this == POST
          ? new ClientSecretPost(id, new Secret(secret))
          : new ClientSecretBasic(id, new Secret(secret));
    }
  }

  @Test
  void publishesMetadata() {
    assertThat(issuer.getIssuer()).isEqualTo(new Issuer(service.address()));
    assertThat(issuer.getGrantTypes()).containsExactly(GrantType.CLIENT_CREDENTIALS);
    assertThat(issuer.getTokenEndpointAuthMethods())
        .containsExactlyInAnyOrder(Method.POST.name, Method.BASIC.name);
    assertThat(issuer.getScopes().toStringList())
        .containsExactlyInAnyOrderElementsOf(RunningTenant.SCOPES);
  }

  @ParameterizedTest
  @EnumSource
  void issuesVerifiableTokenThatTheApiAccepts(Method method) throws Exception {
    Scope scope = new Scope("orders:read", "config:read");
    TokenResponse response = request(method, new ClientCredentialsGrant(), scope);

    assertThat(response.indicatesSuccess()).isTrue();
    var granted = response.toSuccessResponse().getTokens();
    assertThat(granted.getAccessToken().getType()).isEqualTo(AccessTokenType.BEARER);
    assertThat(granted.getAccessToken().getLifetime()).isEqualTo(1800);
    assertThat(granted.getAccessToken().getScope()).isEqualTo(scope);
    assertThat(granted.getRefreshToken()).isNull();

    JWTClaimsSet claims = verified(granted.getAccessToken().getValue(), service.address());
    assertThat(claims.getSubject()).isEqualTo(tenant.clientId());
    assertThat(claims.getStringClaim("client_id")).isEqualTo(tenant.clientId());
    assertThat(claims.getStringClaim("tenant_id")).isEqualTo(tenant.id());
    assertThat(Scope.parse(claims.getStringClaim("scope"))).isEqualTo(scope);
    assertThat(claims.getExpirationTime().toInstant())
        .isEqualTo(claims.getIssueTime().toInstant().plusSeconds(1800));
    assertThat(tenantWith(granted.getBearerAccessToken()).getStatusCode()).isEqualTo(200);
  }

  @Test
  void grantsAllScopesByDefault() throws Exception {
    TokenResponse response = request(Method.POST, new ClientCredentialsGrant(), null);

    assertThat(response.toSuccessResponse().getTokens().getAccessToken().getScope().toStringList())
        .containsExactlyInAnyOrderElementsOf(RunningTenant.SCOPES);
  }

  @Test
  void rejectsTokenForAnotherAudience() throws Exception {
    String token = tenant.token();

    assertThatThrownBy(() -> verified(token, "https://elsewhere.example"))
        .isInstanceOf(BadJOSEException.class);
  }

  @ParameterizedTest
  @EnumSource
  void reportsInvalidClient(Method method) throws Exception {
    ClientAuthentication wrong = method.of(tenant.clientId(), WRONG);
    HTTPResponse response =
        send(
            new TokenRequest.Builder(
                issuer.getTokenEndpointURI(), wrong, new ClientCredentialsGrant()));

    assertThat(response.getWWWAuthenticate()).startsWith("Basic ");
    assertRefused(TokenResponse.parse(response), OAuth2Error.INVALID_CLIENT);
  }

  @Test
  void reportsInvalidScope() throws Exception {
    assertRefused(
        request(Method.POST, new ClientCredentialsGrant(), new Scope("orders:admin")),
        OAuth2Error.INVALID_SCOPE);
  }

  @Test
  void reportsUnsupportedGrantType() throws Exception {
    assertRefused(
        request(
            Method.BASIC, new ResourceOwnerPasswordCredentialsGrant("a", new Secret("b")), null),
        OAuth2Error.UNSUPPORTED_GRANT_TYPE);
  }

  @Test
  void reportsInvalidRequest() throws Exception {
    HTTPRequest request = new HTTPRequest(HTTPRequest.Method.POST, issuer.getTokenEndpointURI());
    request.setContentType("application/x-www-form-urlencoded");
    request.setBody("client_id=" + tenant.clientId());

    assertRefused(TokenResponse.parse(request.send()), OAuth2Error.INVALID_REQUEST);
  }

  @Test
  void reportsUnauthorizedClientForForeignAddress() throws Exception {
    var elsewhere = tenant.register("{\"name\": \"office\", \"allowlist\": [\"192.0.2.0/24\"]}");
    ClientAuthentication client =
        Method.BASIC.of(
            elsewhere.path("client_id").asText(), elsewhere.path("client_secret").asText());

    assertRefused(
        TokenResponse.parse(
            send(
                new TokenRequest.Builder(
                    issuer.getTokenEndpointURI(), client, new ClientCredentialsGrant()))),
        OAuth2Error.UNAUTHORIZED_CLIENT);
  }

  @Test
  void apiReportsInvalidToken() throws Exception {
    HTTPResponse none = tenantWith(new BearerAccessToken("no-token"));
    HTTPResponse restricted = tenantWith(new BearerAccessToken(tenant.token("events:read")));

    assertThat(BearerTokenError.parse(none.getWWWAuthenticate()))
        .isEqualTo(BearerTokenError.INVALID_TOKEN);
    assertThat(none.getStatusCode()).isEqualTo(401);
    assertThat(restricted.getStatusCode()).isEqualTo(403);
  }

  private AuthorizationServerMetadata discovered() {
    try {
      return AuthorizationServerMetadata.resolve(new Issuer(service.address()));
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private TokenResponse request(Method method, AuthorizationGrant grant, Scope scope)
      throws Exception {
    ClientAuthentication client = method.of(tenant.clientId(), tenant.clientSecret());
    return TokenResponse.parse(
        send(new TokenRequest.Builder(issuer.getTokenEndpointURI(), client, grant).scope(scope)));
  }

  private static HTTPResponse send(TokenRequest.Builder request) throws Exception {
    return request.build().toHTTPRequest().send();
  }

  private static void assertRefused(TokenResponse response, ErrorObject expected) {
    assertThat(response.indicatesSuccess()).isFalse();
    ErrorObject error = response.toErrorResponse().getErrorObject();
    assertThat(error).isEqualTo(expected);
    assertThat(error.getHTTPStatusCode()).isEqualTo(expected.getHTTPStatusCode());
    assertThat(error.getDescription()).isNotBlank();
  }

  /** The claims as a resource server verifies them (RFC 9068 section 4). */
  private JWTClaimsSet verified(String token, String audience) throws Exception {
    var processor = new DefaultJWTProcessor<SecurityContext>();
    processor.setJWSTypeVerifier(new DefaultJOSEObjectTypeVerifier<>(new JOSEObjectType("at+jwt")));
    processor.setJWSKeySelector(
        new JWSVerificationKeySelector<>(
            JWSAlgorithm.RS256, JWKSourceBuilder.create(issuer.getJWKSetURI().toURL()).build()));
    processor.setJWTClaimsSetVerifier(
        new DefaultJWTClaimsVerifier<>(
            audience,
            new JWTClaimsSet.Builder().issuer(issuer.getIssuer().getValue()).build(),
            Set.of("exp", "sub", "client_id", "iat", "jti", "scope")));
    return processor.process(token, null);
  }

  private HTTPResponse tenantWith(BearerAccessToken token) throws Exception {
    HTTPRequest request =
        new HTTPRequest(HTTPRequest.Method.GET, URI.create(service.address() + "/v1/tenant"));
    request.setAuthorization(token.toAuthorizationHeader());
    return request.send();
  }
}
