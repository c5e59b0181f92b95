export type Ports = { account: number; container: number; object: number; proxy: number; memcached: number }

type Given = { folder: string; ports: Ports; user: string; secret: string }

/** Uses one process per service, and a folder instead of a mounted disk. */
const common = ({ folder, user }: Given, port: number) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${user}
swift_dir = ${folder}
devices = ${folder}/devices
mount_check = false
disable_fallocate = true
log_level = WARNING
`

const storage = (given: Given, kind: 'account' | 'container' | 'object') => `${common(given, given.ports[kind])}
[pipeline:main]
pipeline = ${kind}-server

[app:${kind}-server]
use = egg:swift#${kind}
`

/** Without `error_suppression_interval`, the proxy would ignore services that start late for a minute. */
const proxy = (given: Given) => `${common(given, given.ports.proxy)}
[pipeline:main]
pipeline = catch_errors gatekeeper cache listing_formats s3api tempauth copy slo proxy-server

[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
error_suppression_interval = 0

[filter:catch_errors]
use = egg:swift#catch_errors

[filter:gatekeeper]
use = egg:swift#gatekeeper

[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${given.ports.memcached}

[filter:listing_formats]
use = egg:swift#listing_formats

[filter:s3api]
use = egg:swift#s3api
location = us-east-1

[filter:tempauth]
use = egg:swift#tempauth
user_hotvote_tester = ${given.secret} .admin

[filter:copy]
use = egg:swift#copy

[filter:slo]
use = egg:swift#slo
`

const swift = `[swift-hash]
swift_hash_path_prefix = hotvote
swift_hash_path_suffix = hotvote

[storage-policy:0]
name = default
default = yes
`

export const listSettings = (given: Given): Record<string, string> => ({
  'swift.conf': swift,
  'account-server.conf': storage(given, 'account'),
  'container-server.conf': storage(given, 'container'),
  'object-server.conf': storage(given, 'object'),
  'proxy-server.conf': proxy(given),
})
