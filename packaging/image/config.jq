# The configuration of the image. The health check is Docker's extension; others ignore it.
{
  architecture: $arch,
  os: "linux",
  created: $created,
  config: {
    User: $user,
    Env: [
      "PATH=/usr/lib/call-orders/bin:/usr/bin:/bin",
      "CALLORDERS_DATA_DIR=/var/lib/call-orders",
      "CALLORDERS_HTTP_HOST=0.0.0.0",
      "CALLORDERS_ADMIN_HOST=0.0.0.0"
    ],
    Entrypoint: ["/usr/lib/call-orders/bin/call-orders"],
    WorkingDir: "/var/lib/call-orders",
    Volumes: {"/var/lib/call-orders": {}},
    ExposedPorts: {"8080/tcp": {}, "8081/tcp": {}},
    StopSignal: "SIGTERM",
    Healthcheck: {
      Test: ["CMD", "/usr/lib/call-orders/bin/health"],
      Interval: 10000000000,
      Timeout: 5000000000,
      StartPeriod: 120000000000,
      Retries: 3
    },
    Labels: {
      "org.opencontainers.image.title": "call-orders",
      "org.opencontainers.image.version": $version,
      "org.opencontainers.image.licenses": "Apache-2.0"
    }
  },
  rootfs: {type: "layers", diff_ids: $ARGS.positional},
  history: [
    {created: $created, created_by: "packaging/build: Debian packages"},
    {created: $created, created_by: "packaging/build: runtime and service"}
  ]
}
