# The configuration of the SIP gateway's image. The health check is Docker's extension; others ignore it.
{
  architecture: $arch,
  os: "linux",
  created: $created,
  config: {
    User: $user,
    Env: [
      "PATH=/usr/lib/call-orders-sip-gateway/bin:/usr/bin:/bin",
      "SIPGATEWAY_DATA_DIR=/var/lib/call-orders-sip-gateway",
      "SIPGATEWAY_HOST=0.0.0.0"
    ],
    Entrypoint: ["/usr/lib/call-orders-sip-gateway/bin/sip-gateway"],
    WorkingDir: "/var/lib/call-orders-sip-gateway",
    Volumes: {"/var/lib/call-orders-sip-gateway": {}},
    ExposedPorts: {"8091/tcp": {}, "5070/udp": {}},
    StopSignal: "SIGTERM",
    Healthcheck: {
      Test: ["CMD", "/usr/lib/call-orders-sip-gateway/bin/health"],
      Interval: 10000000000,
      Timeout: 5000000000,
      StartPeriod: 60000000000,
      Retries: 3
    },
    Labels: {
      "org.opencontainers.image.title": "call-orders-sip-gateway",
      "org.opencontainers.image.version": $version,
      "org.opencontainers.image.licenses": "Apache-2.0"
    }
  },
  rootfs: {type: "layers", diff_ids: $ARGS.positional},
  history: [
    {created: $created, created_by: "packaging/build: Debian packages"},
    {created: $created, created_by: "packaging/build: runtime and SIP gateway"}
  ]
}
