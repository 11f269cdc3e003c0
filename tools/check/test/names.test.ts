import { assert, suite } from '@linecard/test-kit'
import { faultOf, namesIn } from '../names.ts'

const test = suite('names of the API')

test('a second word for a thing is found in every place, and the first one is not', () => {
  const wrong: [string, string][] = [
    ['member', 'groupId'],
    ['member', 'rx-power'],
    ['path', 'device_id'],
    ['path', 'ifaceId'],
    ['member', 'src_iface'],
    ['query', 'mac_address'],
    ['member', 'remote_addr'],
    ['query', 'vlan'],
    ['query', 'end'],
    ['member', 'sale_date'],
    ['member', 'lease_timestamp'],
    ['member', 'uptime'],
    ['member', 'console_timeout'],
    ['query', 'q'],
    ['query', 'per_page'],
  ]
  for (const [place, name] of wrong) assert.ok(faultOf(place, name), `${place} ${name}`)
  const right: [string, string][] = [
    ['member', 'group_id'],
    ['member', '_serial_hex'],
    ['member', 'util5sec'],
    ['path', 'deviceId'],
    ['path', 'id'],
    ['member', 'interface_id'],
    ['query', 'mac'],
    ['member', 'trunk_vlans'],
    ['member', 'backend'],
    ['member', 'updated_at'],
    ['member', 'uptime_sec'],
    ['member', 'count'],
    ['header', 'X-Request-Id'],
  ]
  for (const [place, name] of right) assert.is(faultOf(place, name), null, `${place} ${name}`)
})

test('an exception is for one place, and one that nothing needs is told', () => {
  const lines = ['operation a GET /api/v1/a', 'names member.v vlan vlan_id', 'names query.v vlan']
  const page = '| `member vlan` | a client |\n| `query q` | nobody |\n'
  assert.equal(
    namesIn(lines, page).map(({ file, message }) => `${file}: ${message}`),
    [
      'test/contract/openapi.lock: query "vlan": use "vlan_id" (docs/reference/api-names.md)',
      'docs/reference/api-names.md: "query q" is no exception of the document',
    ],
  )
})
